/** The CSV columns of the export. Numbers can be added up; text is protected from being read as a formula. */
import type { z } from 'zod'
import type { order } from '#contract/order.ts'
import type { ledgerRecord } from '#contract/records.ts'
import type { PlainRow } from '#server/records/export-store.ts'
import type { CsvColumn } from '#rules/csv.ts'

type WireRecord = z.input<typeof ledgerRecord>
type WireOrder = z.input<typeof order>

const text = <Row>(name: string, of: (row: Row) => string | null): CsvColumn<Row> => ({
  name,
  kind: 'text',
  of,
})
const number = <Row>(name: string, of: (row: Row) => string | null): CsvColumn<Row> => ({
  name,
  kind: 'number',
  of,
})
/** A moment in ISO 8601. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
const maybe = <T>(value: T | null, of: (value: T) => string): string | null =>
  value === null ? null : of(value)

/** The columns of records. */
export const RECORD_COLUMNS: readonly CsvColumn<WireRecord>[] = [
  text('id', (it) => it.id),
  text('at', (it) => isoTime(it.at)),
  text('kind', (it) => it.kind),
  text('ref', (it) => it.ref),
  text('outcome', (it) => it.outcome),
  text('account', (it) => it.account),
  number('amount', (it) => it.amount),
  number('balanceAfter', (it) => it.balanceAfter),
]

/** The columns of orders. */
export const ORDER_COLUMNS: readonly CsvColumn<WireOrder>[] = [
  text('id', (it) => it.id),
  text('symbol', (it) => it.symbol),
  text('direction', (it) => it.direction),
  number('stake', (it) => it.stake),
  number('payoutRate', (it) => `${it.payoutRate}`),
  number('payout', (it) => it.payout),
  number('durationMs', (it) => `${it.durationMs}`),
  text('acceptedAt', (it) => isoTime(it.acceptedAt)),
  text('expiresAt', (it) => isoTime(it.expiresAt)),
  text('status', (it) => it.status),
  number('entrySeq', (it) => maybe(it.entry, ({ seq }) => `${seq}`)),
  number('entryPrice', (it) => maybe(it.entry, ({ price }) => `${price}`)),
  text('entryAt', (it) => maybe(it.entry, ({ timeMs }) => isoTime(timeMs))),
  number('exitSeq', (it) => maybe(it.exit, ({ seq }) => `${seq}`)),
  number('exitPrice', (it) => maybe(it.exit, ({ price }) => `${price}`)),
  text('exitAt', (it) => maybe(it.exit, ({ timeMs }) => isoTime(timeMs))),
  text('settledAt', (it) => maybe(it.settledAt, isoTime)),
  text('voidReason', (it) => it.voidReason),
  number('profitAndLoss', (it) => it.profitAndLoss),
  text('source', (it) => it.source),
]

/** A column of a plain row's field, by its name. */
const field = (kind: 'text' | 'number', name: string): CsvColumn<PlainRow> => ({
  name,
  kind,
  of: (row) => {
    const value = row[name] ?? null
    return typeof value === 'object' ? null : String(value)
  },
})
const fields = (kind: 'text' | 'number', ...names: string[]) =>
  names.map((name) => field(kind, name))

const REVIEW = fields('text', 'status', 'createdAt', 'reviewAt', 'decidedAt', 'reviewer', 'reason')
/** The columns of deposits. */
export const DEPOSIT_COLUMNS = [
  ...fields('text', 'id', 'method'),
  ...fields('number', 'amount'),
  ...REVIEW,
]
/** The columns of withdrawals. */
export const WITHDRAWAL_COLUMNS = [
  ...fields('text', 'id'),
  ...fields('number', 'amount', 'fee', 'net'),
  ...fields('text', 'destinationKind', 'destinationBank', 'destinationNumber', 'sentAt', 'doneAt'),
  ...REVIEW,
]
/** The columns of the fund's account. */
export const FUND_ACCOUNT_COLUMNS = [
  ...fields('text', 'openedThrough'),
  ...fields('number', 'income', 'incomeToday', 'carryMillionthsOfACent'),
  ...fields('number', 'transfersInToday', 'withdrawalsToday', 'withdrawnInstantlyToday'),
]
/** The columns of the fund's lots. */
export const FUND_LOT_COLUMNS = [
  ...fields('text', 'id', 'kind'),
  ...fields('number', 'amount', 'remaining'),
  ...fields('text', 'status', 'tradeDay', 'confirmDay', 'createdAt', 'cancellableUntil'),
  ...fields('text', 'confirmedAt', 'endedAt'),
]
/** The columns of redemptions. */
export const REDEMPTION_COLUMNS = [
  ...fields('text', 'id'),
  ...fields('number', 'amount'),
  ...fields('text', 'speed', 'status', 'tradeDay', 'payDay', 'createdAt', 'cancellableUntil'),
  ...fields('text', 'endedAt'),
]
/** The columns of the fund's income. */
export const ACCRUAL_COLUMNS = [
  ...fields('text', 'day'),
  ...fields('number', 'share', 'dailyRateMillionths', 'carryBefore', 'credited', 'carryAfter'),
]

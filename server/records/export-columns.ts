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
const isoTime = (ms: number): string => new Date(ms).toISOString()
const maybe = <T>(value: T | null, of: (value: T) => string): string | null =>
  value === null ? null : of(value)

export const RECORD_COLUMNS: readonly CsvColumn<WireRecord>[] = [
  text('id', (line) => line.id),
  text('at', (line) => isoTime(line.at)),
  text('kind', (line) => line.kind),
  text('ref', (line) => line.ref),
  text('outcome', (line) => line.outcome),
  text('account', (line) => line.account),
  number('amount', (line) => line.amount),
  number('balanceAfter', (line) => line.balanceAfter),
]

/** The columns of orders. */
export const ORDER_COLUMNS: readonly CsvColumn<WireOrder>[] = [
  text('id', (order) => order.id),
  text('symbol', (order) => order.symbol),
  text('direction', (order) => order.direction),
  number('stake', (order) => order.stake),
  number('payoutRate', (order) => `${order.payoutRate}`),
  number('payout', (order) => order.payout),
  number('durationMs', (order) => `${order.durationMs}`),
  text('acceptedAt', (order) => isoTime(order.acceptedAt)),
  text('expiresAt', (order) => isoTime(order.expiresAt)),
  text('status', (order) => order.status),
  number('entrySeq', (order) => maybe(order.entry, ({ seq }) => `${seq}`)),
  number('entryPrice', (order) => maybe(order.entry, ({ price }) => `${price}`)),
  text('entryAt', (order) => maybe(order.entry, ({ timeMs }) => isoTime(timeMs))),
  number('exitSeq', (order) => maybe(order.exit, ({ seq }) => `${seq}`)),
  number('exitPrice', (order) => maybe(order.exit, ({ price }) => `${price}`)),
  text('exitAt', (order) => maybe(order.exit, ({ timeMs }) => isoTime(timeMs))),
  text('settledAt', (order) => maybe(order.settledAt, isoTime)),
  text('voidReason', (order) => order.voidReason),
  number('profitAndLoss', (order) => order.profitAndLoss),
  text('source', (order) => order.source),
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
export const DEPOSIT_COLUMNS = [
  ...fields('text', 'id', 'method'),
  ...fields('number', 'amount'),
  ...REVIEW,
]
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

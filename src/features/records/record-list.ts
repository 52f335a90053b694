/** The ledger as a list: the filter, and the page that shows a record's document. */
import type { Answer } from '#api/api-error.ts'
import type { CallInput } from '#api/call.ts'
import { listRecords } from '#contract/endpoints/records.ts'
import { type LedgerRecord, type TransferKind, transferKind } from '#contract/records.ts'
import { mapPage, readPage } from '#documents/read-page.ts'
import { type DayRange, daysIn, momentsOf } from '#data/day-range.ts'
import { mergeBy, type Page } from '#data/paged-list.ts'
import { PATHS } from '#lib/paths.ts'
import { listKind, type Source } from '#data/use-paged-list.ts'

export interface RecordFilter extends DayRange {
  kind: TransferKind | null
}

export const asKind = (text: string | null): TransferKind | null =>
  transferKind.safeParse(text).data ?? null

/** The filter in a query string. */
export const recordFilterIn = (query: URLSearchParams): RecordFilter => ({
  kind: asKind(query.get('kind')),
  ...daysIn(query),
})

/** A record never changes. */
export const recordList = listKind<LedgerRecord>(mergeBy(() => 0))

const PAGE_SIZE = 50

function recordQuery(filter: RecordFilter): CallInput<typeof listRecords>['query'] {
  return { ...momentsOf(filter), ...(filter.kind !== null && { kind: filter.kind }) }
}

/** Reads a page of the ledger; `limit` is at most 500. */
export const readRecords = (filter: RecordFilter, before: string | null, limit = PAGE_SIZE) =>
  readPage(listRecords, 'records', before, { ...recordQuery(filter), limit })

/** The same page with one row per entry, including entries of holds. */
export const entriesOf = (answer: Answer<Page<LedgerRecord>>): Answer<Page<LedgerRecord>> =>
  mapPage(answer, (record) => record.entries.map((entry) => ({ ...record, ...entry })))

export const recordSource = (filter: RecordFilter): Source<LedgerRecord> => ({
  name: JSON.stringify(recordQuery(filter)),
  read: (before) => readRecords(filter, before),
})

/**
 * The hold that a record only reduced: a lost stake, or an amount that was paid out. The money had left the available
 * balance before, so this record does not change that balance. Null for a record that changes a balance.
 */
export const holdOf = ({ account }: Pick<LedgerRecord, 'account'>) =>
  account === 'stake' || account === 'withdrawal_hold' ? account : null

type Document =
  | 'order'
  | 'deposit'
  | 'withdrawal'
  | 'fundLot'
  | 'fundRedemption'
  /** Identified by the day that earned it. */
  | 'fundIncome'

const DOCUMENTS: Record<TransferKind, Document | null> = {
  practice_issue: null,
  order_stake: 'order',
  order_settle: 'order',
  deposit: 'deposit',
  withdrawal_hold: 'withdrawal',
  withdrawal_release: 'withdrawal',
  withdrawal_pay: 'withdrawal',
  withdrawal_refund: 'withdrawal',
  fund_subscribe: 'fundLot',
  fund_cancel: 'fundLot',
  fund_confirm: 'fundLot',
  fund_income: 'fundIncome',
  fund_redeem: 'fundRedemption',
  compensation: null,
}
const PAGES: Record<Document, string> = {
  order: `${PATHS.orders}?id=`,
  deposit: `${PATHS.deposits}?id=`,
  withdrawal: `${PATHS.withdrawals}?id=`,
  fundLot: `${PATHS.fundDetails}?lot=`,
  fundRedemption: `${PATHS.fundDetails}?redemption=`,
  fundIncome: `${PATHS.fundDetails}?day=`,
}

/** The document that a record is about, with the page that shows it, such as an order; null when there is none. */
export function documentOf(
  record: Pick<LedgerRecord, 'kind' | 'ref'>,
): { what: Document; path: string } | null {
  const what = DOCUMENTS[record.kind]
  return what === null ? null : { what, path: PAGES[what] + encodeURIComponent(record.ref) }
}

/** Queries of records: the ledger as its user sees it, and the reviewers' acts that concern the user. */
import type { z } from 'zod'
import { pageLimit } from '#contract/endpoint.ts'
import type { listActs, listRecords } from '#contract/endpoints/records.ts'
import { type LedgerRecord, ledgerRecord } from '#contract/records.ts'
import { actsOf } from '#server/platform/operator-log.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type EntryRow, type RecordRow, selectRecords } from '#server/records/records-store.ts'
import { formatAmount } from '#rules/amounts.ts'

type RecordsQuery = z.output<typeof listRecords.query>
type RecordsReply = z.output<typeof listRecords.reply>

const ACCOUNTS = {
  1: 'cash',
  2: 'stake',
  3: 'withdrawal_hold',
  4: 'fund_pending',
  5: 'fund_confirmed',
} as const
const isAccount = (number: number): number is keyof typeof ACCOUNTS => number in ACCOUNTS
/** A time after every moment that a query may name, in ms. */
const EVER_MS = 8_640_000_000_001

const DAILY: ReadonlySet<RecordRow['kind']> = new Set(['practice_issue', 'fund_income'])
/** References of daily records contain user and day. The user's part is removed. */
const refOf = ({ kind, ref }: RecordRow): string =>
  DAILY.has(kind) ? ref.slice(ref.indexOf(':') + 1) : ref

function wireEntry({ account, amount, balance_after: after }: EntryRow) {
  if (!isAccount(account)) throw new Error(`an entry is on account ${account}`)
  return {
    account: ACCOUNTS[account],
    amount: formatAmount(BigInt(amount)),
    balanceAfter: formatAmount(BigInt(after)),
  }
}

/** A record as it is sent. */
export function wireRecord(row: RecordRow): z.input<typeof ledgerRecord> {
  const entries = row.entries.map(wireEntry)
  const [first] = entries
  if (first === undefined) throw new Error(`record ${row.id} has no entry`)
  return {
    id: row.id.toString(),
    kind: row.kind,
    ref: refOf(row),
    ...first,
    entries,
    outcome: row.outcome,
    at: Number(row.at_ms),
  }
}
const recordOf = (row: RecordRow): LedgerRecord => ledgerRecord.parse(wireRecord(row))

/** A page of a user's records, newest first. */
export async function recordsOf(
  db: Queryable,
  userId: bigint,
  { kind, from, to, before, limit }: RecordsQuery,
): Promise<RecordsReply> {
  const rows = await selectRecords(db, userId, {
    kind: kind ?? null,
    from: from ?? 0,
    to: to ?? EVER_MS,
    before: before === undefined ? null : BigInt(before),
    limit: limit + 1,
  })
  const records = rows.slice(0, limit).map(recordOf)
  return { records, next: rows.length > limit ? (records.at(-1)?.id ?? null) : null }
}

/** A page of the acts that concern a user, newest first. */
export async function actsPage(
  db: Database,
  userId: bigint,
  query: z.output<typeof listActs.query>,
): Promise<z.output<typeof listActs.reply>> {
  const before = query.before === undefined ? null : BigInt(query.before)
  const found = await actsOf(db, userId, { before, limit: pageLimit + 1 })
  const acts = found.slice(0, pageLimit)
  return { acts, next: found.length > pageLimit ? (acts.at(-1)?.seq ?? null) : null }
}

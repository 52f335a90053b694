/** The SQL of the ledger as its user sees it, and of the reviewers' acts that concern the user. */
import type { TransferKind } from '#contract/records.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'

export interface EntryRow {
  /** As user_account() numbers accounts: 1 cash, 2 stake, 3 withdrawal hold, 4 fund pending, 5 fund confirmed. */
  account: number
  /** Minor units as text, because JSON numbers are not exact at this size. */
  amount: string
  balance_after: string
}

/** A transfer with its entries. */
export interface RecordRow {
  id: bigint
  kind: TransferKind
  ref: string
  entries: EntryRow[]
  outcome: 'won' | 'lost' | 'draw' | 'void' | null
  at_ms: bigint
}

/** A page of a user's records. */
export interface RecordsPage {
  kind: TransferKind | null
  /** Posted at or after this moment, in ms. */
  from: number
  /** Posted before this moment, in ms. */
  to: number
  /** Before this record of the user. Null if the page starts with the newest. */
  before: bigint | null
  limit: number
}

/**
 * The most important entry comes first. It has the lowest account number: cash, then stake, then hold, then the fund's.
 * For confirmed shares it is the gain. Moments are truncated to ms, so that a record shown at a moment is found from
 * that moment on.
 */
const COLUMNS = `t.id, t.kind, t.ref, legs.entries, s.outcome,
  floor(extract(epoch from t.at) * 1000)::bigint as at_ms`
const TABLES = `transfers t
  cross join lateral (
    select json_agg(
      json_build_object('account', e.account_id % 16, 'amount', e.amount::text,
        'balance_after', e.balance_after::text)
      order by case t.kind when 'fund_confirm' then -e.account_id else e.account_id end) as entries
    from entries e where e.transfer_id = t.id and e.account_id > 15
  ) legs
  left join settlements s on s.order_id = case t.kind when 'order_settle' then t.ref::bigint end`

const ORDER_KINDS: ReadonlySet<TransferKind> = new Set(['order_stake', 'order_settle'])

/** Written so that the planner can use the partial index of rare kinds (0009). */
function kindIs(kind: TransferKind | null): string {
  if (kind === null) return 'and $6::text is null'
  return ORDER_KINDS.has(kind)
    ? 'and t.kind = $6'
    : "and t.kind = $6 and t.kind not in ('order_stake', 'order_settle')"
}

/** When the cursor's record was posted. Undefined if the user has no such record. */
async function momentOf(db: Queryable, userId: bigint, id: bigint): Promise<string | undefined> {
  if (id > MAX_ID) return undefined
  const [row] = await db.query<{ at: string }>(
    'select at::text from transfers where id = $1 and user_id = $2',
    [id, userId],
  )
  return row?.at
}

/** Reads a user's records, newest first. */
export async function selectRecords(
  db: Queryable,
  userId: bigint,
  { kind, from, to, before, limit }: RecordsPage,
): Promise<RecordRow[]> {
  const cursorAt = before === null ? undefined : await momentOf(db, userId, before)
  // Combines two bounds into one, so that the index scan starts at the page.
  return db.query<RecordRow>(
    `select ${COLUMNS} from ${TABLES}
      where t.user_id = $1 and t.at >= to_timestamp($2 / 1000.0) ${kindIs(kind)}
        and (t.at, t.id) < (
          least(to_timestamp($3 / 1000.0), $4::timestamptz),
          case when $4::timestamptz < to_timestamp($3 / 1000.0) then $5::bigint else 0 end)
      order by t.at desc, t.id desc limit $7`,
    [userId, from, to, cursorAt ?? 'infinity', cursorAt === undefined ? 0n : before, kind, limit],
  )
}

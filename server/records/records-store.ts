/** The SQL of the ledger as its user sees it, and of what reviewers did that concerns them. */
import type { TransferKind } from '#contract/records.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface EntryRow {
  /** Of user_account(): 1 cash, 2 stake, 3 withdrawal hold, 4 fund pending, 5 fund confirmed. */
  account: number
  /** Minor units, as text: JSON has no whole numbers of this size. */
  amount: string
  balance_after: string
}

export interface RecordRow {
  id: bigint
  kind: TransferKind
  ref: string
  entries: EntryRow[]
  outcome: 'won' | 'lost' | 'draw' | 'void' | null
  at_ms: bigint
}

export interface RecordsPage {
  kind: TransferKind | null
  /** From this moment on, ms. */
  from: number
  /** Before this moment, ms. */
  to: number
  /** Before this record of the user's; null: from the newest on. */
  before: bigint | null
  limit: number
}

/**
 * The entry that matters most comes first. It has the lowest account number: cash, then stake, then hold, then the
 * fund's; of shares that became confirmed it is what was gained. Moments are cut to whole ms, not rounded, so that a
 * record shown at a moment is found from that moment on.
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

/** Written so that the partial index of rare kinds (0009) is known to hold the answer. */
function kindIs(kind: TransferKind | null): string {
  if (kind === null) return 'and $6::text is null'
  return ORDER_KINDS.has(kind)
    ? 'and t.kind = $6'
    : "and t.kind = $6 and t.kind not in ('order_stake', 'order_settle')"
}

const LARGEST_ID = 2n ** 63n - 1n

/** When the cursor's row was posted; undefined: the user has no such record. */
async function momentOf(db: Queryable, userId: bigint, id: bigint): Promise<string | undefined> {
  if (id > LARGEST_ID) return undefined
  const [row] = await db.query<{ at: string }>(
    'select at::text from transfers where id = $1 and user_id = $2',
    [id, userId],
  )
  return row?.at
}

/** Newest first. */
export async function selectRecords(
  db: Queryable,
  userId: bigint,
  { kind, from, to, before, limit }: RecordsPage,
): Promise<RecordRow[]> {
  const cursorAt = before === null ? undefined : await momentOf(db, userId, before)
  // One bound in place of two, so that the index is entered at the page and not at its end.
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

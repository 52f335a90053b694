/** The SQL of what is frozen: setting, ending, listing. */
import type { FrozenStep } from '#contract/desk-frozen.ts'
import type { LedgerSlice } from '#server/ledger/rotation.ts'
import { documentId, MAX_ID, PAGE_ROWS } from '#server/platform/db/pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** A row of `frozen`. */
export interface FrozenRow {
  id: bigint
  scope: 'order' | 'user' | 'deposit' | 'withdrawal' | 'verification' | 'fund_rate' | 'operator'
  subject: bigint
  /** Null for a fund rate and an operator. */
  user_id: bigint | null
  faults: { invariant: string; detail: string }[]
  since: bigint
  status: 'frozen' | 'lifted' | 'compensated'
  proposed_by: string | null
  ended_by: string | null
  ended_at: bigint | null
  amount: bigint | null
}

/** A row as the desk lists it. */
export interface ListedRow extends FrozenRow {
  account: string | null
  due: bigint | null
  proposals: { step: FrozenStep; by: string; at: number }[]
}

/** Invariants are read in the statement, which may take longer than others may. */
const patiently = (tx: Queryable): Promise<unknown> =>
  tx.query(`set local statement_timeout = '10min'`)

/** Freezes what a check finds faulty now. The transaction then holds the mutexes of the users concerned. */
export async function freezeFaults(
  tx: Queryable,
  { atMs, limit, slice }: { atMs: number; limit: number; slice: LedgerSlice | null },
): Promise<FrozenRow[]> {
  await patiently(tx)
  return tx.query<FrozenRow>('select * from freeze_faults($1, $2, $3)', [
    atMs,
    limit,
    slice === null ? null : JSON.stringify(slice),
  ])
}

/** Proposes or takes a step. The transaction then holds the mutex of the user concerned. */
export async function stepFrozen(
  tx: Queryable,
  ask: { id: bigint; step: FrozenStep; actor: Actor; atMs: number },
): Promise<FrozenRow> {
  await patiently(tx)
  const [row] = await tx.query<FrozenRow>('select * from end_frozen($1, $2, $3, $4, $5)', [
    ask.id,
    ask.step,
    ask.actor.name,
    ask.actor.secret,
    ask.atMs,
  ])
  if (row === undefined) throw new Error('a step of something frozen returned no row')
  return row
}

const LISTED = `select f.*, u.account,
    case when f.ended_at is null then compensation_due(f.scope, f.subject) end as due,
    coalesce((select json_agg(json_build_object('step', p.step, 'by', p.proposed_by, 'at', p.proposed_at)
      order by p.proposed_at) from frozen_proposals p where p.frozen_id = f.id and f.ended_at is null),
      '[]') as proposals
  from frozen f left join users u on u.id = f.user_id`

/** A page of the desk's list. */
export interface FrozenPage {
  ended: boolean
  after?: string | undefined
}

/** What is frozen, oldest first, or what has ended, newest first. Returns one row more than a page has. */
export function selectFrozen(db: Queryable, { ended, after }: FrozenPage): Promise<ListedRow[]> {
  const from = after === undefined ? undefined : (documentId(after) ?? MAX_ID)
  return ended
    ? db.query(`${LISTED} where f.ended_at is not null and f.id < $1 order by f.id desc limit $2`, [
        from ?? MAX_ID,
        PAGE_ROWS,
      ])
    : db.query(`${LISTED} where f.ended_at is null and f.id > $1 order by f.id limit $2`, [
        from ?? 0n,
        PAGE_ROWS,
      ])
}

/** One of them. Undefined if there is none with this id. */
export async function selectOne(db: Queryable, id: bigint): Promise<ListedRow | undefined> {
  const [row] = await db.query<ListedRow>(`${LISTED} where f.id = $1`, [id])
  return row
}

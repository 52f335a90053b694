/** The SQL of the ledger: answers under idempotency keys, invariant faults and halts of money writes. */
import type { LedgerEnds, LedgerSlice } from '#server/ledger/rotation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { CommandKey } from '#server/platform/http/route.ts'

/**
 * The answer stored under a key. Undefined if there is none, and as long as it is an order that does not count yet.
 * Throws `key_expired` if it was removed.
 */
export async function selectAnswer(
  db: Queryable,
  { userId, operation, key }: Omit<CommandKey, 'bodyHash'>,
): Promise<{ bodyHash: Buffer; answer: string } | undefined> {
  const [row] = await db.query<{ body_hash: Buffer; response: string | null; before: bigint }>(
    `select body_hash, response, fund_day_start(removed) as before from idempotency
      where user_id = $1 and operation = $2 and key = $3 and (response is not null or removed is not null)
        and not (operation = 'order' and exists (select from orders o
          where o.user_id = $1 and o.intent_key = $3 and o.status = 'open' and not is_sealed(o)))`,
    [userId, operation, key],
  )
  if (row === undefined) return undefined
  const { body_hash: bodyHash, response: answer, before } = row
  if (answer === null) throw new Rejected('key_expired', { before: Number(before) })
  return { bodyHash, answer }
}

/** A violated invariant and what violates it. */
export interface LedgerFault {
  invariant: string
  detail: string
}

/** A fault with what it concerns. */
interface FoundFault extends LedgerFault {
  /** An order, a user or a document; `all` if the fault stops every money write. */
  scope: string
  /** Its id. Null for `all`. */
  subject: bigint | null
  /** Whether what it concerns is frozen. */
  is_frozen: boolean
}

/** The faults of one moment. */
export interface FoundFaults {
  /** The first ones: those that concern everything, then those whose subject is not frozen yet. */
  first: FoundFault[]
  count: number
}

/** The ends of what a check may read in turn. */
export async function selectEnds(db: Database): Promise<LedgerEnds> {
  const [row] = await db.query<{ ends: LedgerEnds }>(
    `select json_build_object(
      'orders', (select json_build_object('low', coalesce(min(id), 1), 'high', coalesce(max(id), 0)) from orders),
      'transfers', (select json_build_object('low', coalesce(min(id), 1), 'high', coalesce(max(id), 0)) from transfers),
      'users', (select json_build_object('low', coalesce(min(id), 1), 'high', coalesce(max(id), 0)) from users),
      'ticks', coalesce((
        select json_agg(json_build_object('product', p.id, 'newest', coalesce(h.seq, 0)))
        from products p left join tick_heads h on h.product_id = p.id), '[]')) as ends`,
  )
  if (row === undefined) throw new Error('the ends of the ledger were not read')
  return row.ends
}

/**
 * Checks what is newer than the marks, what is open and a slice of the rest, all at one moment, and moves the marks.
 * Leaves out what a compensation has answered for. `slice`: null for none.
 */
export function checkLedger(
  db: Database<'auditor'>,
  { slice, limit }: { slice: LedgerSlice | null; limit: number },
): Promise<FoundFaults> {
  return db.transaction(async (tx) => {
    await tx.query(
      `set transaction isolation level repeatable read; set local statement_timeout = '10min'`,
    )
    const rows = await tx.query<FoundFault & { count: number }>(
      `select *, count(*) over ()::int as count from check_ledger($1)
        order by scope <> 'all', is_frozen, invariant, detail limit $2`,
      [slice === null ? null : JSON.stringify(slice), limit],
    )
    return { first: rows, count: rows[0]?.count ?? 0 }
  })
}

/** Reads everything that was ever written, which takes minutes for a long history. No running server does. */
export function selectFaults(db: Database, limit: number): Promise<FoundFaults> {
  return db.snapshot(async (tx) => {
    await tx.query(`set local enable_sort = off; set local enable_bitmapscan = off`)
    const rows = await tx.query<FoundFault & { count: number }>(
      `with faults as materialized (select * from unanswered_faults)
        select invariant, scope, subject, detail, is_frozen, count(*) over ()::int as count from faults
        order by scope <> 'all', is_frozen, invariant, detail limit $1`,
      [limit],
    )
    return { first: rows, count: rows[0]?.count ?? 0 }
  })
}

/** Halts money writes. False if they are halted already. */
export async function haltMoney(db: Database<'auditor'>, reason: string): Promise<boolean> {
  const [row] = await db.query<{ halted: boolean }>('select halt_money($1) as halted', [reason])
  return row?.halted === true
}

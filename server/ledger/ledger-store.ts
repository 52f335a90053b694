/** The SQL of the ledger: answers under idempotency keys, invariant faults and halts of money writes. */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { CommandKey } from '#server/platform/http/route.ts'

/** The answer stored under a key. Undefined if there is none, and as long as it is an order that does not count yet. */
export async function selectAnswer(
  db: Queryable,
  { userId, operation, key }: Omit<CommandKey, 'bodyHash'>,
): Promise<{ bodyHash: Buffer; answer: string } | undefined> {
  const [row] = await db.query<{ body_hash: Buffer; response: string }>(
    `select body_hash, response from idempotency
      where user_id = $1 and operation = $2 and key = $3 and response is not null
        and not (operation = 'order' and exists (select from orders o
          where o.user_id = $1 and o.intent_key = $3 and o.status = 'open' and not is_sealed(o)))`,
    [userId, operation, key],
  )
  return row && { bodyHash: row.body_hash, answer: row.response }
}

/** A violated invariant and what violates it. */
export interface LedgerFault {
  invariant: string
  detail: string
}

/** A fault with what it concerns. */
export interface FoundFault extends LedgerFault {
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

/** Reads all faults at one moment, except those that a compensation has answered for. */
export function selectFaults(db: Database, limit: number): Promise<FoundFaults> {
  return db.snapshot(async (tx) => {
    // Without statistics the planner would gather and sort a whole log where the index finds the one record.
    await tx.query(
      `set local statement_timeout = '10min'; set local work_mem = '64MB';
        set local enable_sort = off; set local enable_bitmapscan = off`,
    )
    // Materialised, because with a limit the planner expects an early fault, and usually there is none.
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

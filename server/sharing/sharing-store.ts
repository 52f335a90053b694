/** The SQL of shared receipts. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A shared receipt that is not revoked. */
export interface ShareRow {
  code: string
  user_id: bigint
  order_id: bigint
  created_at: bigint
}
const COLUMNS = 'code, user_id, order_id, created_at'

/** What the user shares now, newest first. */
export const selectShares = (db: Queryable, userId: bigint): Promise<ShareRow[]> =>
  db.query<ShareRow>(
    `select ${COLUMNS} from shared_receipts
      where user_id = $1 and revoked_at is null order by id desc`,
    [userId],
  )

/** The share of a code. Undefined for an unknown code and for a revoked one. */
export async function selectByCode(db: Queryable, code: string): Promise<ShareRow | undefined> {
  const [row] = await db.query<ShareRow>(
    `select ${COLUMNS} from shared_receipts where code = $1 and revoked_at is null`,
    [code],
  )
  return row
}

/** How many receipts the user has shared since a moment, revoked ones included. */
export async function countSince(db: Queryable, userId: bigint, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    'select count(*) as count from shared_receipts where user_id = $1 and created_at >= $2',
    [userId, sinceMs],
  )
  return Number(row?.count ?? 0)
}

/** Whether the order is the user's, and settled. Null if it is not the user's. */
export async function selectSettled(
  db: Queryable,
  userId: bigint,
  orderId: bigint,
): Promise<boolean | null> {
  const [row] = await db.query<{ settled: boolean }>(
    `select s.order_id is not null as settled
      from orders o left join settlements s on s.order_id = o.id
      where o.user_id = $1 and o.id = $2`,
    [userId, orderId],
  )
  return row?.settled ?? null
}

/** Stores a new code. The caller holds the user's mutex. */
export async function insertShare(tx: Queryable, row: ShareRow): Promise<void> {
  await tx.query(
    'insert into shared_receipts (code, user_id, order_id, created_at) values ($1, $2, $3, $4)',
    [row.code, row.user_id, row.order_id, row.created_at],
  )
}

/** Revokes the code of an order, if it has one. */
export async function revokeShareOf(
  tx: Queryable,
  { userId, orderId, atMs }: { userId: bigint; orderId: bigint; atMs: number },
): Promise<void> {
  await tx.query(
    `update shared_receipts set revoked_at = greatest(created_at, $3)
      where user_id = $1 and order_id = $2 and revoked_at is null`,
    [userId, orderId, atMs],
  )
}

/** The SQL of changes to payout accounts, proposed by one operator and decided by another. */
import type { Queryable } from '#server/platform/database.ts'

export interface PayoutChangeRow {
  id: bigint
  user_id: bigint
  key_id: bigint
  form_sealed: Buffer
  why: string
  status: 'proposed' | 'approved' | 'rejected'
  proposed_by: string
  proposed_at: bigint
  decided_by: string | null
  decided_at: bigint | null
}

export async function selectChange(
  tx: Queryable,
  id: bigint,
): Promise<PayoutChangeRow | undefined> {
  const [row] = await tx.query<PayoutChangeRow>('select * from payout_changes where id = $1', [id])
  return row
}

export async function selectWaiting(tx: Queryable, userId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from payout_changes where user_id = $1 and status = 'proposed'`,
    [userId],
  )
  return rows.length > 0
}

export interface NewChange {
  userId: bigint
  keyId: bigint
  formSealed: Buffer
  why: string
  actor: string
  atMs: number
}

export async function insertChange(tx: Queryable, it: NewChange): Promise<PayoutChangeRow> {
  const [row] = await tx.query<PayoutChangeRow>(
    `insert into payout_changes (user_id, key_id, form_sealed, why, status, proposed_by, proposed_at)
      values ($1, $2, $3, $4, 'proposed', $5, $6) returning *`,
    [it.userId, it.keyId, it.formSealed, it.why, it.actor, it.atMs],
  )
  if (row === undefined) throw new Error('a change was inserted without a row')
  return row
}

export async function updateDecided(
  tx: Queryable,
  it: { id: bigint; status: 'approved' | 'rejected'; actor: string; atMs: number },
): Promise<PayoutChangeRow> {
  const [row] = await tx.query<PayoutChangeRow>(
    `update payout_changes set status = $2, decided_by = $3, decided_at = $4
      where id = $1 returning *`,
    [it.id, it.status, it.actor, it.atMs],
  )
  if (row === undefined) throw new Error('a change was decided without a row')
  return row
}

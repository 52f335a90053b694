/** The SQL of the authenticator and its recovery codes. Callers of changes hold the user's mutex. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A user's authenticator. */
export interface TotpRow {
  key_id: bigint
  secret_sealed: Buffer
  started_at: bigint
  /** Null if it was started but is not on yet. */
  confirmed_at: bigint | null
  last_step: bigint
}

/** Reads a user's authenticator. */
export async function selectTotp(tx: Queryable, userId: bigint): Promise<TotpRow | undefined> {
  const [row] = await tx.query<TotpRow>(
    `select key_id, secret_sealed, started_at, confirmed_at, last_step
     from totp_factors where user_id = $1`,
    [userId],
  )
  return row
}

/** Stores a new secret. It replaces one that was started but not confirmed. */
export async function startTotp(
  tx: Queryable,
  secret: { userId: bigint; keyId: bigint; sealed: Buffer; atMs: number },
): Promise<void> {
  await tx.query(
    `insert into totp_factors (user_id, key_id, secret_sealed, started_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set key_id = excluded.key_id,
       secret_sealed = excluded.secret_sealed, started_at = excluded.started_at, last_step = 0
     where totp_factors.confirmed_at is null`,
    [secret.userId, secret.keyId, secret.sealed, secret.atMs],
  )
}

/** Turns the authenticator on. */
export async function confirmTotp(
  tx: Queryable,
  use: { userId: bigint; atMs: number; step: number },
): Promise<void> {
  await tx.query('update totp_factors set confirmed_at = $2, last_step = $3 where user_id = $1', [
    use.userId,
    use.atMs,
    use.step,
  ])
}

/** Uses a time step. False if this step or a later one was used before. */
export async function useTotpStep(tx: Queryable, userId: bigint, step: number): Promise<boolean> {
  const rows = await tx.query(
    `update totp_factors set last_step = $2
     where user_id = $1 and confirmed_at is not null and last_step < $2 returning 1`,
    [userId, step],
  )
  return rows.length === 1
}

/** Deletes the authenticator and its recovery codes. False if it was not on. */
export async function deleteTotp(tx: Queryable, userId: bigint): Promise<boolean> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  const rows = await tx.query(
    'delete from totp_factors where user_id = $1 and confirmed_at is not null returning 1',
    [userId],
  )
  return rows.length === 1
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: bigint,
  digests: readonly Buffer[],
): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    digests,
  ])
}

/** Uses a recovery code. False if there is no such code or it was used before. */
export async function useRecoveryCode(
  tx: Queryable,
  codes: { userId: bigint; digests: Buffer[]; atMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update recovery_codes set used_at = $3
     where user_id = $1 and code_hash = any($2::bytea[]) and used_at is null returning 1`,
    [codes.userId, codes.digests, codes.atMs],
  )
  return rows.length === 1
}

/**
 * The SQL of authenticators, and of the use of second factors. The database checks each change by the secret of a
 * session.
 */
import type { UserEvidence } from '#server/identity/evidence.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Who changes what guards an account: a user, by the secret of the session's cookie. */
export interface InSession {
  userId: bigint
  sessionSecret: string
}

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
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  secret: { keyId: bigint; sealed: Buffer; atMs: number },
): Promise<void> {
  const values = [userId, sessionSecret, secret.keyId, secret.sealed, secret.atMs]
  await tx.query('select start_totp($1, $2, $3, $4, $5)', values)
}

/** Turns the authenticator on, with new recovery codes. As the first factor, log-ins require it from then on. */
export async function confirmTotp(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  confirmation: { evidence: UserEvidence; digests: readonly Buffer[]; atMs: number },
): Promise<void> {
  const { evidence, digests, atMs } = confirmation
  const values = [userId, sessionSecret, JSON.stringify(evidence), digests, atMs]
  await tx.query('select confirm_totp($1, $2, $3, $4, $5)', values)
}

/** Deletes the authenticator and its recovery codes. False if it was not on. */
export async function deleteTotp(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  atMs: number,
): Promise<boolean> {
  const [row] = await tx.query<{ removed: boolean }>('select remove_totp($1, $2, $3) as removed', [
    userId,
    sessionSecret,
    atMs,
  ])
  return row?.removed === true
}

/** Stores whether log-ins require a second factor. */
export async function setFactorAtLogIn(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  change: { on: boolean; atMs: number },
): Promise<void> {
  const values = [userId, sessionSecret, change.on, change.atMs]
  await tx.query('select ask_factor_at_log_in($1, $2, $3, $4)', values)
}

/**
 * Uses a factor up and stores its proof, whose id it returns. Null if it was used before. `digests`: what a recovery
 * code may be stored as.
 */
export async function useFactor(
  tx: Queryable,
  use: { userId: bigint; atMs: number; evidence: UserEvidence; digests?: readonly Buffer[] },
): Promise<bigint | null> {
  const values = [use.userId, use.atMs, JSON.stringify(use.evidence), use.digests ?? []]
  const [row] = await tx.query<{ proof: bigint | null }>(
    'select use_factor($1, $2, $3, $4) as proof',
    values,
  )
  return row?.proof ?? null
}

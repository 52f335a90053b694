/** The SQL of passkeys and of their challenges. Callers of changes hold the user's mutex. */
import type { InSession } from '#server/identity/factor-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** A passkey of a user. */
export interface PasskeyRow {
  id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  /** The origin of the page on which it was created. */
  origin: string
}

/** Reads a user's passkeys. */
export const selectPasskeys = (tx: Queryable, userId: bigint): Promise<PasskeyRow[]> =>
  tx.query<PasskeyRow>(
    `select id, public_key, counter, transports, origin from passkeys where user_id = $1
     order by created_at, id`,
    [userId],
  )

export interface NewPasskey {
  id: string
  name: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  origin: string
  atMs: number
}

/**
 * Adds a passkey. False if the credential exists already. As the first factor, log-ins require one from then on.
 */
export async function insertPasskey(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  { publicKey, atMs, ...passkey }: NewPasskey,
): Promise<boolean> {
  const columns = { ...passkey, public_key: Buffer.from(publicKey).toString('hex') }
  const [row] = await tx.query<{ added: boolean }>('select add_passkey($1, $2, $3, $4) as added', [
    userId,
    sessionSecret,
    JSON.stringify(columns),
    atMs,
  ])
  return row?.added === true
}

/** Removes a passkey. False if the user has no such passkey. */
export async function deletePasskey(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  { id, atMs }: { id: string; atMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ removed: boolean }>(
    'select remove_passkey($1, $2, $3, $4) as removed',
    [userId, sessionSecret, id, atMs],
  )
  return row?.removed === true
}

/** Removes a passkey whose removal is due. False if it is not. */
export async function deleteDuePasskey(
  tx: Queryable<'app'>,
  due: { userId: bigint; id: string; atMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ removed: boolean }>(
    'select remove_due_passkey($1, $2, $3) as removed',
    [due.userId, due.id, due.atMs],
  )
  return row?.removed === true
}

/**
 * Schedules the removal of a passkey in 48 hours and returns its name. Undefined if the user has no such passkey. A
 * repeated request does not delay the removal.
 */
export async function postponeRemoval(
  tx: Queryable<'app'>,
  { userId, sessionSecret }: InSession,
  { id, atMs }: { id: string; atMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string | null }>(
    'select postpone_passkey_removal($1, $2, $3, $4) as name',
    [userId, sessionSecret, id, atMs],
  )
  return row?.name ?? undefined
}

/** Reads passkeys whose removal is due. */
export const selectDueRemovals = (
  db: Queryable,
  nowMs: number,
): Promise<{ user_id: bigint; id: string }[]> =>
  db.query(
    'select user_id, id from passkeys where removal_at <= $1 order by removal_at limit 500',
    [nowMs],
  )

export type ChallengePurpose = 'register' | 'withdraw' | 'manage' | 'log_in'

/** A challenge that a passkey must answer. */
export interface Challenge {
  userId: bigint
  purpose: ChallengePurpose
  challenge: string
  bound: string
  expiresMs: number
}

/** Stores a challenge. It replaces the previous one of this purpose. */
export async function keepChallenge(tx: Queryable, challenge: Challenge): Promise<void> {
  await tx.query(
    `insert into passkey_challenges (user_id, purpose, challenge, bound, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, purpose) do update set challenge = excluded.challenge,
       bound = excluded.bound, expires_at = excluded.expires_at`,
    [
      challenge.userId,
      challenge.purpose,
      challenge.challenge,
      challenge.bound,
      challenge.expiresMs,
    ],
  )
}

/**
 * Removes and returns a challenge, so that it can be answered once only. Undefined if there is none, it was for
 * something else, or it has expired.
 */
export async function takeChallenge(
  tx: Queryable,
  wanted: { userId: bigint; purpose: ChallengePurpose; bound: string; nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ challenge: string }>(
    `delete from passkey_challenges
     where user_id = $1 and purpose = $2 and bound = $3 and expires_at > $4 returning challenge`,
    [wanted.userId, wanted.purpose, wanted.bound, wanted.nowMs],
  )
  return row?.challenge
}

/** Deletes expired challenges. */
export async function sweepChallenges(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from passkey_challenges where expires_at <= $1', [nowMs])
}

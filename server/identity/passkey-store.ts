/** The SQL of passkeys and of their challenges. Callers of changes hold the user's mutex. */
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

/** A passkey to insert. */
export interface NewPasskey {
  userId: bigint
  id: string
  name: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  origin: string
  atMs: number
}

/** Inserts a passkey. False if the credential exists already. */
export async function insertPasskey(tx: Queryable, passkey: NewPasskey): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkeys (id, user_id, name, public_key, counter, transports, origin, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [
      passkey.id,
      passkey.userId,
      passkey.name,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.origin,
      passkey.atMs,
    ],
  )
  return rows.length === 1
}

/** Stores the use of a passkey. */
export async function usedPasskey(
  tx: Queryable,
  use: { userId: bigint; id: string; counter: number; atMs: number },
): Promise<void> {
  await tx.query(
    // Using a passkey proves that it is not lost, and cancels its removal.
    `update passkeys set counter = $3, last_used_at = $4, removal_at = null
     where user_id = $1 and id = $2`,
    [use.userId, use.id, use.counter, use.atMs],
  )
}

/** Deletes a passkey. False if the user has no such passkey or, with `dueMs`, its removal is not due by then. */
export async function deletePasskey(
  tx: Queryable,
  userId: bigint,
  id: string,
  dueMs: number | null = null,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from passkeys where user_id = $1 and id = $2
       and ($3::bigint is null or removal_at <= $3) returning 1`,
    [userId, id, dueMs],
  )
  return rows.length === 1
}

/**
 * Schedules the removal of a passkey and returns its name. Undefined if the user has no such passkey. A repeated
 * request does not delay the removal.
 */
export async function postponeRemoval(
  tx: Queryable,
  removal: { userId: bigint; id: string; untilMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    `update passkeys set removal_at = coalesce(removal_at, $3)
     where user_id = $1 and id = $2 returning name`,
    [removal.userId, removal.id, removal.untilMs],
  )
  return row?.name
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

/** What a challenge is for. */
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

/** The SQL of passkeys and of the challenges they answer; the caller of every change holds the user's mutex. */
import type { Queryable } from '#server/platform/database.ts'

export interface PasskeyRow {
  id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  /** Of the page that it was made on. */
  origin: string
}

export const selectPasskeys = (tx: Queryable, userId: bigint): Promise<PasskeyRow[]> =>
  tx.query<PasskeyRow>(
    `select id, public_key, counter, transports, origin from passkeys where user_id = $1
     order by created_at, id`,
    [userId],
  )

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

/** False: somebody has this credential already. */
export async function insertPasskey(tx: Queryable, it: NewPasskey): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkeys (id, user_id, name, public_key, counter, transports, origin, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [
      it.id,
      it.userId,
      it.name,
      Buffer.from(it.publicKey),
      it.counter,
      it.transports,
      it.origin,
      it.atMs,
    ],
  )
  return rows.length === 1
}

export async function usedPasskey(
  tx: Queryable,
  it: { userId: bigint; id: string; counter: number; atMs: number },
): Promise<void> {
  await tx.query(
    'update passkeys set counter = $3, last_used_at = $4 where user_id = $1 and id = $2',
    [it.userId, it.id, it.counter, it.atMs],
  )
}

/** False: the user has no such passkey. */
export async function deletePasskey(tx: Queryable, userId: bigint, id: string): Promise<boolean> {
  const rows = await tx.query('delete from passkeys where user_id = $1 and id = $2 returning 1', [
    userId,
    id,
  ])
  return rows.length === 1
}

export type ChallengePurpose = 'register' | 'withdraw' | 'manage'

export interface Challenge {
  userId: bigint
  purpose: ChallengePurpose
  challenge: string
  bound: string
  expiresMs: number
}

/** In the place of the one before of this purpose. */
export async function keepChallenge(tx: Queryable, it: Challenge): Promise<void> {
  await tx.query(
    `insert into passkey_challenges (user_id, purpose, challenge, bound, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, purpose) do update set challenge = excluded.challenge,
       bound = excluded.bound, expires_at = excluded.expires_at`,
    [it.userId, it.purpose, it.challenge, it.bound, it.expiresMs],
  )
}

/** Takes it away, so that it is answered once. Undefined: none, for something else, or too old. */
export async function takeChallenge(
  tx: Queryable,
  it: { userId: bigint; purpose: ChallengePurpose; bound: string; nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ challenge: string }>(
    `delete from passkey_challenges
     where user_id = $1 and purpose = $2 and bound = $3 and expires_at > $4 returning challenge`,
    [it.userId, it.purpose, it.bound, it.nowMs],
  )
  return row?.challenge
}

export async function sweepChallenges(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from passkey_challenges where expires_at <= $1', [nowMs])
}

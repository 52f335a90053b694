/** The SQL of operators' second factors: the authenticator's secret, passkeys and their challenges. */
import type { Queryable } from '#server/platform/db/database.ts'
import type { NewPasskey, PasskeyRow } from '#server/identity/passkey-store.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** Replaces an operator's secret. Runs as the owner of the tables. */
export async function replaceSecret(
  owner: Queryable,
  secret: { operatorId: bigint; sealed: Buffer; atMs: number },
): Promise<void> {
  await owner.query(
    `insert into operator_factors (operator_id, secret_sealed, enrolled_at) values ($1, $2, $3)
      on conflict (operator_id) do update set secret_sealed = excluded.secret_sealed,
        enrolled_at = excluded.enrolled_at, last_step = 0`,
    [secret.operatorId, secret.sealed, secret.atMs],
  )
}

/** Deletes an operator's known devices, as all of them may be lost. Runs as the owner of the tables. */
export async function forgetDevices(owner: Queryable, operatorId: bigint): Promise<void> {
  await owner.query('delete from operator_passkeys where operator_id = $1', [operatorId])
  await owner.query(`delete from operator_places where operator_id = $1 and kind = 'device'`, [
    operatorId,
  ])
}

/** Reads the sealed secret. Undefined if the operator was never enrolled. */
export async function selectSecret(db: Queryable, operatorId: bigint): Promise<Buffer | undefined> {
  const [row] = await db.query<{ secret_sealed: Buffer }>(
    'select secret_sealed from operator_factors where operator_id = $1',
    [operatorId],
  )
  return row?.secret_sealed
}

export type OperatorPasskeyRow = PasskeyRow & {
  name: string
  created_at: bigint
  last_used_at: bigint | null
}

/** Reads an operator's passkeys. */
export const selectOperatorPasskeys = (
  db: Queryable,
  operatorId: bigint,
): Promise<OperatorPasskeyRow[]> =>
  db.query<OperatorPasskeyRow>(
    `select id, public_key, counter, transports, origin, name, created_at, last_used_at
      from operator_passkeys where operator_id = $1 order by created_at, id`,
    [operatorId],
  )

/** Adds a passkey of the operator who asks, and logs it. False if the credential exists already. */
export async function addOperatorPasskey(
  tx: Queryable,
  { name: actor, secret }: Actor,
  passkey: Omit<NewPasskey, 'userId'>,
): Promise<boolean> {
  const { id, name, publicKey, counter, transports, origin, atMs } = passkey
  const row = { id, name, counter, transports, origin, created_at: atMs }
  const made = { ...row, public_key: Buffer.from(publicKey).toString('hex') }
  const [added] = await tx.query<{ done: boolean }>(
    'select add_operator_passkey($1, $2, $3) as done',
    [actor, secret, JSON.stringify(made)],
  )
  return added?.done ?? false
}

/** Removes a passkey of the operator who asks, and logs it. False if there is none. */
export async function removeOperatorPasskey(
  db: Queryable,
  { name, secret }: Actor,
  { id, atMs }: { id: string; atMs: number },
): Promise<boolean> {
  const [removed] = await db.query<{ done: boolean }>(
    'select remove_operator_passkey($1, $2, $3, $4) as done',
    [name, secret, id, atMs],
  )
  return removed?.done ?? false
}

/** A challenge that an operator's passkey must answer. */
export interface OperatorChallenge {
  operatorId: bigint
  purpose: 'register' | 'log_in'
  bound: string
}

/** Stores a challenge. It replaces the previous one of this purpose. */
export async function keepOperatorChallenge(
  db: Queryable,
  challenge: OperatorChallenge & { challenge: string; expiresMs: number },
): Promise<void> {
  await db.query(
    `insert into operator_challenges (operator_id, purpose, challenge, bound, expires_at)
      values ($1, $2, $3, $4, $5)
      on conflict (operator_id, purpose) do update set challenge = excluded.challenge,
        bound = excluded.bound, expires_at = excluded.expires_at`,
    [
      challenge.operatorId,
      challenge.purpose,
      challenge.challenge,
      challenge.bound,
      challenge.expiresMs,
    ],
  )
}

/**
 * Removes and returns a challenge, so that it can be answered once only. Undefined if there is none, it was for another
 * page, or it has expired.
 */
export async function takeOperatorChallenge(
  tx: Queryable,
  challenge: OperatorChallenge & { nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ challenge: string }>(
    `delete from operator_challenges
      where operator_id = $1 and purpose = $2 and bound = $3 and expires_at > $4
      returning challenge`,
    [challenge.operatorId, challenge.purpose, challenge.bound, challenge.nowMs],
  )
  return row?.challenge
}

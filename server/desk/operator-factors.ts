/** An operator's second factor: the authenticator that the command line enrolled, and passkeys added at the desk. */
import type { OperatorProof } from '#contract/factors.ts'
import { timeMs } from '#contract/scalars.ts'
import { logAct } from '#server/desk/operator-log.ts'
import * as store from '#server/desk/operator-factor-store.ts'
import { operatorById } from '#server/desk/operator-store.ts'
import { PASSKEYS_MAX } from '#server/identity/own-passkeys.ts'
import {
  answeringPasskey,
  authenticationOptions,
  CHALLENGE_LIFE_MS,
  registrationOptions,
  verifiedAnswer,
  verifiedRegistration,
} from '#server/identity/passkeys.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { type Bucket, countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { totpStep } from '#server/identity/totp.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OperatorSession } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'

export interface FactorParts {
  db: Database
  clock: MarketClock
  vault: Vault
  hasher: PasswordHasher
  throttle: Throttle
  allowedOrigins: readonly string[]
}

/** What a passkey is asked for at the log-in is bound to nothing but the operator. */
const LOG_IN = { purpose: 'log_in', bound: '' } as const
const MINUTE_MS = 60_000

export interface OperatorFactors {
  /** False: the command line has to enrol this operator, or enrol them again. */
  enrolled(operatorId: bigint): Promise<boolean>
  /** Uses the proof up in this transaction; false: it is none. */
  use(tx: Queryable, operatorId: bigint, proof: OperatorProof): Promise<boolean>
  /** Options for the browser's prompt; throws `factor_required` without a passkey. */
  challenge(operatorId: bigint): Promise<Record<string, unknown>>
  passkeys(operatorId: bigint): Promise<ReturnType<typeof passkeyOf>[]>
  /** Throws `old_password_wrong`, `too_many_passkeys`. */
  start(who: OperatorSession, asked: Asked): Promise<Record<string, unknown>>
  /** Throws `factor_wrong`, `too_many_passkeys`. */
  add(who: OperatorSession, made: Made): Promise<void>
  /** Throws `old_password_wrong`, `not_found`. */
  remove(who: OperatorSession, asked: { password: string; id: string }): Promise<void>
}
interface Asked {
  password: string
  /** Of the page that asks. */
  origin: string
}
interface Made {
  name: string
  answer: unknown
  origin: string
}

const passkeyOf = (row: store.OperatorPasskeyRow) => ({
  id: row.id,
  name: row.name,
  createdAt: timeMs.parse(Number(row.created_at)),
  lastUsedAt: row.last_used_at === null ? null : timeMs.parse(Number(row.last_used_at)),
})

/** Asked of somebody who is logged in: an unattended desk soon stops answering. */
const passwordBuckets = (operatorId: bigint): Bucket[] => [
  { name: `desk password ${operatorId}`, capacity: 6, drainMs: 5 * MINUTE_MS },
]

export function createOperatorFactors(parts: FactorParts): OperatorFactors {
  const { db, clock, vault, hasher, throttle, allowedOrigins } = parts

  /** Null: never enrolled, or sealed with a key that this server does not have. */
  const secretOf = async (tx: Queryable, operatorId: bigint): Promise<Buffer | null> => {
    const sealed = await store.selectSecret(tx, operatorId)
    if (sealed === undefined) return null
    try {
      return vault.openOwn(sealed)
    } catch {
      return null
    }
  }
  const useCode = async (tx: Queryable, operatorId: bigint, code: string): Promise<boolean> => {
    const secret = await secretOf(tx, operatorId)
    const step = secret === null ? null : totpStep(secret, code, clock.now())
    return step !== null && (await store.useStep(tx, operatorId, step))
  }
  const usePasskey = async (tx: Queryable, operatorId: bigint, answer: unknown) => {
    const atMs = clock.now()
    const passkey = answeringPasskey(answer, await store.selectOperatorPasskeys(tx, operatorId))
    const asking = { operatorId, ...LOG_IN, nowMs: atMs }
    const challenge = await store.takeOperatorChallenge(tx, asking)
    if (passkey === undefined || challenge === undefined) return false
    const counter = await verifiedAnswer(answer, { challenge, passkey, allowedOrigins })
    if (counter === null) return false
    await store.usedOperatorPasskey(tx, { id: passkey.id, counter, atMs })
    return true
  }
  const checkPassword = (operatorId: bigint, password: string): Promise<void> => {
    const guard = { buckets: passwordBuckets(operatorId), counts: 'old_password_wrong' } as const
    return countingFailures(throttle, guard, async () => {
      const row = await operatorById(db, operatorId)
      const matches = await hasher.verify(row?.password_hash ?? null, password)
      if (!matches) throw new Rejected('old_password_wrong')
    })
  }
  const withRoom = async (tx: Queryable, operatorId: bigint) => {
    const passkeys = await store.selectOperatorPasskeys(tx, operatorId)
    if (passkeys.length < PASSKEYS_MAX) return passkeys
    throw new Rejected('too_many_passkeys', { limit: PASSKEYS_MAX })
  }
  const keep = (challenge: string, asking: store.OperatorChallenge): Promise<void> =>
    store.keepOperatorChallenge(db, {
      ...asking,
      challenge,
      expiresMs: clock.now() + CHALLENGE_LIFE_MS,
    })

  return {
    enrolled: async (operatorId) => (await secretOf(db, operatorId)) !== null,
    use: (tx, operatorId, proof) =>
      proof.kind === 'totp'
        ? useCode(tx, operatorId, proof.code)
        : usePasskey(tx, operatorId, proof.answer),
    challenge: async (operatorId) => {
      const passkeys = await store.selectOperatorPasskeys(db, operatorId)
      if (passkeys.length === 0) throw new Rejected('factor_required', { methods: 'totp' })
      const options = await authenticationOptions(passkeys)
      await keep(options.challenge, { operatorId, ...LOG_IN })
      return options
    },
    passkeys: async (operatorId) =>
      (await store.selectOperatorPasskeys(db, operatorId)).map(passkeyOf),
    start: async ({ operatorId, name }, { password, origin }) => {
      await checkPassword(operatorId, password)
      const passkeys = await withRoom(db, operatorId)
      const userHandle = vault.digest(`desk passkeys|${operatorId}`)
      const options = await registrationOptions({ account: name, userHandle, origin, passkeys })
      await keep(options.challenge, { operatorId, purpose: 'register', bound: origin })
      return { ...options }
    },
    add: ({ operatorId, name: actor }, { name, answer, origin }) =>
      db.transaction(async (tx) => {
        // One at a time, so that the count is of all before.
        await tx.query(`select pg_advisory_xact_lock(hashtext('operator passkeys'), $1::int)`, [
          Number(operatorId % 2_147_483_648n),
        ])
        await withRoom(tx, operatorId)
        const atMs = clock.now()
        const asking = { operatorId, purpose: 'register', bound: origin, nowMs: atMs } as const
        const challenge = await store.takeOperatorChallenge(tx, asking)
        const made =
          challenge === undefined ? null : await verifiedRegistration(answer, { challenge, origin })
        const kept =
          made !== null &&
          (await store.insertOperatorPasskey(tx, { ...made, operatorId, name, origin, atMs }))
        if (!kept) throw new Rejected('factor_wrong')
        await logAct(tx, { atMs, actor, act: 'passkey_added', userId: null })
      }),
    remove: async ({ operatorId, name: actor }, { password, id }) => {
      await checkPassword(operatorId, password)
      await db.transaction(async (tx) => {
        if (!(await store.deleteOperatorPasskey(tx, operatorId, id))) {
          throw new Rejected('not_found')
        }
        await logAct(tx, { atMs: clock.now(), actor, act: 'passkey_removed', userId: null })
      })
    },
  }
}

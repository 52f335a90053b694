/** An operator's passkeys. They are added and removed at the desk with the password, and replace a code at log-in. */
import { BUILT_NAME } from '#contract/built-name.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { timeMs } from '#contract/scalars.ts'
import * as store from '#server/desk/operator-factor-store.ts'
import { mustHaveRoom } from '#server/identity/own-passkeys.ts'
import {
  CHALLENGE_LIFE_MS,
  registrationOptions,
  verifiedRegistration,
} from '#server/identity/passkeys.ts'
import type { Credentials } from '#server/identity/credentials.ts'
import { type Bucket, countingFailures, type Throttle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OperatorSession } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What managing passkeys needs. */
export interface OperatorPasskeyParts {
  db: Database
  clock: MarketClock
  vault: Vault
  passwords: Pick<Credentials, 'isOperators'>
  throttle: Throttle
}

interface Asked {
  password: string
  /** The origin of the page that sends the request. */
  origin: string
}
interface Made {
  name: string
  answer: unknown
  origin: string
}

export interface OperatorPasskeys {
  list(operatorId: bigint): Promise<ReturnType<typeof passkeyOf>[]>
  /** Options of the browser's prompt for a new passkey. Throws `old_password_wrong`, `too_many_passkeys`. */
  start(who: OperatorSession, asked: Asked): Promise<Record<string, unknown>>
  /** Adds a passkey. Throws `factor_wrong`, `too_many_passkeys`. */
  add(who: OperatorSession, made: Made): Promise<void>
  /** Removes a passkey. Throws `old_password_wrong`, `not_found`. */
  remove(who: OperatorSession, asked: { password: string; id: string }): Promise<void>
}

const passkeyOf = (row: store.OperatorPasskeyRow) => ({
  id: row.id,
  name: row.name,
  createdAt: timeMs.parse(Number(row.created_at)),
  lastUsedAt: row.last_used_at === null ? null : timeMs.parse(Number(row.last_used_at)),
})

/** For password checks of logged-in operators. Someone at an unattended desk soon fills these. */
const passwordBuckets = (operatorId: bigint): Bucket[] => [
  { name: `desk password ${operatorId}`, capacity: 6, drainMs: 5 * MINUTE_MS },
]

/** Serialises changes, so that the count includes all earlier ones. Released with the transaction. */
const lockPasskeys = (tx: Queryable): Promise<object[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtext('operator_passkeys'))`)

/** Creates the functions that manage passkeys. */
export function createOperatorPasskeys(parts: OperatorPasskeyParts): OperatorPasskeys {
  const { db, clock, vault, passwords, throttle } = parts

  const checkPassword = (operatorId: bigint, password: string): Promise<void> => {
    const guard = { buckets: passwordBuckets(operatorId), counts: 'old_password_wrong' } as const
    return countingFailures(throttle, guard, async () => {
      const matches = await passwords.isOperators(operatorId, password)
      if (!matches) throw new Rejected('old_password_wrong')
    })
  }
  return {
    list: async (operatorId) => (await store.selectOperatorPasskeys(db, operatorId)).map(passkeyOf),
    start: async ({ operatorId, name }, { password, origin }) => {
      await checkPassword(operatorId, password)
      const passkeys = await store.selectOperatorPasskeys(db, operatorId)
      mustHaveRoom(passkeys)
      const userHandle = vault.digest(`desk passkeys|${operatorId}`)
      // The desk keeps the name of the software, whatever the app is called.
      const shown = { account: name, appName: BUILT_NAME }
      const options = await registrationOptions({ ...shown, userHandle, origin, passkeys })
      await store.keepOperatorChallenge(db, {
        operatorId,
        purpose: 'register',
        bound: origin,
        challenge: options.challenge,
        expiresMs: clock.now() + CHALLENGE_LIFE_MS,
      })
      return { ...options }
    },
    add: (who, { name, answer, origin }) =>
      db.transaction(async (tx) => {
        const { operatorId } = who
        await lockPasskeys(tx)
        mustHaveRoom(await store.selectOperatorPasskeys(tx, operatorId))
        const atMs = clock.now()
        const asking = { operatorId, purpose: 'register', bound: origin, nowMs: atMs } as const
        const challenge = await store.takeOperatorChallenge(tx, asking)
        const made = await verifiedRegistration(answer, { challenge, origin })
        const kept =
          made !== null &&
          (await store.addOperatorPasskey(tx, who, { ...made, name, origin, atMs }))
        if (!kept) throw new Rejected('factor_wrong')
      }),
    remove: async (who, { password, id }) => {
      await checkPassword(who.operatorId, password)
      const removed = await store.removeOperatorPasskey(db, who, { id, atMs: clock.now() })
      if (!removed) throw new Rejected('not_found')
    },
  }
}

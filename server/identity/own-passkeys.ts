/** A user's passkeys: at most five, added with the password, forgotten with the password. */
import { factorEvents, holdWithdrawals } from '#server/identity/factor-events.ts'
import { factorBuckets } from '#server/identity/login-buckets.ts'
import {
  deletePasskey,
  insertPasskey,
  keepChallenge,
  type PasskeyRow,
  selectPasskeys,
  takeChallenge,
} from '#server/identity/passkey-store.ts'
import {
  CHALLENGE_LIFE_MS,
  registrationOptions,
  verifiedRegistration,
} from '#server/identity/passkeys.ts'
import type { Asked, CheckPassword } from '#server/identity/password-check.ts'
import { usableFactors } from '#server/identity/proofs.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/identity/user-change.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Vault } from '#server/platform/vault.ts'

export const PASSKEYS_MAX = 5

export interface OwnPasskeysParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  throttle: Throttle
  checkPassword: CheckPassword
}

export interface NewOwnPasskey {
  userId: bigint
  name: string
  answer: unknown
  /** Of the page that asks. */
  origin: string
}

export interface OwnPasskeys {
  options(asked: Asked, origin: string): Promise<Record<string, unknown>>
  add(passkey: NewOwnPasskey): Promise<void>
  remove(asked: Asked, id: string): Promise<void>
}

function mustHaveRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= PASSKEYS_MAX) {
    throw new Rejected('too_many_passkeys', { limit: PASSKEYS_MAX })
  }
}

export function createOwnPasskeys(parts: OwnPasskeysParts): OwnPasskeys {
  const { db, clock, vault, throttle, checkPassword } = parts

  return {
    options: async (asked, origin) => {
      const { userId } = asked
      const { account } = await checkPassword('login', asked)
      const passkeys = await selectPasskeys(db, userId)
      mustHaveRoom(passkeys)
      const userHandle = vault.digest(`passkeys|${userId}`)
      const options = await registrationOptions({ account, userHandle, origin, passkeys })
      await keepChallenge(db, {
        userId,
        purpose: 'register',
        challenge: options.challenge,
        bound: origin,
        expiresMs: clock.now() + CHALLENGE_LIFE_MS,
      })
      return { ...options }
    },
    add: ({ userId, name, answer, origin }) => {
      const guard = { buckets: factorBuckets(userId), counts: 'factor_wrong' } as const
      return countingFailures(throttle, guard, () =>
        changeUser(parts, userId, async (tx) => {
          mustHaveRoom(await selectPasskeys(tx, userId))
          const guarded = (await usableFactors(tx, userId)).length > 0
          const atMs = clock.now()
          const asking = { userId, purpose: 'register', bound: origin, nowMs: atMs } as const
          const challenge = await takeChallenge(tx, asking)
          const made =
            challenge === undefined
              ? null
              : await verifiedRegistration(answer, { challenge, origin })
          if (made === null) throw new Rejected('factor_wrong')
          if (!(await insertPasskey(tx, { ...made, userId, name, origin, atMs }))) {
            throw new Rejected('factor_wrong')
          }
          if (guarded) await holdWithdrawals(tx, userId, atMs)
          const change = { userId, factor: 'passkey', change: 'added', atMs } as const
          return { value: undefined, events: await factorEvents(tx, change) }
        }),
      )
    },
    remove: async (asked, id) => {
      const { userId } = asked
      await checkPassword('login', asked)
      await changeUser(parts, userId, async (tx) => {
        if (!(await deletePasskey(tx, userId, id))) throw new Rejected('not_found')
        const atMs = clock.now()
        await holdWithdrawals(tx, userId, atMs)
        const change = { userId, factor: 'passkey', change: 'removed', atMs } as const
        return { value: undefined, events: await factorEvents(tx, change) }
      })
    },
  }
}

/**
 * A user's passkeys: at most five. They are added with the password, and removed with a second factor or after two
 * days.
 */
import type { FactorProof } from '#contract/factors.ts'
import {
  FACTOR_CHANGE_HOLD_MS,
  factorEvents,
  holdWithdrawals,
} from '#server/identity/factor-events.ts'
import type { InSession } from '#server/identity/factor-store.ts'
import { factorBuckets } from '#server/identity/login-buckets.ts'
import {
  deleteDuePasskey,
  deletePasskey,
  postponeRemoval,
  selectDueRemovals,
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
import type { Asked, AskedInSession, CheckPassword } from '#server/identity/password-check.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { usableFactors } from '#server/identity/proofs.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'

/** Maximum number of passkeys per user. */
const PASSKEYS_MAX = 5
/** The purpose that the proof for removing a passkey is bound to. */
const PASSKEY_REMOVAL = 'passkey_removal'

/** What managing passkeys needs. */
export interface OwnPasskeysParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  throttle: Throttle
  checkPassword: CheckPassword
  stepUp: StepUp
  /** As the app is called now. */
  appName(): string
}

/** A request to remove a passkey. */
interface PasskeyRemoval {
  id: string
  /** Null if none was sent. */
  proof: FactorProof | null
  /** True if the user has no other factor: the passkey is removed after two days unless it is used meanwhile. */
  lost: boolean
}

interface NewOwnPasskey extends InSession {
  name: string
  answer: unknown
  /** The origin of the page that sends the request. */
  origin: string
}

/** The passkeys of users. */
export interface OwnPasskeys {
  /** Options of the browser's prompt for a new passkey. */
  options(asked: Asked, origin: string): Promise<Record<string, unknown>>
  add(passkey: NewOwnPasskey): Promise<void>
  /** Removes a passkey. Throws `factor_required` (methods) without a proof, unless the factor is lost. */
  remove(asked: AskedInSession, removal: PasskeyRemoval): Promise<void>
  /** Removes passkeys whose two days are over. */
  sweep(): Promise<void>
}

/** Throws `too_many_passkeys` at the limit. */
export function mustHaveRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length >= PASSKEYS_MAX) {
    throw new Rejected('too_many_passkeys', { limit: PASSKEYS_MAX })
  }
}

/**
 * Removes at once with a second factor. For users without another factor it removes after two days, unless the passkey
 * is used.
 */
function createRemoval(parts: OwnPasskeysParts): Pick<OwnPasskeys, 'remove' | 'sweep'> {
  const { db, clock, checkPassword, stepUp } = parts
  const removed = (tx: Queryable, userId: bigint): Promise<OutboxEvent[]> =>
    factorEvents(tx, { userId, factor: 'passkey', change: 'removed', atMs: clock.now() })

  const postpone = (who: InSession, id: string): Promise<void> =>
    changeUser(parts, who.userId, async (tx) => {
      const { userId } = who
      const atMs = clock.now()
      const until = atMs + FACTOR_CHANGE_HOLD_MS
      const name = await postponeRemoval(tx, who, { id, atMs })
      if (name === undefined) throw new Rejected('not_found')
      const params = { name, until: until.toString() }
      const message = { userId, kind: 'passkey_removal_asked', params, sentAt: atMs } as const
      const events = [await sendMessage(tx, message), await profileChanged(tx, userId)]
      return { value: undefined, events }
    })

  return {
    remove: async (asked, { id, proof, lost }) => {
      const { userId } = asked
      await checkPassword('login', asked)
      if (proof === null && lost) return postpone(asked, id)
      const attempt = { userId, proof, bound: PASSKEY_REMOVAL, purpose: 'manage' } as const
      await stepUp.withProof(attempt, (use) =>
        changeUser(parts, userId, async (tx) => {
          const { events: used } = await use(tx)
          const gone = await deletePasskey(tx, asked, { id, atMs: clock.now() })
          if (!gone) throw new Rejected('not_found')
          return { value: undefined, events: [...used, ...(await removed(tx, userId))] }
        }),
      )
    },
    sweep: async () => {
      for (const { user_id: userId, id } of await selectDueRemovals(db, clock.now())) {
        await changeUser(parts, userId, async (tx) => {
          const gone = await deleteDuePasskey(tx, { userId, id, atMs: clock.now() })
          return { value: undefined, events: gone ? await removed(tx, userId) : [] }
        })
      }
    },
  }
}

/** Creates the functions that manage passkeys. */
export function createOwnPasskeys(parts: OwnPasskeysParts): OwnPasskeys {
  const { db, clock, vault, throttle, checkPassword } = parts

  return {
    options: async (asked, origin) => {
      const { userId } = asked
      const { account } = await checkPassword('login', asked)
      const passkeys = await selectPasskeys(db, userId)
      mustHaveRoom(passkeys)
      const userHandle = vault.digest(`passkeys|${userId}`)
      const shown = { account, appName: parts.appName() }
      const options = await registrationOptions({ ...shown, userHandle, origin, passkeys })
      await keepChallenge(db, {
        userId,
        purpose: 'register',
        challenge: options.challenge,
        bound: origin,
        expiresMs: clock.now() + CHALLENGE_LIFE_MS,
      })
      return { ...options }
    },
    add: ({ name, answer, origin, ...who }) => {
      const { userId } = who
      const guard = { buckets: factorBuckets(userId), counts: 'factor_wrong' } as const
      return countingFailures(throttle, guard, () =>
        changeUser(parts, userId, async (tx) => {
          mustHaveRoom(await selectPasskeys(tx, userId))
          const guarded = (await usableFactors(tx, userId)).length > 0
          const atMs = clock.now()
          const asking = { userId, purpose: 'register', bound: origin, nowMs: atMs } as const
          const challenge = await takeChallenge(tx, asking)
          const made = await verifiedRegistration(answer, { challenge, origin })
          if (made === null) throw new Rejected('factor_wrong')
          const added = await insertPasskey(tx, who, { ...made, name, origin, atMs })
          if (!added) throw new Rejected('factor_wrong')
          if (guarded) await holdWithdrawals(tx, { userId, passkeyId: made.id })
          const change = { userId, factor: 'passkey', change: 'added', atMs } as const
          return { value: undefined, events: await factorEvents(tx, change) }
        }),
      )
    },
    ...createRemoval(parts),
  }
}

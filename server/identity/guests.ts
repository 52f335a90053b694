/**
 * Guests: visitors who trade with practice money on one device without registering. They have no password, and their
 * name is random, so only the session of that device reaches them.
 */
import { randomBytes } from 'node:crypto'
import { endGuests, openGuest } from '#server/identity/guest-store.ts'
import { type Caller, type LoggedIn, meOf } from '#server/identity/identity.ts'
import { userById } from '#server/identity/identity-store.ts'
import { guestBuckets } from '#server/identity/login-buckets.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import { newSecret, secretHash } from '#server/platform/http/cookies.ts'

/** Creates and ends guests. */
export interface Guests {
  /** Creates the guest of this key, or logs in the one that it created a moment ago. Throws `Rejected`. */
  open(key: string, caller: Caller): Promise<LoggedIn>
  /** Ends the guests whose last session is gone. */
  sweep(): Promise<void>
}

export interface GuestParts {
  db: Database
  clock: MarketClock
  sessions: SessionKeeper
  throttle: Throttle
  /** Maximum number of guests. 0: none are taken. */
  guestsMax: number
  /** Multiplies the guests allowed per address (RATE_FACTOR). */
  rateFactor: number
}

/** Maximum guests that one statement ends. */
const ENDED_AT_ONCE = 500
/** 40 random bits. The name opens nothing; it only has to be different from others. */
const newAccount = (): string => `g_${randomBytes(5).toString('hex')}`

/** Creates the functions for guests. */
export function createGuests(parts: GuestParts): Guests {
  const { db, clock, sessions, throttle, guestsMax, rateFactor } = parts

  const enter = async (key: string, address: string, deviceHash: Buffer): Promise<bigint> => {
    const buckets = guestBuckets(address, rateFactor)
    await throttle.charge(buckets)
    try {
      const wanted = {
        account: newAccount(),
        openingCode: newOpeningCode(),
        keyHash: secretHash(key),
        atMs: clock.now(),
        most: guestsMax,
        deviceHash,
      }
      const { guest, created } = await translated(openGuest(db, wanted))
      if (!created) await throttle.refund(buckets)
      return guest
    } catch (error) {
      await throttle.refund(buckets)
      throw error
    }
  }

  return {
    open: async (key, caller) => {
      const device = caller.device ?? newSecret()
      const deviceHash = secretHash(device)
      const user = await userById(db, await enter(key, caller.address, deviceHash))
      if (user === undefined) throw new Error('a guest was opened without a row')
      const begun = await sessions.begin(user.id, { ...caller, deviceHash }, { guestKey: key })
      return { ...begun, device, me: meOf(user) }
    },
    sweep: async () => {
      while ((await endGuests(db, clock.now(), ENDED_AT_ONCE)) === ENDED_AT_ONCE);
    },
  }
}

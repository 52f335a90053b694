/** Sessions: from a cookie to who is asking, 30 days from the last visit, ended at once when they end. */
import { randomBytes } from 'node:crypto'
import { type CookieNames, newSecret, readCookie, secretHash } from '#server/identity/cookies.ts'
import {
  insertSession,
  liveSession,
  revokeBeyond,
  revokeBySecret,
  type SessionRow,
  touchSession,
} from '#server/identity/session-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Session, Sessions } from '#server/platform/session-reader.ts'

export interface Visitor {
  address: string
  userAgent: string
  deviceHash: Buffer
}

export interface SessionKeeper extends Sessions {
  /** The secret is for the cookie alone. */
  begin(userId: bigint, visitor: Visitor): Promise<{ secret: string; session: Session }>
  /** Ends the session that this cookie carries, if any. */
  end(cookieHeader: string | undefined): Promise<void>
  /** Ends all of a user's sessions. */
  endAll(userId: bigint): Promise<void>
  onEnded(listener: (sessionId: bigint) => void): void
}

const DAY_MS = 86_400_000
export const SESSION_LIFE_MS = 30 * DAY_MS
/** The expiry moves on at most this often, so that reading is not writing. */
const TOUCH_AFTER_MS = 3_600_000
const SESSIONS_PER_USER = 20
const USER_AGENT_MAX = 256
/** How long an answer is kept in memory; ending a session forgets it at once. */
const REMEMBER_MS = 10_000
const REMEMBERED_MAX = 20_000

const sessionOf = (row: SessionRow): Session => ({
  userId: row.user_id,
  sessionId: row.id,
  handle: row.handle,
})

export interface SessionParts {
  db: Database
  clock: MarketClock
  cookies: CookieNames
}

export function createSessions({ db, clock, cookies }: SessionParts): SessionKeeper {
  const remembered = new Map<string, { session: Session; until: number }>()
  const listeners: ((sessionId: bigint) => void)[] = []
  const secretIn = (header: string | undefined) => readCookie(header, cookies.session)

  let endings = 0
  const ended = (ids: readonly bigint[]): void => {
    if (ids.length > 0) endings += 1
    for (const [key, { session }] of remembered) {
      if (ids.includes(session.sessionId)) remembered.delete(key)
    }
    for (const id of ids) for (const listener of listeners) listener(id)
  }

  const read = async (header: string | undefined): Promise<Session | null> => {
    const secret = secretIn(header)
    if (secret === undefined) return null
    const hash = secretHash(secret)
    const key = hash.toString('base64')
    const now = clock.now()
    const known = remembered.get(key)
    if (known !== undefined && known.until > now) return known.session
    const endingsBefore = endings
    const row = await liveSession(db, hash, now)
    if (row === undefined) return null
    if (now - Number(row.seen_ms) > TOUCH_AFTER_MS) {
      await touchSession(db, row.id, now, now + SESSION_LIFE_MS)
    }
    // One that ended while we read must not live on in memory.
    if (endings !== endingsBefore) return sessionOf(row)
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    const until = Math.min(now + REMEMBER_MS, Number(row.expires_ms))
    remembered.set(key, { session: sessionOf(row), until })
    return sessionOf(row)
  }

  return {
    read,
    begin: async (userId, visitor) => {
      const secret = newSecret()
      const nowMs = clock.now()
      const row = await insertSession(db, {
        userId,
        secretHash: secretHash(secret),
        handle: randomBytes(16).toString('base64url'),
        deviceHash: visitor.deviceHash,
        userAgent: visitor.userAgent.slice(0, USER_AGENT_MAX),
        address: visitor.address,
        nowMs,
        expiresMs: nowMs + SESSION_LIFE_MS,
      })
      ended(await revokeBeyond(db, userId, SESSIONS_PER_USER, nowMs))
      return { secret, session: sessionOf(row) }
    },
    end: async (header) => {
      const secret = secretIn(header)
      if (secret !== undefined) ended(await revokeBySecret(db, secretHash(secret), clock.now()))
    },
    endAll: async (userId) => ended(await revokeBeyond(db, userId, 0, clock.now())),
    onEnded: (listener) => void listeners.push(listener),
  }
}

/**
 * User sessions: read from a cookie, valid for 30 days after the last visit and 90 days in all, and ended at once on
 * request. Guests cannot log in again, so their sessions have no end while they are used.
 */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { randomBytes } from 'node:crypto'
import { type LogInCookies, newSecret, secretHash } from '#server/platform/http/cookies.ts'
import {
  distrustDevices,
  liveSession,
  openSession,
  revokeAll,
  revokeByHandle,
  revokeBySecret,
  revokeOthers,
  type SessionEvidence,
  type SessionLine,
  type SessionRow,
  selectSessions,
  touchSession,
} from '#server/identity/session-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { type Credit, Debts } from '#server/platform/debts.ts'
import { type FairLimits, fairQueue } from '#server/platform/fair-queue.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { Session, Sessions } from '#server/platform/session-reader.ts'

/** The browser that a session belongs to. */
interface Visitor {
  address: string
  userAgent: string
  deviceHash: Buffer
}

/** Starts, reads and ends sessions. */
export interface SessionKeeper extends Sessions {
  /**
   * Starts a session. The secret is for the cookie only. Throws `login_failed` or `key_reused` if the evidence is not
   * valid, or the password has changed since it was compared.
   */
  begin(
    userId: bigint,
    visitor: Visitor,
    evidence: SessionEvidence,
  ): Promise<{ secret: string; session: Session }>
  /** The live sessions of a user, most recent visit first. */
  list(userId: bigint): Promise<SessionLine[]>
  /** Ends the session of this cookie, if any. */
  end(cookieHeader: string | undefined): Promise<void>
  /** Ends a session. False if the user has no such live session. */
  endNamed(userId: bigint, handle: string): Promise<boolean>
  /** Ends all sessions of the user except this one. */
  endOthers(kept: Session): Promise<void>
  /** Ends all sessions of the user, within a transaction. Pass the result to `forget` after the commit. */
  revokeAll(tx: Queryable, userId: bigint): Promise<bigint[]>
  /** As `endOthers`, within a transaction. Pass the result to `forget` after the commit. */
  revokeOthers(tx: Queryable, kept: Session): Promise<bigint[]>
  /** Removes ended sessions from the cache and notifies listeners. */
  forget(sessionIds: readonly bigint[]): void
  onEnded(listener: (sessionId: bigint) => void): void
}

/** How long a session lasts after the last visit. */
export const SESSION_LIFE_MS = 30 * DAY_MS
/** The maximum duration of a session, however often it is used, so that a cookie that was stolen unnoticed expires. */
export const SESSION_MAX_MS = 90 * DAY_MS
/** The expiry is extended at most this often, so that most reads do not write. */
const TOUCH_AFTER_MS = HOUR_MS
const USER_AGENT_MAX = 256

const sessionOf = (row: SessionRow): Session => ({
  userId: row.user_id,
  sessionId: row.id,
  handle: row.handle,
  guest: row.guest,
})

export interface SessionParts {
  db: Database
  clock: MarketClock
  cookies: LogInCookies
  /** Whether guests may come in: in practice mode only. */
  practice: boolean
  /** Multiplies the limit of unknown cookies (RATE_FACTOR). */
  rateFactor: number
}

/** Cookies of no session that an address may send in a row. */
const UNKNOWN_CREDIT: Credit = { failures: 60, eachMs: 1_000 }
/** Sockets, whose handshakes have a limit of their own, take turns with the addresses. */
const SOCKETS = 'sockets'
/** Few sessions are looked up at once, so that unknown cookies do not hold the connections that orders need. */
const LOOK_UPS: FairLimits = {
  atOnce: 3,
  atOnceOfCaller: 3,
  waiting: 2_000,
  waitingOfCaller: 1_000,
  waitMs: 5_000,
}

const liveAt = (nowMs: number) => ({ nowMs, oldestMs: nowMs - SESSION_MAX_MS })

async function endAllBut(tx: Queryable, kept: Session, nowMs: number): Promise<bigint[]> {
  await distrustDevices(tx, { userId: kept.userId, keep: kept.sessionId })
  return revokeOthers(tx, kept, nowMs)
}

/** How long a session is cached. Ending a session removes it at once. */
const REMEMBER_MS = 10_000
const REMEMBERED_MAX = 20_000

/** Caches sessions for some seconds, so that a busy page does not query the database for each request. */
interface SessionMemory {
  recall(key: string, nowMs: number): Session | undefined
  /** Call this before reading the database, and pass the result to `remember`. */
  moment(): number
  /** Caches nothing if any session ended since `moment`, because it may be this one. */
  remember(
    key: string,
    use: { session: Session; nowMs: number; expiresMs: number },
    at: number,
  ): void
  forget(ids: readonly bigint[]): void
}

/** Creates an empty cache. */
function createSessionMemory(): SessionMemory {
  const remembered = new Map<string, { session: Session; until: number }>()
  let endings = 0
  return {
    recall: (key, nowMs) => {
      const known = remembered.get(key)
      return known !== undefined && known.until > nowMs ? known.session : undefined
    },
    moment: () => endings,
    remember: (key, { session, nowMs, expiresMs }, at) => {
      if (endings !== at) return
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      remembered.set(key, { session, until: Math.min(nowMs + REMEMBER_MS, expiresMs) })
    },
    forget: (ids) => {
      if (ids.length > 0) endings += 1
      for (const [key, { session }] of remembered) {
        if (ids.includes(session.sessionId)) remembered.delete(key)
      }
    },
  }
}

/**
 * Extends a session after a visit. The first use of a guest's session ends what the guest's key can do (open_guest), so
 * it is always written.
 */
async function noteVisit(db: Queryable, row: SessionRow, nowMs: number): Promise<void> {
  const isFirst = row.guest && row.seen_ms === row.created_ms
  if (!isFirst && nowMs - Number(row.seen_ms) <= TOUCH_AFTER_MS) return
  await touchSession(db, row.id, nowMs)
}

/** Reads sessions by their secrets: from memory, otherwise from the database, a few at a time. */
function sessionReader(
  { db, clock, practice, rateFactor }: SessionParts,
  memory: ReturnType<typeof createSessionMemory>,
) {
  const unknown = new Debts(rateFactor)
  const inTurn = fairQueue(LOOK_UPS)
  const lookUps = new Map<string, Promise<Session | null>>()

  const lookUp = async (key: string, hash: Buffer, address?: string): Promise<Session | null> => {
    const nowMs = clock.now()
    const moment = memory.moment()
    if (address !== undefined) {
      const retryAfterMs = unknown.waitMs(address, UNKNOWN_CREDIT, nowMs)
      if (retryAfterMs > 0) throw new Rejected('rate_limited', { retryAfterMs })
    }
    const row = await inTurn(address ?? SOCKETS, () => liveSession(db, hash, liveAt(nowMs)))
    if (row === undefined || (row.guest && !practice)) {
      if (address !== undefined) unknown.charge(address, UNKNOWN_CREDIT, nowMs)
      return null
    }
    const lastMs = row.guest ? Number.POSITIVE_INFINITY : Number(row.created_ms) + SESSION_MAX_MS
    await noteVisit(db, row, nowMs)
    const session = sessionOf(row)
    const expiresMs = Math.min(Number(row.expires_ms), lastMs)
    memory.remember(key, { session, nowMs, expiresMs }, moment)
    return session
  }

  return (secret: string | undefined, address?: string): Promise<Session | null> => {
    if (secret === undefined) return Promise.resolve(null)
    const hash = secretHash(secret)
    const key = hash.toString('base64')
    const known = memory.recall(key, clock.now())
    if (known !== undefined) return Promise.resolve(known)
    // Requests of one session wait for the same look-up, unless a session has ended since it began.
    const name = `${memory.moment()} ${key}`
    const found = lookUps.get(name) ?? lookUp(key, hash, address)
    const done = (): void => void lookUps.delete(name)
    if (!lookUps.has(name)) found.then(done, done)
    lookUps.set(name, found)
    return found
  }
}

export function createSessions(parts: SessionParts): SessionKeeper {
  const { db, clock, cookies } = parts
  const memory = createSessionMemory()
  const read = sessionReader(parts, memory)
  const listeners: ((sessionId: bigint) => void)[] = []
  const secretIn = (header: string | undefined) => cookies.session.read(header)

  const ended = (ids: readonly bigint[]): void => {
    memory.forget(ids)
    for (const id of ids) for (const listener of listeners) listener(id)
  }

  return {
    read: (header, address) => read(secretIn(header), address),
    begin: async (userId, visitor, evidence) => {
      const secret = newSecret()
      const handle = randomBytes(16).toString('base64url')
      const { address, deviceHash } = visitor
      const userAgent = visitor.userAgent.slice(0, USER_AGENT_MAX)
      const own = { userId, secretHash: secretHash(secret), handle, nowMs: clock.now() }
      const opened = await openSession(db, { ...own, address, deviceHash, userAgent }, evidence)
      ended(opened.ended)
      const guest = 'guestKey' in evidence
      return { secret, session: { userId, sessionId: opened.session_id, handle, guest } }
    },
    end: async (header) => {
      const secret = secretIn(header)
      if (secret !== undefined) ended(await revokeBySecret(db, secretHash(secret), clock.now()))
    },
    list: (userId) => selectSessions(db, userId, liveAt(clock.now())),
    endNamed: async (userId, handle) => {
      const ids = await revokeByHandle(db, { userId, handle }, clock.now())
      await distrustDevices(db, { userId, of: ids })
      ended(ids)
      return ids.length > 0
    },
    endOthers: async (kept) =>
      ended(await db.transaction((tx) => endAllBut(tx, kept, clock.now()))),
    revokeAll: (tx, userId) => revokeAll(tx, userId, clock.now()),
    revokeOthers: (tx, kept) => endAllBut(tx, kept, clock.now()),
    forget: ended,
    onEnded: (listener) => void listeners.push(listener),
  }
}

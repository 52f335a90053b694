/** Who may sit at the desk: logging in under a throttle, sessions of twelve hours, and who is asking. */
import type { Operator } from '#contract/desk.ts'
import { timeMs } from '#contract/scalars.ts'
import { DESK_SESSION_MS, type DeskCookie } from '#server/desk/desk-cookie.ts'
import { logAct } from '#server/desk/operator-log.ts'
import {
  insertDeskSession,
  liveDeskSession,
  operatorById,
  operatorByName,
  type OperatorRow,
  revokeDeskSession,
} from '#server/desk/operator-store.ts'
import { newSecret, secretHash } from '#server/identity/cookies.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import type { Bucket, Throttle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Operators } from '#server/platform/session-reader.ts'

const MINUTE_MS = 60_000

export interface OperatorKeeper {
  /** The secret is for the cookie alone. Throws `login_failed`, `rate_limited`. */
  logIn(
    who: { name: string; password: string },
    address: string,
  ): Promise<{ secret: string; operator: Operator }>
  /** Ends the session that this cookie carries, if any. */
  logOut(cookieHeader: string | undefined): Promise<void>
  find(operatorId: bigint): Promise<Operator>
}

export interface OperatorParts {
  db: Database
  clock: MarketClock
  cookie: DeskCookie
  hasher: PasswordHasher
  throttle: Throttle
  /** A session ended here. */
  onEnded(sessionId: bigint): void
}

/** By address and name together: whoever fails elsewhere locks nobody out. */
const buckets = (name: string, address: string): Bucket[] => [
  { name: `desk ${address}`, capacity: 20, drainMs: MINUTE_MS },
  { name: `desk ${address} ${name}`, capacity: 6, drainMs: MINUTE_MS },
]

const operatorOf = (row: OperatorRow): Operator => ({
  name: row.name,
  createdAt: timeMs.parse(Number(row.created_at)),
})

/** All that the route binder and the socket's handshake need of it. */
export const readOperators = ({
  db,
  clock,
  cookie,
}: Pick<OperatorParts, 'db' | 'clock' | 'cookie'>): Operators => ({
  read: async (header) => {
    const secret = cookie.read(header)
    if (secret === undefined) return null
    const row = await liveDeskSession(db, secretHash(secret), clock.now())
    if (row === undefined) return null
    return { operatorId: row.operator_id, sessionId: row.id, name: row.name }
  },
})

export function createOperators(parts: OperatorParts): OperatorKeeper {
  const { db, clock, cookie, hasher, throttle } = parts

  const begin = async (row: OperatorRow): Promise<string> => {
    const secret = newSecret()
    const nowMs = clock.now()
    await db.transaction(async (tx) => {
      await insertDeskSession(tx, {
        operatorId: row.id,
        secretHash: secretHash(secret),
        nowMs,
        expiresMs: nowMs + DESK_SESSION_MS,
      })
      await logAct(tx, { atMs: nowMs, actor: row.name, act: 'logged_in', userId: null })
    })
    return secret
  }
  return {
    logIn: async ({ name, password }, address) => {
      const charged = buckets(name, address)
      await throttle.charge(charged)
      const row = await operatorByName(db, name)
      const stored = row?.disabled_at === null ? row.password_hash : null
      let matches = false
      try {
        matches = await hasher.verify(stored, password)
      } catch (error) {
        await throttle.refund(charged)
        throw error
      }
      if (row === undefined || !matches) throw new Rejected('login_failed')
      await throttle.refund(charged)
      return { secret: await begin(row), operator: operatorOf(row) }
    },
    logOut: async (header) => {
      const secret = cookie.read(header)
      if (secret === undefined) return
      const ended = await revokeDeskSession(db, secretHash(secret), clock.now())
      if (ended !== undefined) parts.onEnded(ended)
    },
    find: async (operatorId) => {
      const row = await operatorById(db, operatorId)
      if (row === undefined) throw new Rejected('not_found')
      return operatorOf(row)
    },
  }
}

/** Ends the sockets of sessions that end: at once when told, and within the hour when a session dies of age. */
import type { MarketClock } from '#server/platform/clock.ts'
import type { Operators, Sessions } from '#server/platform/session-reader.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

export interface Connected {
  client: SocketClient
  /** Of its handshake. */
  cookie: string | undefined
  leave(): void
}

export interface SocketSessions {
  end(which: WhichSession): void
  /** Whether another page of its session may come: a thousand would take the database from everybody else. */
  hasRoom(client: SocketClient): boolean
  /** Whether its session ended a moment ago, perhaps during a handshake. */
  hasEnded(client: SocketClient): boolean
  close(): void
}

/** Users' sessions and operators' are numbered apart. */
export type WhichSession = `user ${bigint}` | `desk ${bigint}`
const whichOf = ({ session, operator }: SocketClient): WhichSession | null => {
  if (operator !== null) return `desk ${operator.sessionId}`
  return session === null ? null : `user ${session.sessionId}`
}

export interface SocketSessionsParts {
  connected: ReadonlySet<Connected>
  clock: MarketClock
  sessions: Sessions
  operators: Operators
  onError(error: unknown): void
}

/** How often an open page's session is looked at again: a page may stay open longer than its session lives. */
export const SESSION_CHECK_MS = 3_600_000
/** Longer than any handshake takes: a session ended during one must not slip through. */
const ENDED_KEPT_MS = 60_000
/** More than anybody has tabs. */
export const SOCKETS_PER_SESSION = 30

export function createSocketSessions(parts: SocketSessionsParts): SocketSessions {
  const { connected, clock, sessions, operators, onError } = parts
  const ended = new Map<WhichSession, number>()
  const end = (which: WhichSession): void => {
    ended.set(which, clock.now())
    for (const { client, leave } of connected) {
      if (whichOf(client) !== which) continue
      leave()
      client.end()
    }
  }
  /** One after the other, so that nobody waits for the database because of it; it counts as a visit. */
  const check = async (): Promise<void> => {
    for (const { client, cookie } of connected) {
      const which = whichOf(client)
      if (which === null) continue
      const reader = client.operator === null ? sessions : operators
      if ((await reader.read(cookie)) === null) end(which)
    }
  }
  const stopChecking = clock.every(SESSION_CHECK_MS, () => void check().catch(onError))
  const stopForgetting = clock.every(ENDED_KEPT_MS, () => {
    for (const [id, at] of ended) if (clock.now() - at >= ENDED_KEPT_MS) ended.delete(id)
  })
  return {
    end,
    hasRoom: (newcomer) => {
      const which = whichOf(newcomer)
      let pages = 0
      for (const { client } of connected) if (whichOf(client) === which) pages += 1
      return which === null || pages < SOCKETS_PER_SESSION
    },
    hasEnded: (client) => {
      const which = whichOf(client)
      return which !== null && ended.has(which)
    },
    close: () => {
      stopChecking()
      stopForgetting()
    },
  }
}

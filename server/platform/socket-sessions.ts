/** Ends the sockets of sessions that end: at once when told, and within the hour when a session dies of age. */
import type { MarketClock } from '#server/platform/clock.ts'
import type { Sessions } from '#server/platform/session-reader.ts'
import type { SocketClient } from '#server/platform/socket-client.ts'

export interface Connected {
  client: SocketClient
  /** Of its handshake. */
  cookie: string | undefined
  leave(): void
}

export interface SocketSessions {
  end(sessionId: bigint): void
  /** Whether another page of this session may come: a thousand would take the database from everybody else. */
  hasRoom(sessionId: bigint): boolean
  /** Whether it ended a moment ago, perhaps during a handshake. */
  hasEnded(sessionId: bigint): boolean
  close(): void
}

export interface SocketSessionsParts {
  connected: ReadonlySet<Connected>
  clock: MarketClock
  sessions: Sessions
  onError(error: unknown): void
}

/** How often an open page's session is looked at again: a page may stay open longer than its session lives. */
export const SESSION_CHECK_MS = 3_600_000
/** Longer than any handshake takes: a session ended during one must not slip through. */
const ENDED_KEPT_MS = 60_000
/** More than anybody has tabs. */
export const SOCKETS_PER_SESSION = 30

export function createSocketSessions(parts: SocketSessionsParts): SocketSessions {
  const { connected, clock, sessions, onError } = parts
  const ended = new Map<bigint, number>()
  const end = (sessionId: bigint): void => {
    ended.set(sessionId, clock.now())
    for (const { client, leave } of connected) {
      if (client.session?.sessionId !== sessionId) continue
      leave()
      client.end()
    }
  }
  /** One after the other, so that nobody waits for the database because of it; it counts as a visit. */
  const check = async (): Promise<void> => {
    for (const { client, cookie } of connected) {
      if (client.session === null) continue
      if ((await sessions.read(cookie)) === null) end(client.session.sessionId)
    }
  }
  const stopChecking = clock.every(SESSION_CHECK_MS, () => void check().catch(onError))
  const stopForgetting = clock.every(ENDED_KEPT_MS, () => {
    for (const [id, at] of ended) if (clock.now() - at >= ENDED_KEPT_MS) ended.delete(id)
  })
  return {
    end,
    hasRoom: (sessionId) => {
      let pages = 0
      for (const { client } of connected) if (client.session?.sessionId === sessionId) pages += 1
      return pages < SOCKETS_PER_SESSION
    },
    hasEnded: (sessionId) => ended.has(sessionId),
    close: () => {
      stopChecking()
      stopForgetting()
    },
  }
}

/** Closes the sockets of ended sessions: at once when notified, and within the hour when a session expires. */
import { HOUR_MS } from '#contract/time.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Operators, Sessions } from '#server/platform/session-reader.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

/** A connected page. */
export interface Connected {
  client: SocketClient
  /** The cookie header of the handshake. */
  cookie: string | undefined
  leave(): void
}

/** The connected pages by session. */
export interface SocketSessions {
  end(which: WhichSession): void
  /** Whether another page of the session may connect. Too many would use up the database's capacity. */
  hasRoom(client: SocketClient): boolean
  /** Whether the session ended recently, perhaps during a handshake. */
  hasEnded(client: SocketClient): boolean
  close(): void
}

/** A session of a user or an operator. Their ids are numbered separately. */
type WhichSession = `user ${bigint}` | `desk ${bigint}`
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

/** How often the session of an open page is checked, in ms. A page may stay open after its session has expired. */
export const SESSION_CHECK_MS = HOUR_MS
/** Longer than any handshake takes, so that a session that ends during one is noticed. */
const ENDED_KEPT_MS = 60_000
/** More than the tabs that users open. */
export const SOCKETS_PER_SESSION = 30

/** Creates the register of connected pages. */
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
  /** Checks one session after the other, to limit the load on the database. Each check counts as a visit. */
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

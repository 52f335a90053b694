/** Caches sessions for some seconds, so that a busy page does not query the database for each request. */
import type { Session } from '#server/platform/session-reader.ts'

/** How long a session is cached. Ending a session removes it at once. */
const REMEMBER_MS = 10_000
const REMEMBERED_MAX = 20_000

/** A cache of sessions. */
export interface SessionMemory {
  recall(key: string, nowMs: number): Session | undefined
  /** Call this before reading the database, and pass the result to `remember`. */
  moment(): number
  /** Caches nothing if any session ended since `moment`, because it may be this one. */
  remember(
    key: string,
    it: { session: Session; nowMs: number; expiresMs: number },
    at: number,
  ): void
  forget(ids: readonly bigint[]): void
}

/** Creates an empty cache. */
export function createSessionMemory(): SessionMemory {
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

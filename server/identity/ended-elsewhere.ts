/** Ends, in this process, the sessions that the command line ended in the database: within seconds. */
import { revokedSince } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

export interface EndedElsewhereParts {
  db: Database
  clock: MarketClock
  sessions: Pick<SessionKeeper, 'forget'>
  onLost(error: unknown): void
}

export const ENDED_LOOK_MS = 5_000
/** Longer than the database may be away, and than two clocks of one machine differ. */
const LOOK_BACK_MS = 900_000

/** Returns how to stop. */
export function watchEndedElsewhere({ db, clock, sessions, onLost }: EndedElsewhereParts) {
  let known = new Set<bigint>()
  const look = async (): Promise<void> => {
    const ids = await revokedSince(db, clock.now() - LOOK_BACK_MS)
    const fresh = ids.filter((id) => !known.has(id))
    known = new Set(ids)
    sessions.forget(fresh)
  }
  return clock.every(ENDED_LOOK_MS, () => void look().catch(onLost))
}

/** Ends, in this process and within seconds, the sessions that the command line has ended in the database. */
import { revokedSince } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/** What the watch needs. */
export interface EndedElsewhereParts {
  db: Database
  clock: MarketClock
  sessions: Pick<SessionKeeper, 'forget'>
  onLost(error: unknown): void
}

/** How often the database is checked. */
export const ENDED_LOOK_MS = 5_000
/** Longer than an outage of the database may last, and than the difference of two clocks of one machine. */
const LOOK_BACK_MS = 900_000

/** Starts to check. Returns a function that stops it. */
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

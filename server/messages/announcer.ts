/** The job that sends announcements to every user, in batches. After a restart it resumes where it stopped. */
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { anyWaiting, tellNext } from '#server/messages/announcement-store.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Users per transaction, which locks them only for a short time. */
const USERS_AT_ONCE = 100
const RETRY_MS = 5_000

/** What the job needs. */
export interface AnnouncerParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  log: Logger
  deskChanges: DeskChanges
}

/** The job that sends announcements. */
export interface Announcer {
  /** Starts a run unless one is running, because an announcement waits. */
  ring(): void
  stop(): Promise<void>
}

/** Creates the job. */
export function createAnnouncer({ db, hub, clock, log, deskChanges }: AnnouncerParts): Announcer {
  let running: Promise<void> | null = null
  let rung = false
  let retry: Cancel | null = null
  const stopping = new AbortController()
  const { signal } = stopping

  const tellAll = async (): Promise<void> => {
    while (!signal.aborted && (await anyWaiting(db))) {
      hub.deliver(await tellNext(db, { users: USERS_AT_ONCE, atMs: clock.now() }))
      deskChanges.changed()
    }
  }
  const run = async (): Promise<void> => {
    try {
      do {
        rung = false
        await tellAll()
        // `ring` was called after the last check, so another announcement waits.
      } while (rung && !signal.aborted)
    } catch (err) {
      log.error({ err }, 'an announcement was not told to everybody')
      if (!signal.aborted) retry = clock.at(clock.now() + RETRY_MS, ring)
    } finally {
      running = null
    }
  }
  function ring(): void {
    if (signal.aborted) return
    rung = true
    retry?.()
    retry = null
    running ??= run()
  }
  return {
    ring,
    stop: async () => {
      stopping.abort()
      retry?.()
      await running
    },
  }
}

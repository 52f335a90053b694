/** The job that tells every user of an announcement, a bounded number at a time; a restart goes on where it stopped. */
import type { DeskBell } from '#server/platform/desk-bell.ts'
import { anyWaiting, tellNext } from '#server/messages/announcement-store.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Users told in one transaction: their money waits no longer than this takes. */
const USERS_AT_ONCE = 100
const RETRY_MS = 5_000

export interface AnnouncerParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  log: Logger
  bell: DeskBell
}

export interface Announcer {
  /** Something waits to be told: begins unless it runs. */
  ring(): void
  stop(): Promise<void>
}

export function createAnnouncer({ db, hub, clock, log, bell }: AnnouncerParts): Announcer {
  let running: Promise<void> | null = null
  let rung = false
  let retry: Cancel | null = null
  const stopping = new AbortController()
  const { signal } = stopping

  const tellAll = async (): Promise<void> => {
    while (!signal.aborted && (await anyWaiting(db))) {
      hub.deliver(await tellNext(db, { users: USERS_AT_ONCE, atMs: clock.now() }))
      bell.changed()
    }
  }
  const run = async (): Promise<void> => {
    try {
      do {
        rung = false
        await tellAll()
        // Rung after the last look: another has come.
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

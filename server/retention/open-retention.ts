/**
 * The worker that removes what is no longer kept (contract/retention.ts), in small steps: a step locks a few rows that
 * nothing else changes, or a table for a moment. It may stop at any point, and continues at the next run.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Removed } from '#contract/retention.ts'
import type { Area } from '#server/platform/area.ts'
import { createWorker, type MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import * as store from '#server/retention/retention-store.ts'

/** The day starts within this time after midnight. */
const EVERY_MS = 60_000
/** Rows per statement, which takes a few ms. */
const ROWS = 500
/** Statements per kind and run: at most 30,000 rows per minute. */
const MAX_STEPS = 60
/** Between two statements, so that they take a small share of the database's time. */
const REST_MS = 100
/** A drop waits for its lock for a tenth of a second, as orders then do too. It is tried a few times per run. */
const MAX_DROPS = 3

/** What the worker needs. */
export interface RetentionNeeds {
  db: Database
  clock: MarketClock
  log: Logger
  metrics: Registry
}

const SWEEPS: Readonly<
  Record<Exclude<Removed, 'outbox'>, (db: Queryable, rows: number) => Promise<store.Swept>>
> = {
  answers: store.sweepAnswers,
  sessions: store.sweepSessions,
  tickets: store.sweepTickets,
  reports: store.sweepClientReports,
  outlet: store.sweepOutlet,
}
type Kind = keyof typeof SWEEPS
const KINDS = Object.keys(SWEEPS) as readonly Kind[]

function gaugesOf(registry: Registry) {
  const registers = [registry]
  const removed = new Counter({
    name: 'fairtick_retention_removed_total',
    help:
      'What was removed because it is no longer kept: days of the outbox, answers, places of sessions, ' +
      'tickets, reports of browsers, and notices outside of the app',
    labelNames: ['what'],
    registers,
  })
  const bytes = new Counter({
    name: 'fairtick_retention_dropped_bytes_total',
    help: 'Bytes of the days of the outbox that were dropped',
    registers,
  })
  const done = new Gauge({
    name: 'fairtick_retention_done_timestamp_seconds',
    help: 'When the last run ended that left nothing to remove',
    registers,
  })
  return { removed, bytes, done }
}

/** Creates the worker. `run` removes what is old, and says whether nothing is left to remove. */
export function createRetention({ db, clock, log, metrics }: RetentionNeeds) {
  const { removed, bytes, done } = gaugesOf(metrics)
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (): Promise<unknown> =>
    pause(REST_MS, null, { signal, ref: false }).catch(() => null)

  const dropDays = async (): Promise<boolean> => {
    for (let n = 0; n < MAX_DROPS && !signal.aborted; n += 1) {
      try {
        const dropped = await store.dropDay(db)
        if (dropped === undefined) return true
        removed.inc({ what: 'outbox' })
        bytes.inc(dropped.bytes)
        log.info({ ...dropped }, 'a day of the outbox was dropped')
      } catch (error) {
        if (!store.isLocked(error)) throw error
        await rest()
      }
    }
    return false
  }
  const sweep = async (what: Kind): Promise<boolean> => {
    let rows = 0
    let isFull = true
    for (let n = 0; n < MAX_STEPS && isFull && !signal.aborted; n += 1) {
      if (n > 0) await rest()
      const step = await SWEEPS[what](db, ROWS)
      rows += step.removed
      isFull = step.isFull
    }
    if (rows > 0) {
      removed.inc({ what }, rows)
      log.info({ what, rows }, 'old data was removed')
    }
    return !isFull
  }
  return {
    /** Removes what is old. Resolves to whether nothing is left. Throws if the database does. */
    run: async (): Promise<boolean> => {
      const day = await store.startDay(db)
      if (day !== null) log.info({ day }, 'the day of the market began')
      const isDone = [await dropDays()]
      for (const what of KINDS) isDone.push(await sweep(what))
      if (!isDone.every(Boolean)) return false
      done.set(clock.now() / 1000)
      return true
    },
    stop: (): void => stopping.abort(),
  }
}

/** Opens the worker. It runs at the start and then each minute. */
export function openRetention(needs: RetentionNeeds): Area {
  const retention = createRetention(needs)
  const worker = createWorker(needs.clock, {
    periodMs: EVERY_MS,
    work: retention.run,
    failed: (err) => {
      if (store.isLocked(err)) needs.log.info('the day of the outbox is in use: later')
      else needs.log.warn({ err }, 'old data was not removed')
    },
  })
  return {
    start: worker.start,
    stop: async () => {
      retention.stop()
      await worker.stop()
    },
  }
}

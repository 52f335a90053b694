/**
 * Sends what waits in a channel: some at once, each until it is accepted, refused for good or too old. It may stop at
 * any point. A message whose attempt has no stored end is sent once more when its lease is over, with the same event
 * id.
 */
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import {
  claim,
  type Channel,
  type Finish,
  type OutletMessage,
} from '#server/outlet/outlet-store.ts'
import type { Outcome } from '#server/outlet/sender.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

/** After the first attempt, the second, and so on; the last one is repeated. */
const RETRY_AFTER_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const
/** Longer than all attempts of a batch take, one after the other. */
export const LEASE_MS = 15 * MINUTE_MS
/** While the server takes nothing, one message tries it, and waits twice as long after each failure. */
const PAUSE_MIN_MS = 5_000
const PAUSE_MAX_MS = 5 * MINUTE_MS
const BATCH = 20
const PAUSED = { kind: 'down', why: 'paused' } as const

/** `lapsed`: there is nothing to send any more. */
export type Sent = Outcome | { kind: 'lapsed' }

export interface OutletWorkerParts {
  channel: Channel
  db: Database
  clock: Pick<MarketClock, 'now'>
  log: Logger
  send(message: OutletMessage, signal: AbortSignal): Promise<Sent>
  /** How many are sent at once. */
  atOnce: number
  count(outcome: 'sent' | 'failed' | 'lapsed', messages: number): void
  /** Stores how an attempt ended. */
  end(message: OutletMessage, end: Finish, nowMs: number): Promise<void>
}

/** Sends what waits. */
export interface OutletWorker {
  /** Resolves when nothing is due. Throws if the database does. */
  run(): Promise<void>
  /** Begins no attempt any more and aborts those in progress. */
  stop(): void
}

/** When the next attempt of a message is due. */
const retryAt = (attempts: number, nowMs: number): number =>
  nowMs + (RETRY_AFTER_MS[attempts - 1] ?? RETRY_AFTER_MS.at(-1) ?? HOUR_MS)

export function createOutletWorker(parts: OutletWorkerParts): OutletWorker {
  const { channel, db, clock, log, atOnce } = parts
  const stopping = new AbortController()
  let pauseMs = 0
  let pausedUntil = 0

  const note = (sent: Sent, nowMs: number): void => {
    if (sent.kind !== 'down') {
      pauseMs = 0
      pausedUntil = 0
      return
    }
    if (pausedUntil > nowMs) return
    pauseMs = Math.min(Math.max(pauseMs * 2, PAUSE_MIN_MS), PAUSE_MAX_MS)
    pausedUntil = nowMs + pauseMs
    log.warn({ channel, why: sent.why, pauseMs }, 'notices are not taken at present')
  }

  const endOf = (sent: Sent, { attempts }: OutletMessage, nowMs: number): Finish => {
    const end = { nextMs: nowMs, counts: true, isBounce: false }
    switch (sent.kind) {
      case 'sent':
      case 'lapsed':
        return { ...end, state: sent.kind }
      case 'refused':
        return { ...end, state: 'failed', isBounce: sent.isBounce }
      case 'later':
        return { ...end, state: 'waiting', nextMs: retryAt(attempts, nowMs) }
      case 'down':
        return { ...end, state: 'waiting', nextMs: pausedUntil, counts: false }
    }
  }

  const attempt = async (message: OutletMessage): Promise<void> => {
    const isPaused = clock.now() < pausedUntil
    const sent = isPaused ? PAUSED : await parts.send(message, stopping.signal)
    // What an aborted attempt did is unknown. Its lease ends.
    if (stopping.signal.aborted && sent.kind !== 'sent') return
    const nowMs = clock.now()
    if (!isPaused) note(sent, nowMs)
    const end = endOf(sent, message, nowMs)
    await parts.end(message, end, nowMs)
    if (end.state !== 'waiting') parts.count(end.state, 1)
    if (sent.kind === 'refused' || sent.kind === 'later') {
      const { id, kind, attempts } = message
      log.info({ channel, message: id, kind, attempts, why: sent.why }, 'a notice was not taken')
    }
  }

  return {
    run: async () => {
      while (!stopping.signal.aborted && clock.now() >= pausedUntil) {
        const rows = pauseMs > 0 ? 1 : BATCH
        const messages = await claim(db, { channel, rows, leaseMs: LEASE_MS }, clock.now())
        if (messages.length === 0) return
        const lane = async (): Promise<void> => {
          for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
            if (stopping.signal.aborted) return
            await attempt(next)
          }
        }
        await Promise.all(Array.from({ length: atOnce }, lane))
      }
    },
    stop: () => stopping.abort(),
  }
}

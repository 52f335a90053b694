/**
 * Sends what waits in a channel: some at once, each until it is accepted, refused for good or too old. It may stop at
 * any point: a clean stop releases what it claimed. After a kill, a message whose attempt has no stored end is sent
 * once more when its lease is over, with the same event id.
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
/** For one attempt: a sender gives up after 90 s at most, and its reads take far less than the rest. */
export const ATTEMPT_MAX_MS = 2 * MINUTE_MS
/** An attempt begins only while its lease lasts longer than it may take, so no two servers send a message at once. */
export const LEASE_MS = ATTEMPT_MAX_MS + MINUTE_MS
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
  /** Begins no attempt any more. `run` resolves when those in progress have ended. */
  stop(): void
  /** Aborts the attempts in progress. */
  abort(): void
}

/** When the next attempt of a message is due. */
const retryAt = (attempts: number, nowMs: number): number =>
  nowMs + (RETRY_AFTER_MS[attempts - 1] ?? RETRY_AFTER_MS.at(-1) ?? HOUR_MS)

const RELEASED = { state: 'waiting', counts: false, isBounce: false } as const

function endOf(sent: Sent, attempts: number, nowMs: number, pausedUntil: number): Finish {
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

/** Resolves when `handle` has had each message, over `lanes` lanes. Throws if one did, after the others have ended. */
async function inLanes(
  lanes: number,
  messages: OutletMessage[],
  handle: (message: OutletMessage) => Promise<void>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
      await handle(next)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export function createOutletWorker(parts: OutletWorkerParts): OutletWorker {
  const { channel, db, clock, log, atOnce } = parts
  const stopping = new AbortController()
  const aborting = new AbortController()
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

  /** Makes a message due for the next claim: one that was not attempted, or whose attempt was aborted. */
  const release = (message: OutletMessage): Promise<void> => {
    const nowMs = clock.now()
    return parts.end(message, { ...RELEASED, nextMs: nowMs }, nowMs)
  }

  const attempt = async (message: OutletMessage): Promise<void> => {
    const isPaused = clock.now() < pausedUntil
    const sent = isPaused ? PAUSED : await parts.send(message, aborting.signal)
    const isOpen = sent.kind === 'later' || sent.kind === 'down'
    if (aborting.signal.aborted && isOpen) return release(message)
    const nowMs = clock.now()
    if (!isPaused) note(sent, nowMs)
    const end = endOf(sent, message.attempts, nowMs, pausedUntil)
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
        const claimedAt = clock.now()
        const messages = await claim(db, { channel, rows, leaseMs: LEASE_MS }, claimedAt)
        if (messages.length === 0) return
        const lastBegin = claimedAt + LEASE_MS - ATTEMPT_MAX_MS
        const mayBegin = (): boolean => !stopping.signal.aborted && clock.now() <= lastBegin
        await inLanes(atOnce, messages, (each) => (mayBegin() ? attempt(each) : release(each)))
      }
    },
    stop: () => stopping.abort(),
    abort: () => aborting.abort(),
  }
}

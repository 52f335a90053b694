/**
 * Requests one topic from the server until the subscription succeeds. It retries after silence or errors, with
 * increasing delays.
 */
import type { z } from 'zod/mini'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { subscribeReply, type subscribeRequest } from '#contract/topics.ts'
import type { Link } from '#streams/wire/link.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

/** What the requests of one topic depend on. */
export interface SubscriptionRetryParts {
  link: Link
  timing: Timing
  request(): z.input<typeof subscribeRequest>
  /** Called when the server refuses the topic with a code that is not worth a retry. */
  onRefused(code: string): void
  onBadReply(): void
}

/** The subscription requests of one topic. */
export interface SubscriptionRetry {
  ask(): void
  /** Requests again after a failure: at once the first time, later after increasing delays. */
  again(): void
  /** Whether the current request was acknowledged. Frames before that belong to an older subscription. */
  isAnswered(): boolean
  /** Reports that a frame was applied. It resets the delays. */
  succeeded(): void
  stop(): void
}

/** The delay after the second consecutive failure; it doubles with each further one. */
const RETRY_MS = 500
const RETRY_MAX_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000
const RETRIED_CODES = ['rate_limited', 'unavailable']

/**
 * Creates the subscription requests of one topic. Nothing is sent before `ask` is called, or while the link is down.
 */
export function createSubscriptionRetry(parts: SubscriptionRetryParts): SubscriptionRetry {
  const { link, timing } = parts
  const alarm = createAlarm(timing)
  let answered = false
  let failures = 0
  let turn = 0
  const stop = (): void => {
    alarm.clear()
    turn += 1
    answered = false
  }
  const answer = (reply: unknown): void => {
    const parsed = subscribeReply.safeParse(reply)
    if (!parsed.success) parts.onBadReply()
    else if (parsed.data.ok) answered = true
    else if (RETRIED_CODES.includes(parsed.data.code)) again()
    else {
      stop()
      parts.onRefused(parsed.data.code)
    }
  }
  const ask = (): void => {
    stop()
    if (!link.isUp()) return
    const asked = turn
    alarm.set(ANSWER_TIMEOUT_MS, again)
    link.request(SOCKET_EVENTS.subscribe, parts.request(), (reply) => {
      if (asked === turn) answer(reply)
    })
  }
  const again = (): void => {
    stop()
    failures += 1
    const wait = failures === 1 ? 0 : RETRY_MS * 2 ** (failures - 2)
    alarm.set(Math.min(RETRY_MAX_MS, wait), ask)
  }
  return {
    ask,
    again,
    stop,
    isAnswered: () => answered,
    succeeded: () => {
      failures = 0
      alarm.clear()
    },
  }
}

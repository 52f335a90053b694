/** Asks the server for one topic until the answer bears fruit: again after silence or trouble, ever more patiently. */
import type { z } from 'zod'
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import { subscribeReply, type subscribeRequest } from '#contract/topics.ts'
import type { Link } from '#streams/wire/link.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

export interface AskerParts {
  link: Link
  timing: Timing
  request(): z.input<typeof subscribeRequest>
  /** The server refuses for good. */
  onRefused(code: string): void
  onBadReply(): void
}

export interface Asker {
  ask(): void
  /** What came was of no use: at once the first time, later each time more. */
  again(): void
  /** Frames before the answer belong to an older subscription. */
  isAnswered(): boolean
  /** A frame was of use. */
  bearFruit(): void
  stop(): void
}

/** The second fruitless time waits this long, each further one twice as long. */
const AGAIN_MS = 500
const AGAIN_LONGEST_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000
const WORTH_ASKING_AGAIN = ['rate_limited', 'unavailable']

export function createAsker(parts: AskerParts): Asker {
  const { link, timing } = parts
  const alarm = createAlarm(timing)
  let answered = false
  let fruitless = 0
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
    else if (WORTH_ASKING_AGAIN.includes(parsed.data.code)) again()
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
    fruitless += 1
    const wait = fruitless === 1 ? 0 : AGAIN_MS * 2 ** (fruitless - 2)
    alarm.set(Math.min(AGAIN_LONGEST_MS, wait), ask)
  }
  return {
    ask,
    again,
    stop,
    isAnswered: () => answered,
    bearFruit: () => {
      fruitless = 0
      alarm.clear()
    },
  }
}

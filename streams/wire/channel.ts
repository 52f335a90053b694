/** One subscription on the wire: asks, watches the sequence, mends gaps, and hands on what may be applied. */
import {
  type Envelope,
  SOCKET_EVENTS,
  subscribeReply,
  type subscribeRequest,
} from '#contract/topics.ts'
import type { z } from 'zod'
import type { Link } from '#streams/wire/link.ts'
import { type Cursor, judge, type SequenceMode } from '#streams/wire/sequence.ts'
import type { Cancel, Timing } from '#streams/wire/timing.ts'
import type { TopicCodec } from '#streams/wire/topic-codec.ts'

export type TopicEvent<S, D> =
  | { kind: 'snapshot'; asOf: number; data: S }
  | { kind: 'delta'; asOf: number; data: D }
  /** A heartbeat: nothing was missed up to now. */
  | { kind: 'confirmed'; asOf: number }
  /** The session changed: what was folded so far belongs to nobody. */
  | { kind: 'cleared' }

/** The server's refusal of a topic. */
export class TopicRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`topic refused: ${code}`)
    this.code = code
  }
}

export interface WireCounts {
  badFrames: number
  duplicates: number
  resyncs: number
}

export interface ChannelParts<S, D> {
  topic: string
  codec: TopicCodec<S, D>
  mode: SequenceMode
  link: Link
  timing: Timing
  counts: WireCounts
  next(event: TopicEvent<S, D>): void
  fail(error: TopicRefused): void
}

export interface Channel {
  accept(frame: Envelope): void
  /** The link is up, or must prove itself again. */
  ask(): void
  clear(): void
  close(): void
}

/** Asking again waits this long at first, twice as long each time without success. */
const ASK_AGAIN_MS = 250
const ASK_AGAIN_LONGEST_MS = 10_000
const ANSWER_TIMEOUT_MS = 5_000

export function createChannel<S, D>(parts: ChannelParts<S, D>): Channel {
  const { codec, counts, link, mode, timing, topic } = parts
  let cursor: Cursor | null = null
  // Frames before the answer belong to an older subscription.
  let state: 'idle' | 'asking' | 'waiting' | 'settled' = 'idle'
  let fruitless = 0
  let turn = 0
  let cancelTimer: Cancel = () => undefined
  const later = (ms: number, run: () => void): void => {
    cancelTimer()
    cancelTimer = timing.after(ms, run)
  }
  const idle = (): void => {
    cancelTimer()
    turn += 1
    state = 'idle'
  }

  const ask = (): void => {
    if (!link.isUp()) return
    state = 'asking'
    turn += 1
    const asked = turn
    later(ANSWER_TIMEOUT_MS, askAgain)
    const request: z.input<typeof subscribeRequest> = {
      topic,
      ...(cursor !== null && mode === 'exact' && { after: cursor }),
    }
    link.request(SOCKET_EVENTS.subscribe, request, (reply) => {
      if (asked === turn) answered(reply)
    })
  }
  const askAgain = (): void => {
    counts.resyncs += 1
    const wait = Math.min(ASK_AGAIN_LONGEST_MS, ASK_AGAIN_MS * 2 ** fruitless)
    fruitless += 1
    idle()
    later(fruitless === 1 ? 0 : wait, ask)
  }
  const answered = (reply: unknown): void => {
    const parsed = subscribeReply.safeParse(reply)
    if (!parsed.success) counts.badFrames += 1
    else if (parsed.data.ok) state = 'waiting'
    else refuse(parsed.data.code)
  }
  // Without a session there is nothing to show and nothing to retry: a renewal asks again.
  const refuse = (code: string): void => {
    if (code === 'rate_limited' || code === 'unavailable') return askAgain()
    idle()
    if (code !== 'not_logged_in') parts.fail(new TopicRefused(code))
  }
  const settle = (): void => {
    if (state === 'waiting') cancelTimer()
    state = 'settled'
    fruitless = 0
  }
  const restart = (): void => {
    cursor = null
    askAgain()
  }

  const apply = (kind: 'snapshot' | 'delta', [, epoch, seq, , asOf, data]: Envelope): void => {
    const event = decode(codec, kind, asOf, data)
    if (event === undefined) {
      counts.badFrames += 1
      if (mode === 'exact') restart()
      return
    }
    cursor = { epoch, seq }
    settle()
    parts.next(event)
  }

  const accept = (frame: Envelope): void => {
    if (state === 'idle' || state === 'asking') return
    const [, epoch, seq, kind, asOf, data] = frame
    if (kind === 'error') return refuse(typeof data === 'string' ? data : 'internal')
    const verdict = judge(cursor, { epoch, seq, kind }, mode)
    if (verdict === 'drop') counts.duplicates += 1
    else if (verdict === 'replay') askAgain()
    else if (verdict === 'restart') restart()
    else if (kind === 'snapshot' || kind === 'delta') apply(kind, frame)
    else {
      settle()
      parts.next({ kind: 'confirmed', asOf })
    }
  }

  return {
    accept,
    ask,
    clear: () => {
      idle()
      cursor = null
      fruitless = 0
      parts.next({ kind: 'cleared' })
    },
    close: idle,
  }
}

function decode<S, D>(
  codec: TopicCodec<S, D>,
  kind: 'snapshot' | 'delta',
  asOf: number,
  data: unknown,
): TopicEvent<S, D> | undefined {
  if (kind === 'snapshot') {
    const snapshot = codec.snapshot(data)
    return snapshot === undefined ? undefined : { kind, asOf, data: snapshot }
  }
  const delta = codec.delta(data)
  return delta === undefined ? undefined : { kind, asOf, data: delta }
}

/**
 * One subscription on the socket: it checks the sequence, repairs gaps, and passes on the events that may be applied.
 */
import { SAME_EPOCH } from '#contract/frame-text.ts'
import type { Envelope } from '#contract/topics.ts'
import { createSubscriptionRetry } from '#streams/wire/subscription-retry.ts'
import type { Link } from '#streams/wire/link.ts'
import { type Cursor, judge, type SequenceMode } from '#streams/wire/sequence.ts'
import type { Timing } from '#streams/wire/timing.ts'
import type { TopicCodec } from '#streams/wire/topic-codec.ts'

/** An event of a topic. `asOf` is the server time of its frame, ms. */
export type TopicEvent<S, D> =
  | { kind: 'snapshot'; asOf: number; data: S }
  | { kind: 'delta'; asOf: number; data: D }
  /** A heartbeat: nothing was missed up to this time. */
  | { kind: 'confirmed'; asOf: number }
  /** The session changed, so the state so far must be dropped. */
  | { kind: 'cleared' }

/** The error of a topic that the server refuses. `code` is a code of the error catalogue. */
export class TopicRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`topic refused: ${code}`)
    this.code = code
  }
}

/** Counters of irregular frames, for tests and diagnosis. */
export interface WireCounts {
  badFrames: number
  duplicates: number
  resyncs: number
}

/** What one channel depends on. */
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

/** One subscription, as the wire drives it. */
export interface Channel {
  accept(frame: Envelope): void
  /** Requests the topic again, after the link has come up. */
  ask(): void
  clear(): void
  close(): void
}

/** Creates the channel of a topic. */
export function createChannel<S, D>(parts: ChannelParts<S, D>): Channel {
  const { codec, counts, link, mode, timing, topic } = parts
  let cursor: Cursor | null = null
  // Without a session there is nothing to show or retry. The topic is requested again after a renewal.
  const onRefused = (code: string): void => {
    if (code !== 'not_logged_in') parts.fail(new TopicRefused(code))
  }
  const retry = createSubscriptionRetry({
    link,
    timing,
    onRefused,
    onBadReply: () => void counts.badFrames++,
    request: () => ({ topic, ...(cursor !== null && mode === 'exact' && { after: cursor }) }),
  })
  const resync = (from: Cursor | null): void => {
    counts.resyncs += 1
    cursor = from
    retry.again()
  }
  const epochOf = (named: string): string => (named === SAME_EPOCH ? (cursor?.epoch ?? '') : named)
  const hand = (frame: Envelope): void => {
    const [, named, seq] = frame
    const event = decode(codec, frame)
    if (event === undefined) {
      counts.badFrames += 1
      // Where each delta counts, only a snapshot can follow a frame that cannot be parsed.
      if (mode === 'exact') resync(null)
      return
    }
    cursor = { epoch: epochOf(named), seq }
    retry.succeeded()
    parts.next(event)
  }
  return {
    ask: retry.ask,
    close: retry.stop,
    accept: (frame) => {
      const [, named, seq, kind, , data] = frame
      // The page's first packet may have asked for prices (contract/socket-protocol.ts). They begin with a snapshot.
      const isExpected = mode === 'latest' && (kind === 'snapshot' || cursor !== null)
      if (!isExpected && !retry.isAnswered()) return
      if (kind === 'error') {
        retry.stop()
        return onRefused(typeof data === 'string' ? data : 'internal')
      }
      const verdict = judge(cursor, { epoch: epochOf(named), seq, kind }, mode)
      if (verdict === 'drop') counts.duplicates += 1
      else if (verdict === 'replay') resync(cursor)
      else if (verdict === 'restart') resync(null)
      else hand(frame)
    },
    clear: () => {
      retry.stop()
      cursor = null
      parts.next({ kind: 'cleared' })
    },
  }
}

function decode<S, D>(
  codec: TopicCodec<S, D>,
  [, , , kind, asOf, data]: Envelope,
): TopicEvent<S, D> | undefined {
  if (kind === 'snapshot') {
    const snapshot = codec.snapshot(data)
    return snapshot === undefined ? undefined : { kind, asOf, data: snapshot }
  }
  if (kind !== 'delta') return { kind: 'confirmed', asOf }
  const delta = codec.delta(data)
  return delta === undefined ? undefined : { kind, asOf, data: delta }
}

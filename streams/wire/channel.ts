/** One subscription on the wire: watches the sequence, mends gaps, and hands on what may be applied. */
import type { Envelope } from '#contract/topics.ts'
import { createAsker } from '#streams/wire/asker.ts'
import type { Link } from '#streams/wire/link.ts'
import { type Cursor, judge, type SequenceMode } from '#streams/wire/sequence.ts'
import type { Timing } from '#streams/wire/timing.ts'
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

export function createChannel<S, D>(parts: ChannelParts<S, D>): Channel {
  const { codec, counts, link, mode, timing, topic } = parts
  let cursor: Cursor | null = null
  // Without a session there is nothing to show and nothing to retry: a renewal asks again.
  const onRefused = (code: string): void => {
    if (code !== 'not_logged_in') parts.fail(new TopicRefused(code))
  }
  const asker = createAsker({
    link,
    timing,
    onRefused,
    onBadReply: () => void counts.badFrames++,
    request: () => ({ topic, ...(cursor !== null && mode === 'exact' && { after: cursor }) }),
  })
  const resync = (from: Cursor | null): void => {
    counts.resyncs += 1
    cursor = from
    asker.again()
  }
  const hand = (frame: Envelope): void => {
    const [, epoch, seq] = frame
    const event = decode(codec, frame)
    if (event === undefined) {
      counts.badFrames += 1
      // Where each delta counts, only a snapshot continues past one that cannot be read.
      if (mode === 'exact') resync(null)
      return
    }
    cursor = { epoch, seq }
    asker.bearFruit()
    parts.next(event)
  }
  return {
    ask: asker.ask,
    close: asker.stop,
    accept: (frame) => {
      if (!asker.isAnswered()) return
      const [, epoch, seq, kind, , data] = frame
      if (kind === 'error') {
        asker.stop()
        return onRefused(typeof data === 'string' ? data : 'internal')
      }
      const verdict = judge(cursor, { epoch, seq, kind }, mode)
      if (verdict === 'drop') counts.duplicates += 1
      else if (verdict === 'replay') resync(cursor)
      else if (verdict === 'restart') resync(null)
      else hand(frame)
    },
    clear: () => {
      asker.stop()
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

import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Envelope } from '#contract/topics.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  type Channel,
  createChannel,
  type TopicEvent,
  TopicRefused,
  type WireCounts,
} from '#streams/wire/channel.ts'
import { createLink } from '#streams/wire/link.ts'
import type { SequenceMode } from '#streams/wire/sequence.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

let timing: FakeTiming
let fake: FakeTransport
let counts: WireCounts
let channel: Channel
let events: TopicEvent<string[], string>[]
let errors: TopicRefused[]

const codec = codecOf({
  snapshot: z.array(z.string()),
  delta: z.string(),
  delivery: 'every',
  staleAfterMs: null,
  login: false,
  params: [],
})

function open(mode: SequenceMode): void {
  timing = fakeTiming()
  fake = fakeTransport()
  counts = { badFrames: 0, duplicates: 0, resyncs: 0 }
  events = []
  errors = []
  const link = createLink({ transport: fake.transport, timing, onFrame: () => undefined })
  fake.last().to.up()
  channel = createChannel({
    topic: 'words',
    codec,
    mode,
    link,
    timing,
    counts,
    next: (event) => events.push(event),
    fail: (error) => errors.push(error),
  })
  channel.ask()
}
const answer = (reply: unknown = { ok: true }): void => fake.last().requests.at(-1)?.answer(reply)
const frame = (seq: number, kind: Envelope[3], data: unknown = null, epoch = 'e'): void =>
  channel.accept(['words', epoch, seq, kind, timeMs.parse(seq * 10), data])
const requests = (): unknown[] => fake.last().requests.map(({ payload }) => payload)
const kinds = (): string[] => events.map(({ kind }) => kind)
/** What is asked at once is asked by a timer of no delay. */
const soon = (): void => timing.advance(0)

beforeEach(() => open('exact'))

describe('a channel', () => {
  it('hands on snapshot, deltas and heartbeats in order, each with its time', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(4, 'delta', 'b')
    frame(4, 'heartbeat')
    expect(events).toEqual([
      { kind: 'snapshot', asOf: 30, data: ['a'] },
      { kind: 'delta', asOf: 40, data: 'b' },
      { kind: 'confirmed', asOf: 40 },
    ])
    expect(counts).toEqual({ badFrames: 0, duplicates: 0, resyncs: 0 })
  })

  it('takes nothing before its request was answered: such frames are of a subscription before', () => {
    frame(3, 'snapshot', ['old'])
    answer()
    frame(4, 'delta', 'b')
    expect(events).toEqual([])
  })

  it('drops a frame that came twice, and counts it', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(4, 'delta', 'b')
    frame(4, 'delta', 'b')
    frame(3, 'delta', 'a')
    expect(kinds()).toEqual(['snapshot', 'delta'])
    expect(counts).toEqual({ badFrames: 0, duplicates: 2, resyncs: 0 })
  })

  it('asks for what is missing after the newest frame when one was lost', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(5, 'delta', 'c')
    soon()
    expect(requests()).toEqual([
      { topic: 'words' },
      { topic: 'words', after: { epoch: 'e', seq: 3 } },
    ])
    answer()
    frame(4, 'delta', 'b')
    frame(5, 'delta', 'c')
    expect(kinds()).toEqual(['snapshot', 'delta', 'delta'])
    expect(counts.resyncs).toBe(1)
  })

  it('learns of a loss from a heartbeat', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(4, 'heartbeat')
    soon()
    expect(requests().at(-1)).toEqual({ topic: 'words', after: { epoch: 'e', seq: 3 } })
  })

  it('asks for a snapshot when the server cannot replay, and when the epoch is another', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(9, 'gap')
    soon()
    expect(requests().at(-1)).toEqual({ topic: 'words' })
    answer()
    frame(9, 'snapshot', ['a', 'b'])
    frame(10, 'delta', 'c', 'other')
    timing.advance(500)
    expect(requests().at(-1)).toEqual({ topic: 'words' })
    expect(counts.resyncs).toBe(2)
    answer()
    frame(1, 'snapshot', ['z'], 'other')
    frame(2, 'delta', 'y', 'other')
    expect(kinds()).toEqual(['snapshot', 'snapshot', 'snapshot', 'delta'])
  })

  it('continues only from a snapshot past a delta that it cannot read', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(4, 'delta', 7)
    soon()
    expect(requests().at(-1)).toEqual({ topic: 'words' })
    expect(counts).toEqual({ badFrames: 1, duplicates: 0, resyncs: 1 })
    expect(kinds()).toEqual(['snapshot'])
  })

  it('asks more and more patiently for a snapshot that it cannot read', () => {
    const at: number[] = []
    fake.onRequest = (_attempt, request) => {
      at.push(timing.monotonicMs())
      request.answer({ ok: true })
      frame(3, 'snapshot', 'nonsense')
    }
    answer()
    frame(3, 'snapshot', 'nonsense')
    for (let step = 0; step < 36; step += 1) {
      timing.advance(100)
      fake.last().to.alive()
    }
    expect(at).toEqual([0, 500, 1_500, 3_500])
  })

  it('asks after the newest frame again when the link is back, and for all of it once cleared', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    channel.ask()
    expect(requests().at(-1)).toEqual({ topic: 'words', after: { epoch: 'e', seq: 3 } })
    answer()
    channel.clear()
    expect(events.at(-1)).toEqual({ kind: 'cleared' })
    frame(4, 'delta', 'b')
    // A snapshot of the user before may still be on its way.
    frame(5, 'snapshot', ['a', 'b', 'c'])
    expect([kinds(), counts.resyncs]).toEqual([['snapshot', 'cleared'], 0])
    channel.ask()
    expect(requests().at(-1)).toEqual({ topic: 'words' })
  })

  it('rests once it has a snapshot, and counts an answer that it cannot read', () => {
    answer('maybe')
    expect(counts.badFrames).toBe(1)
    answer()
    frame(3, 'snapshot', ['a'])
    timing.advance(8_000)
    fake.last().to.alive()
    timing.advance(8_000)
    expect(requests()).toHaveLength(1)
  })

  it('asks and takes nothing once closed', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(5, 'delta', 'c')
    channel.close()
    timing.advance(9_000)
    frame(4, 'delta', 'b')
    expect([requests().length, kinds()]).toEqual([1, ['snapshot']])
  })
})

describe('a channel of newest values', () => {
  beforeEach(() => open('latest'))
  it('lets frames be missing, asks for none of them, and drops what steps back', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(9, 'delta', 'c')
    frame(8, 'delta', 'b')
    frame(20, 'heartbeat')
    expect(kinds()).toEqual(['snapshot', 'delta', 'confirmed'])
    expect(counts).toEqual({ badFrames: 0, duplicates: 1, resyncs: 0 })
    channel.ask()
    expect(requests()).toEqual([{ topic: 'words' }, { topic: 'words' }])
  })
  it('passes over a frame that it cannot read, without asking again', () => {
    answer()
    frame(3, 'snapshot', ['a'])
    frame(4, 'delta', 7)
    frame(5, 'delta', 'b')
    soon()
    expect(kinds()).toEqual(['snapshot', 'delta'])
    expect([counts.badFrames, counts.resyncs, requests().length]).toEqual([1, 0, 1])
  })
})

describe('a refused channel', () => {
  it('fails with the server’s code, whether refused in the answer or by a frame', () => {
    answer({ ok: false, code: 'topic_unknown' })
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['topic_unknown', 'topic refused: topic_unknown'],
    ])
    open('exact')
    answer()
    frame(3, 'error', 'too_many')
    frame(4, 'snapshot', ['a'])
    timing.advance(9_000)
    expect(errors.map(({ code }) => code)).toEqual(['too_many'])
    expect([events, requests().length]).toEqual([[], 1])
  })
  it('calls an error frame without a code an internal one', () => {
    answer()
    frame(3, 'error', { not: 'a code' })
    expect(errors.map(({ code }) => code)).toEqual(['internal'])
    expect(errors[0]).toBeInstanceOf(TopicRefused)
  })
  it('waits in silence without a session, and asks when the link comes up again', () => {
    answer({ ok: false, code: 'not_logged_in' })
    timing.advance(9_000)
    expect([errors, requests().length]).toEqual([[], 1])
    fake.last().to.alive()
    channel.ask()
    answer()
    frame(1, 'snapshot', ['a'])
    expect(kinds()).toEqual(['snapshot'])
  })
})

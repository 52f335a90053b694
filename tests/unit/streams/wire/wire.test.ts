import type { Subscription } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '#streams/types.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import { createWire, type TopicRequest, type Wire } from '#streams/wire/wire.ts'
import { quotesData } from '#contract/market-topics.ts'
import { TOPICS } from '#contract/topics.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'

const T = 1_800_000_000_000
const QUOTES = codecOf({ ...TOPICS.quotes, snapshot: quotesData, delta: quotesData })

let timing: FakeTiming
let fake: FakeTransport
let wire: Wire
let states: Connection[]
beforeEach(() => {
  timing = fakeTiming()
  fake = fakeTransport()
  wire = createWire({ transport: fake.transport, timing })
  states = []
  wire.connection$.subscribe((state) => states.push(state))
})

const names = (): string[] => states.map(({ status }) => status)
const asked = (event: string): unknown[] =>
  fake
    .last()
    .requests.filter((request) => request.event === event)
    .map(({ payload }) => payload)
/** Answers all that was asked for so far, in order. */
function answerAll(event: string, reply: unknown): void {
  for (const request of fake.last().requests) if (request.event === event) request.answer(reply)
}
const frame = (...parts: unknown[]): void => fake.last().to.frame(parts)
function open(
  topic: string,
  change: Partial<TopicRequest<readonly number[], readonly number[]>> = {},
): { events: unknown[]; errors: unknown[]; subscription: Subscription } {
  const events: unknown[] = []
  const errors: unknown[] = []
  const request = { topic, codec: QUOTES, mode: 'exact', personal: false, ...change } as const
  const subscription = wire.open(request).subscribe({
    next: (event) => events.push(event),
    error: (error: unknown) => errors.push(error),
  })
  return { events, errors, subscription }
}
const kindsOf = ({ events }: { events: unknown[] }): unknown[] =>
  events.map((event) => (event as { kind: unknown }).kind)

describe('the wire', () => {
  it('opens a topic only when it is read, and once the link is up', () => {
    open('quotes')
    expect(asked('subscribe')).toEqual([])
    fake.last().to.up()
    expect(asked('subscribe')).toEqual([{ topic: 'quotes' }])
    open('rates')
    expect(asked('subscribe')).toEqual([{ topic: 'quotes' }, { topic: 'rates' }])
  })

  it('hands each frame to the topic that it names', () => {
    fake.last().to.up()
    const quotes = open('quotes')
    const rates = open('rates')
    answerAll('subscribe', { ok: true })
    frame('rates', 'e', 1, 'snapshot', T, [5])
    frame('nothing', 'e', 1, 'snapshot', T, [5])
    expect(rates.events).toEqual([{ kind: 'snapshot', asOf: T, data: [5] }])
    expect(quotes.events).toEqual([])
  })

  it('counts what is no frame, and survives it', () => {
    fake.last().to.up()
    const { events } = open('quotes')
    answerAll('subscribe', { ok: true })
    const good = ['quotes', 'e', 1, 'snapshot', T, [1]]
    const bad = [null, 'x', [], good.slice(0, 5), [...good, 1], ['Quotes!', ...good.slice(1)]]
    for (const data of bad) fake.last().to.frame(data)
    fake.last().to.frame(good.with(2, -1))
    fake.last().to.frame(good.with(3, 'news'))
    expect([events.length, wire.counts.badFrames]).toEqual([0, 8])
    fake.last().to.frame(good)
    expect(events).toHaveLength(1)
    expect(wire.counts).toEqual({ badFrames: 8, duplicates: 0, resyncs: 0 })
  })

  it('gives a topic back when its reader leaves, and takes no frame for it any more', () => {
    fake.last().to.up()
    const { events, subscription } = open('quotes')
    answerAll('subscribe', { ok: true })
    subscription.unsubscribe()
    expect(asked('unsubscribe')).toEqual([{ topic: 'quotes' }])
    frame('quotes', 'e', 1, 'snapshot', T, [1])
    timing.advance(9_000)
    expect([events, asked('subscribe').length]).toEqual([[], 1])
  })

  it('fails a topic that the server refuses, and gives it back', () => {
    fake.last().to.up()
    const { errors } = open('desk')
    answerAll('subscribe', { ok: false, code: 'topic_unknown' })
    expect(errors).toMatchObject([{ code: 'topic_unknown' }])
    expect(asked('unsubscribe')).toEqual([{ topic: 'desk' }])
  })

  it('takes a frame without an epoch for one of the snapshot before it, and for nothing without one', () => {
    fake.last().to.up()
    const quotes = open('quotes', { mode: 'latest' })
    const early = open('rates', { mode: 'latest' })
    answerAll('subscribe', { ok: true })
    frame('quotes', 'e', 1, 'snapshot', T, [5])
    frame('quotes', '', 3, 'delta', T, [6])
    frame('quotes', 'e', 2, 'delta', T, [7])
    frame('quotes', '', 3, 'heartbeat', T, null)
    expect(kindsOf(quotes)).toEqual(['snapshot', 'delta', 'confirmed'])
    frame('rates', '', 1, 'delta', T, [5])
    expect(kindsOf(early)).toEqual([])
  })

  it('takes the newest state before the answer, but nothing where each frame counts', () => {
    fake.last().to.up()
    const quotes = open('quotes', { mode: 'latest' })
    const rates = open('rates')
    frame('quotes', '', 1, 'delta', T, [4])
    frame('quotes', 'e', 1, 'snapshot', T, [5])
    frame('quotes', '', 2, 'delta', T, [6])
    frame('rates', 'e', 1, 'snapshot', T, [5])
    expect([kindsOf(quotes), kindsOf(rates)]).toEqual([['snapshot', 'delta'], []])
    answerAll('subscribe', { ok: true })
    frame('quotes', 'e', 3, 'snapshot', T, [7])
    frame('rates', 'e', 1, 'snapshot', T, [5])
    expect([kindsOf(quotes), kindsOf(rates)]).toEqual([
      ['snapshot', 'delta', 'snapshot'],
      ['snapshot'],
    ])
  })

  it('asks every open topic again after a break, from where it was', () => {
    fake.last().to.up()
    open('quotes', { mode: 'latest' })
    open('rates')
    answerAll('subscribe', { ok: true })
    frame('rates', 'e', 7, 'snapshot', T, [5])
    fake.last().to.down()
    timing.advance(2_000)
    fake.last().to.up()
    expect(asked('subscribe')).toEqual([
      { topic: 'quotes' },
      { topic: 'rates', after: { epoch: 'e', seq: 7 } },
    ])
  })

  it('tells the server what is visible, at once and after each break', () => {
    wire.setVisible({ list: [], detail: [] })
    fake.last().to.up()
    wire.setVisible({ list: [], detail: [] })
    expect(fake.last().sent).toHaveLength(2)
    fake.last().to.down()
    timing.advance(2_000)
    expect(fake.last().sent).toEqual([])
    fake.last().to.up()
    expect(fake.last().sent).toEqual([{ event: 'visible', payload: { list: [], detail: [] } }])
  })

  it('says nothing of what is visible before a page said so', () => {
    fake.last().to.up()
    expect(fake.last().sent).toEqual([])
  })

  it('knows the server’s time from any frame, and better from its probes', () => {
    expect(wire.serverNow()).toBe(0)
    fake.last().to.up()
    frame('nothing', 'e', 1, 'heartbeat', T, null)
    expect(wire.serverNow()).toBe(T)
    timing.advance(10)
    answerAll('clock', T + 1_000)
    expect(wire.serverNow()).toBe(T + 1_005)
  })

  it('shows silent prices as stale only while prices are open', () => {
    fake.last().to.up()
    const stats = open('stats')
    timing.advance(4_000)
    fake.last().to.alive()
    const { subscription } = open('quotes')
    frame('quotes', 'e', 1, 'heartbeat', T, null)
    stats.subscription.unsubscribe()
    timing.advance(3_000)
    expect(states.at(-1)).toEqual({ status: 'stale', asOf: T })
    subscription.unsubscribe()
    expect(states.at(-1)).toEqual({ status: 'live' })
    fake.last().to.alive()
    timing.advance(6_000)
    expect(names()).toEqual(['connecting', 'live', 'stale', 'live'])
  })
})

describe('the end of a session', () => {
  const filled = () => {
    fake.last().to.up()
    const own = open('balance', { personal: true })
    const all = open('rates')
    answerAll('subscribe', { ok: true })
    frame('balance', 'e', 3, 'snapshot', T, [1])
    frame('rates', 'e', 4, 'snapshot', T, [1])
    return { own, all }
  }

  it('clears what is the user’s at log-out, and keeps what is public', () => {
    const { own, all } = filled()
    wire.renew()
    expect([kindsOf(own), kindsOf(all)]).toEqual([['snapshot', 'cleared'], ['snapshot']])
    expect(names()).toEqual(['connecting', 'live', 'connecting'])
    fake.last().to.up()
    expect(asked('subscribe')).toEqual([
      { topic: 'balance' },
      { topic: 'rates', after: { epoch: 'e', seq: 4 } },
    ])
  })

  it('clears what is the user’s when the server ends it, and opens nothing until renewed', () => {
    const { own, all } = filled()
    fake.last().to.ended()
    expect([kindsOf(own), kindsOf(all)]).toEqual([['snapshot', 'cleared'], ['snapshot']])
    wire.resume()
    timing.advance(60_000)
    expect([fake.attempts.length, states.at(-1)?.status]).toEqual([1, 'ended'])
    wire.renew()
    fake.last().to.up()
    expect(names().slice(-2)).toEqual(['connecting', 'live'])
  })

  it('clears nothing when only the line breaks', () => {
    const { own } = filled()
    fake.last().to.down()
    expect(kindsOf(own)).toEqual(['snapshot'])
    expect(states.at(-1)).toMatchObject({ status: 'reconnecting', attempt: 1, asOf: T })
  })
})

describe('coming back from the background', () => {
  it('shows nothing as live before the line proved itself, and then asks each topic again', () => {
    fake.last().to.up()
    open('rates')
    answerAll('subscribe', { ok: true })
    frame('rates', 'e', 4, 'snapshot', T, [1])
    wire.resume()
    expect(states.at(-1)).toEqual({
      status: 'reconnecting',
      attempt: 0,
      nextAttemptAt: null,
      asOf: T,
    })
    expect(asked('subscribe')).toHaveLength(1)
    answerAll('clock', T)
    expect(states.at(-1)).toEqual({ status: 'live' })
    expect(asked('subscribe').at(-1)).toEqual({ topic: 'rates', after: { epoch: 'e', seq: 4 } })
  })

  it('opens another line when the old one does not answer, and forgets the question', () => {
    fake.last().to.up()
    wire.resume()
    timing.advance(3_000)
    fake.last().to.up()
    expect(states.at(-1)).toEqual({ status: 'live' })
    timing.advance(5_000)
    fake.last().to.alive()
    timing.advance(5_000)
    expect(fake.attempts).toHaveLength(2)
  })
})

describe('a line that breaks while it must prove itself', () => {
  it('is no longer asked to: the next line is not left for the silence of the old', () => {
    fake.last().to.up()
    wire.resume()
    timing.advance(1_000)
    fake.last().to.down()
    timing.advance(1_000)
    fake.last().to.up()
    timing.advance(5_000)
    expect([fake.attempts.length, states.at(-1)?.status]).toEqual([2, 'live'])
  })
})

describe('a closed wire', () => {
  it('clears what is the user’s, ends the connection for its readers, and tries nothing more', () => {
    fake.last().to.up()
    const own = open('balance', { personal: true })
    let over = false
    wire.connection$.subscribe({ complete: () => (over = true) })
    wire.close()
    expect([kindsOf(own), over, names().at(-1)]).toEqual([['cleared'], true, 'ended'])
    expect(fake.last().closed).toBe(true)
    own.subscription.unsubscribe()
    // Neither a probe of the clock nor another attempt is still to come.
    expect([timing.waiting(), fake.attempts.length]).toEqual([0, 1])
  })

  it('stays closed when the page comes back from the background', () => {
    fake.last().to.up()
    wire.close()
    wire.resume()
    timing.advance(60_000)
    expect(fake.attempts).toHaveLength(1)
  })
})

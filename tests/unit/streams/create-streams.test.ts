import { type Observable, VirtualTimeScheduler } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { deskQueue } from '#contract/desk-state.ts'
import { createStreams } from '#streams/create-streams.ts'
import type { StateTopic } from '#streams/topics/table.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Stamped } from '#streams/types.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'
import { type FakeTransport, fakeTransport } from '#support/fake-transport.ts'
import {
  balanceWire,
  depositWire,
  messageWire,
  profileWire,
  sampleBalance,
  sampleDeposit,
  sampleMessage,
  sampleProfile,
  sampleWithdrawal,
  withdrawalWire,
} from '#support/sample-account.ts'
import { fundWire, rateWire, sampleFund, sampleRate } from '#support/sample-fund.ts'
import { sampleLimits } from '#support/sample-limits.ts'
import { sampleSupportMarks, sampleSupportMessage } from '#support/sample-support.ts'
import { startOf } from '#support/quote-frames.ts'

const T = 1_800_000_000_000
const WAITING = Object.fromEntries(deskQueue.options.map((queue) => [queue, 2]))
const DESK = { revision: 3, waiting: WAITING, typing: [], space: 'enough' }
const SESSION = { state: 'open', opensAt: null, closesAt: 9 }
const BAR = [60_000, 1, 2, 1, 2, 5]
const WAITS = { status: 'active', createdAt: 0, hit: null, endedAt: null }
const ALERT = { id: '3', symbol: 'GC', direction: 'at_or_above', price: 1, ...WAITS }
const SUPPORT = { latest: [sampleSupportMessage()], marks: sampleSupportMarks() }

interface Row {
  topic: string
  open(streams: Streams): Observable<Stamped<unknown>>
  /** A snapshot as the server writes it. */
  snapshot: unknown
  /** What its reader gets. */
  value: unknown
}
const row = (topic: string, open: Row['open'], snapshot: unknown, value: unknown): Row => {
  return { topic, open, snapshot, value }
}
const QUOTE = { price: 50, movement: 'none', open: 50, high: 50, low: 50, tickAt: T - 9 }
const STATS = { last: 5, reference: 4, riseRate: 2_500, high: 6, low: 3, volume: 7, amount: '8.5' }
const MESSAGES = { unread: 1, latest: [messageWire()] }
const READ = { unread: 1, latest: [sampleMessage()], readUpTo: '0' }
const CHECKPOINT = { number: 7, timeMs: T - 9, text: 'text', signature: 'AA==', keyId: 'key' }
/** A snapshot of each topic of the table as the server writes it, and what its reader gets. */
const STATES: Record<StateTopic, [snapshot: unknown, value: unknown]> = {
  positions: [[], { open: [], settled: [] }],
  balance: [balanceWire(), sampleBalance()],
  messages: [MESSAGES, READ],
  profile: [profileWire(), sampleProfile()],
  deposits: [[depositWire()], [sampleDeposit()]],
  withdrawals: [[withdrawalWire()], [sampleWithdrawal()]],
  alerts: [[ALERT], [ALERT]],
  fund: [fundWire(), sampleFund()],
  limits: [sampleLimits(), sampleLimits()],
  checkpoint: [CHECKPOINT, CHECKPOINT],
  rates: [[rateWire()], [sampleRate()]],
  support: [SUPPORT, SUPPORT],
  typing: [{ until: 9 }, { until: 9 }],
  desk: [DESK, DESK],
}
const HEAD = { seq: 7, timeMs: T - 9, hash: 'a'.repeat(64) }
const VENUES = {
  alive: true,
  reason: null,
  needed: 3,
  venues: [{ venue: 'okx', symbol: 'BTC-USDT', state: 'fresh', tradedAt: T - 9 }],
}
const ROWS: Row[] = [
  row('venues:BTCUSDT', (page) => page.venues('BTCUSDT'), VENUES, VENUES),
  row('head:GC', (page) => page.head('GC'), HEAD, HEAD),
  row('quotes', (page) => page.quote(4, 'list'), startOf([4, 50, 9]), QUOTE),
  row('stats', (page) => page.stats(4), [[4, 5, 4, 6, 3, 7, '8.5']], STATS),
  row('sessions', (page) => page.session(4), [{ productId: 4, session: SESSION }], SESSION),
  row('candles:GC:1m', (page) => page.candles('GC', '1m'), [BAR], {
    kind: 'reset',
    candles: [BAR],
  }),
  ...Object.entries(STATES).map(([topic, [snapshot, value]]) =>
    row(topic, (page) => page.state(topic as StateTopic), snapshot, value),
  ),
]

let timing: FakeTiming
let fake: FakeTransport
let scheduler: VirtualTimeScheduler
let streams: Streams
beforeEach(() => {
  timing = fakeTiming()
  fake = fakeTransport()
  scheduler = new VirtualTimeScheduler()
  streams = createStreams({ transport: fake.transport, timing, scheduler })
  fake.last().to.up()
})
const payloads = (event: string): unknown[] =>
  fake
    .last()
    .requests.filter((request) => request.event === event)
    .map(({ payload }) => payload)

describe('the streams of a page', () => {
  it.each(ROWS)('bring $topic, shared by its readers, from frame to value', (each) => {
    const seen: unknown[] = []
    fake.onRequest = (_attempt, request) => {
      if (request.event === 'subscribe') request.answer({ ok: true })
    }
    const reader = each.open(streams).subscribe((value) => seen.push(value))
    fake.last().to.frame([each.topic, 'e', 5, 'snapshot', T, each.snapshot])
    const late = each.open(streams).subscribe((value) => seen.push(value))
    expect(payloads('subscribe')).toEqual([{ topic: each.topic }])
    expect(seen).toEqual([
      { value: each.value, asOf: T },
      { value: each.value, asOf: T },
    ])
    reader.unsubscribe()
    late.unsubscribe()
    expect(payloads('unsubscribe')).toEqual([])
    scheduler.flush()
    expect(payloads('unsubscribe')).toEqual([{ topic: each.topic }])
  })

  it('tell the server what their readers show', () => {
    streams.quote(4, 'detail').subscribe()
    streams.stats(9).subscribe()
    timing.advance(5)
    expect(fake.last().sent).toEqual([{ event: 'visible', payload: { list: [9], detail: [4] } }])
  })

  it('know the server’s time, and hand on renewal, resumption and the end', () => {
    const states: string[] = []
    streams.connection().subscribe(({ status }) => states.push(status))
    fake.last().to.frame(['nothing', 'e', 1, 'heartbeat', T, null])
    expect(streams.serverNow()).toBe(T)
    streams.resume()
    expect(states).toEqual(['live', 'reconnecting'])
    streams.renew()
    expect([fake.attempts.length, states.at(-1)]).toEqual([2, 'connecting'])
    streams.close()
    expect([fake.last().closed, states.at(-1)]).toEqual([true, 'ended'])
  })

  it('connect at once, before anything is read', () => {
    expect(fake.attempts).toHaveLength(1)
    expect(payloads('subscribe')).toEqual([])
  })
})

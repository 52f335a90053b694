import { describe, expect, it } from 'vitest'
import { type Candle, candle } from '#contract/product.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import type { KnownSpan } from '#features/chart/base/known-spans.ts'
import { type LastBars, lastBars } from '#features/chart/base/last-bars.ts'
import { type LiveHistory, startLiveFeed } from '#features/chart/live/live-feed.ts'
import { LIVE_SPANS, type LiveView } from '#features/chart/live/live-views.ts'
import { lastKnownStore } from '#device/last-known.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'
import { createFakeStreams } from '#support/fake-streams.ts'

const BTC = 18
const NOW = 1_700_000_000_000
const HASH = '0'.repeat(64)
const second = (ago: number, close: number): Candle =>
  candle.parse([NOW - ago * 1_000, close, close, close, close, 1])
const tickAt = (ago: number, price: number): TickRecord =>
  tickRecord.parse({ kind: 'tick', seq: 1, timeMs: NOW - ago, hash: HASH, price, size: 1 })
const settled = async (): Promise<void> => {
  for (let i = 0; i < 6; i += 1) await Promise.resolve()
}

const nothing = (): LastBars =>
  lastBars(lastKnownStore([], null), { symbol: 'BTCUSDT', interval: '1s' })

function started(
  view: LiveView,
  history: Partial<LiveHistory> = {},
  { now = NOW, last = nothing() }: { now?: number; last?: LastBars } = {},
) {
  const streams = createFakeStreams()
  streams.now = now
  const merged: { points: readonly PricePoint[]; spans: readonly KnownSpan[] }[] = []
  const added: PricePoint[] = []
  const states: string[] = []
  const asked: string[] = []
  const stop = startLiveFeed({
    streams,
    productId: BTC,
    span: LIVE_SPANS[view],
    chart: {
      merge: (points, spans) => merged.push({ points, spans }),
      add: (point) => added.push(point),
    },
    history: {
      seconds: (count) => {
        asked.push(`seconds ${count}`)
        return history.seconds?.(count) ?? Promise.resolve([])
      },
      ticks: (fromMs) => {
        asked.push(`ticks ${NOW - fromMs}`)
        return history.ticks?.(fromMs) ?? Promise.resolve([])
      },
    },
    last,
    onState: (state) => states.push(state),
  })
  return { streams, merged, added, states, asked, stop }
}

describe('the feed of the live line', () => {
  it('begins with every tick of the last moments, and with seconds before them', async () => {
    const feed = started('15s', {
      seconds: async () => [second(40, 1), second(32, 2), second(29, 3), second(1, 4)],
      ticks: async () => [tickAt(30_000, 5), tickAt(200, 6)],
    })
    await settled()
    expect(feed.asked).toEqual(['ticks 30000', 'seconds 180'])
    expect(feed.merged).toEqual([
      {
        points: [
          { timeMs: NOW - 39_001, price: 1 },
          { timeMs: NOW - 31_001, price: 2 },
          { timeMs: NOW - 30_000, price: 5 },
          { timeMs: NOW - 200, price: 6 },
        ],
        spans: [
          { fromMs: NOW - 39_001, toMs: NOW - 1_000 },
          { fromMs: NOW - 30_000, toMs: NOW - 200 },
        ],
      },
    ])
    expect(feed.states).toEqual(['ready'])
  })

  it('knows no prices across a minute without candles, or a gap or halt of the log', async () => {
    const gap = tickRecord.parse({
      kind: 'gap',
      seq: 1,
      timeMs: NOW - 5_000,
      hash: HASH,
      reason: 'restart',
    })
    const feed = started('15s', {
      seconds: async () => [second(170, 1), second(165, 1), second(99, 2), second(98, 2)],
      ticks: async () => [tickAt(9_000, 5), tickAt(8_000, 5), gap, tickAt(1_000, 6)],
    })
    await settled()
    expect(feed.merged[0]?.spans).toEqual([
      { fromMs: NOW - 169_001, toMs: NOW - 164_001 },
      { fromMs: NOW - 98_001, toMs: NOW - 98_000 },
      { fromMs: NOW - 9_000, toMs: NOW - 8_000 },
      { fromMs: NOW - 1_000, toMs: NOW - 1_000 },
    ])
  })

  it('asks again if the answer does not reach to the first quote', async () => {
    const early = Promise.withResolvers<readonly Candle[]>()
    const feed = started('5m', { seconds: () => early.promise })
    feed.streams.now += 20_000
    feed.streams.tick(BTC, 100)
    expect(feed.asked).toHaveLength(1)
    early.resolve([second(2, 1), second(1, 1)])
    await settled()
    expect(feed.asked).toHaveLength(2)
  })

  it('asks once more if the first quote comes long after the answer', async () => {
    const feed = started('5m', { seconds: async () => [second(9, 1), second(8, 1)] })
    await settled()
    feed.streams.tick(BTC, 100)
    await settled()
    expect(feed.asked).toHaveLength(2)
  })

  it('asks for seconds alone where a view has no room for more', async () => {
    const feed = started('15m')
    await settled()
    expect(feed.asked).toEqual(['seconds 1800'])
  })

  it('passes each quote at the time of its tick', () => {
    const feed = started('1m')
    feed.streams.tick(BTC, 100)
    feed.streams.now += 50
    feed.streams.tick(BTC, 101)
    expect(feed.added).toEqual([
      { timeMs: NOW, price: 100 },
      { timeMs: NOW + 50, price: 101 },
    ])
  })

  it('asks again for what it missed while no quotes came', async () => {
    const feed = started('5m', { seconds: async () => [second(2, 1), second(1, 1)] })
    await settled()
    feed.streams.tick(BTC, 100)
    feed.streams.now += 2_900
    feed.streams.tick(BTC, 100)
    await settled()
    expect(feed.asked).toHaveLength(1)
    feed.streams.now += 3_100
    feed.streams.tick(BTC, 100)
    await settled()
    expect(feed.asked).toHaveLength(2)
  })

  it('waits for the first quote where the time of the server is not known yet', async () => {
    const feed = started('1m', {}, { now: 0 })
    await settled()
    expect(feed.asked).toEqual([])
    feed.streams.now = NOW
    feed.streams.tick(BTC, 100)
    await settled()
    expect(feed.asked).toEqual(['ticks 60000', 'seconds 600'])
  })

  it('has failed only while there is nothing to show', async () => {
    const feed = started('5m', { seconds: async () => null })
    await settled()
    expect(feed.states).toEqual(['failed'])
    feed.streams.tick(BTC, 100)
    await settled()
    expect(feed.states).toEqual(['failed', 'ready'])
  })

  it('begins with the seconds of the last visit, until newer prices come', async () => {
    const known = lastKnownStore([], null)
    const last = (): LastBars => lastBars(known, { symbol: 'BTCUSDT', interval: '1s' })
    const before = started(
      '5m',
      { seconds: async () => [second(2, 1), second(1, 2)] },
      { last: last() },
    )
    await settled()
    before.streams.tick(BTC, 100)
    before.stop()
    const feed = started('5m', {}, { now: 0, last: last() })
    expect(feed.states).toEqual(['known'])
    expect(feed.merged[0]?.points.map(({ price }) => price)).toEqual([1, 2, 100])
    feed.streams.now = NOW + 60_000
    feed.streams.tick(BTC, 101)
    expect(feed.states).toEqual(['known', 'ready'])
  })

  it('gives its lease back when stopped, and draws nothing that arrives later', async () => {
    const late = Promise.withResolvers<readonly Candle[]>()
    const feed = started('5m', { seconds: () => late.promise })
    expect(feed.streams.leases.get(`quote:${BTC}:detail`)).toBe(1)
    feed.stop()
    late.resolve([second(5, 1), second(4, 1)])
    await settled()
    expect(feed.streams.leases.size).toBe(0)
    expect(feed.merged).toEqual([])
  })
})

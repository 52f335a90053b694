import { describe, expect, it } from 'vitest'
import { createFakeStreams } from '#support/fake-streams.ts'
import { type Candle, candle } from '#contract/product.ts'
import { type LoadCandles, startFeed } from '#features/chart/bars/chart-feed.ts'
import { lastBars } from '#features/chart/base/last-bars.ts'
import { lastKnownStore } from '#device/last-known.ts'

const bar = (n: number): Candle => candle.parse([n * 60_000, 1, 1, 1, 1, 0])

const storedOf = (symbol: string, known = lastKnownStore([], null)) =>
  lastBars(known, { symbol, interval: '1m' })

function started(load: LoadCandles = async () => null, last = storedOf('GC')) {
  const streams = createFakeStreams()
  const log: string[] = []
  let bars: Candle[] = []
  const feed = startFeed({
    streams,
    symbol: 'GC',
    interval: '1m',
    load,
    last,
    onState: (state) => log.push(state),
    view: {
      reset: (candles) => {
        bars = [...candles]
        log.push(`reset ${candles.length}`)
      },
      upsert: (candles) => log.push(`upsert ${candles.length}`),
      prepend: (older) => log.push(`prepend ${older.length}`),
      bars: () => bars,
    },
  })
  const push = (kind: 'reset' | 'update', candles: Candle[]): void =>
    streams.candles$('GC', '1m').next({ value: { kind, candles }, asOf: 1 })
  return { streams, feed, log, push }
}

describe('the feed of a chart', () => {
  it('sets bars on a reset, updates them after, and every one of them', () => {
    const { log, push } = started()
    push('reset', [bar(1), bar(2)])
    push('update', [bar(2)])
    push('update', [bar(3)])
    expect(log).toEqual(['reset 2', 'ready', 'upsert 1', 'ready', 'upsert 1', 'ready'])
  })

  it('is empty before there is a bar', () => {
    const { log, push } = started()
    push('reset', [])
    expect(log).toEqual(['reset 0', 'empty'])
    push('reset', [bar(1)])
    expect(log).toEqual(['reset 0', 'empty', 'reset 1', 'ready'])
  })

  it('gives its lease back when stopped', () => {
    const { streams, feed } = started()
    expect(streams.leases.get('candles:GC:1m')).toBe(1)
    feed.stop()
    expect(streams.leases.size).toBe(0)
  })

  it('fetches older bars one page at a time, before the first bar, until there are none', async () => {
    const asked: (number | undefined)[] = []
    const { feed, log, push } = started(async (before) => {
      asked.push(before)
      return { candles: [bar(1)], more: false }
    })
    feed.loadOlder()
    push('reset', [bar(5)])
    feed.loadOlder()
    feed.loadOlder()
    await Promise.resolve()
    await Promise.resolve()
    feed.loadOlder()
    expect(asked).toEqual([300_000])
    expect(log).toContain('prepend 1')
  })

  it('draws nothing that arrives after it was stopped', async () => {
    const page = Promise.withResolvers<{ candles: Candle[]; more: boolean }>()
    const { feed, log, push } = started(() => page.promise)
    push('reset', [bar(5)])
    feed.loadOlder()
    feed.stop()
    page.resolve({ candles: [bar(1)], more: true })
    await page.promise
    await Promise.resolve()
    expect(log).not.toContain('prepend 1')
  })

  it('says so when the stream fails', () => {
    const { streams, log } = started()
    streams.candles$('GC', '1m').error(new Error('gone'))
    expect(log).toEqual(['failed'])
  })

  it('begins with the bars of the last visit, until newer ones come', () => {
    const known = lastKnownStore([], null)
    const before = started(undefined, storedOf('GC', known))
    before.push('reset', [bar(1), bar(2)])
    before.feed.stop()
    const { log, push } = started(undefined, storedOf('GC', known))
    expect(log).toEqual(['reset 2', 'known'])
    push('reset', [bar(4)])
    expect(log).toEqual(['reset 2', 'known', 'reset 1', 'ready'])
  })
})

describe('the bars that are kept', () => {
  it('are the newest of each of the charts that were looked at last', () => {
    const known = lastKnownStore([], null)
    for (const symbol of ['A', 'B', 'C', 'D', 'E']) {
      storedOf(symbol, known).write(
        Array.from({ length: 400 }, (_, at) => bar(at)),
        1,
      )
    }
    expect(storedOf('A', known).read()).toEqual([])
    for (const symbol of ['B', 'C', 'D', 'E']) {
      const bars = storedOf(symbol, known).read()
      expect(bars).toHaveLength(150)
      expect(bars.at(-1)).toEqual(bar(399))
    }
  })

  it('are of this interval alone', () => {
    const known = lastKnownStore([], null)
    storedOf('GC', known).write([bar(1)], 1)
    expect(lastBars(known, { symbol: 'GC', interval: '5m' }).read()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { createFakeStreams } from '#support/fake-streams.ts'
import { type Candle, candle } from '#contract/product.ts'
import { type LoadCandles, startFeed } from '#features/chart/chart-feed.ts'

const bar = (n: number): Candle => candle.parse([n * 60_000, 1, 1, 1, 1, 0])

function started(load: LoadCandles = async () => null) {
  const streams = createFakeStreams()
  const log: string[] = []
  let bars: Candle[] = []
  const feed = startFeed({
    streams,
    symbol: 'GC',
    interval: '1m',
    load,
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
})

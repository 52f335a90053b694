import { MINUTE_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { FILL_MAX_MS, findOutageFault, HEARTBEAT_MS } from '#rules/outage.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import { sha256 } from '#support/chained.ts'
import { type MarketFixture, marketFixture, simulated } from '#support/market-fixture.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const BTC = 18

type Marker = Extract<TickRecord, { kind: 'filled' }>
const markersOf = (records: readonly TickRecord[]): Marker[] =>
  records.flatMap((record) => (record.kind === 'filled' ? [record] : []))
const reasonsOf = (records: readonly TickRecord[]): string[] =>
  records.flatMap((record) => ('reason' in record ? [`${record.kind} ${record.reason}`] : []))
/** What a twin must have alike: heartbeats of a running market come a little later than a second. */
const pricesOf = (records: readonly TickRecord[], untilMs = Number.POSITIVE_INFINITY) =>
  records.flatMap((record) =>
    record.kind === 'tick' && record.timeMs <= untilMs
      ? [[record.timeMs, record.price, record.size] as const]
      : [],
  )

/** The same market on the same seed, which no one interrupts. */
async function unbroken(startMs: number, ms: number, ...symbols: string[]) {
  const twin = await marketFixture(startMs, simulated(...symbols))
  const market = await twin.open()
  await twin.play(ms)
  return (productId = BTC) => twin.log(market, productId)
}

interface Scene {
  fixture: MarketFixture
  market: RunningMarket
}
async function opened(startMs = START, ...symbols: string[]): Promise<Scene> {
  const all = symbols.length === 0 ? ['BTCUSDT'] : symbols
  const fixture = await marketFixture(startMs, simulated(...all))
  return { fixture, market: await fixture.open() }
}
const sound = (records: readonly TickRecord[]): void => {
  expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  expect(findOutageFault(records)).toBeNull()
}

describe('an outage of the server', () => {
  it('leaves no trace in the prices, which are those of a twin that ran on', async () => {
    const { fixture, market } = await opened()
    await fixture.play(20_000)
    await market.close()
    await fixture.play(25_000)
    const again = await fixture.open()
    await fixture.play(15_000)
    const records = await fixture.log(again, BTC)
    sound(records)
    const twin = await unbroken(START, MINUTE_MS, 'BTCUSDT')
    expect(pricesOf(records)).toEqual(pricesOf(await twin()))
    expect(reasonsOf(records)).toEqual([])
    const [marker] = markersOf(records)
    expect(marker).toMatchObject({ timeMs: START + 45_000, writtenAt: START + 45_000 })
    expect(marker?.fromMs).toBeGreaterThan(START + 18_000)
    const filled = records.filter(
      ({ seq, timeMs }) => seq < (marker?.seq ?? 0) && timeMs > (marker?.fromMs ?? 0),
    )
    expect(filled.length).toBeGreaterThan(20)
    const before = records.find(({ seq }) => seq === (filled[0]?.seq ?? 0) - 1)
    const line = [before, ...filled, marker].flatMap((each) => (each ? [each.timeMs] : []))
    const steps = line.slice(1).map((timeMs, n) => timeMs - (line[n] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(HEARTBEAT_MS)
  })

  it('does not matter when nothing was missed', async () => {
    const { fixture, market } = await opened()
    await fixture.play(5_000)
    await market.close()
    const again = await fixture.open()
    await fixture.play(5_000)
    const records = await fixture.log(again, BTC)
    sound(records)
    expect(pricesOf(records)).toEqual(pricesOf(await (await unbroken(START, 10_000, 'BTCUSDT'))()))
    expect(reasonsOf(records)).toEqual([])
  })

  it('is filled across the start of an hour, whose prices follow the last one before it', async () => {
    const late = Date.parse('2026-11-18T13:59:20.000Z')
    const { fixture, market } = await opened(late, 'BTCUSDT', 'EURUSD')
    await fixture.play(20_000)
    await market.close()
    await fixture.play(45_000)
    const again = await fixture.open()
    await fixture.play(10_000)
    const twin = await unbroken(late, 75_000, 'BTCUSDT', 'EURUSD')
    for (const id of [BTC, 9]) {
      const records = await fixture.log(again, id)
      expect(findOutageFault(records)).toBeNull()
      expect(pricesOf(records)).toEqual(pricesOf(await twin(id)))
    }
  })

  it('ends with a gap when it is longer than any order, and prices go on behind it', async () => {
    const { fixture, market } = await opened()
    await fixture.play(20_000)
    const stopped = market.head(BTC)?.timeMs ?? 0
    await market.close()
    await fixture.clock.advance(40 * MINUTE_MS)
    const again = await fixture.open()
    await fixture.play(10_000)
    const records = await fixture.log(again, BTC)
    sound(records)
    expect(reasonsOf(records)).toEqual(['gap restart'])
    const [marker] = markersOf(records)
    const now = START + 20_000 + 40 * MINUTE_MS
    expect(marker).toMatchObject({
      fromMs: stopped,
      timeMs: stopped + FILL_MAX_MS,
      writtenAt: now,
    })
    expect(records.find(({ seq }) => seq === (marker?.seq ?? 0) + 1)).toMatchObject({
      kind: 'gap',
      timeMs: now,
    })
    expect(again.lastTick(BTC)?.timeMs).toBeGreaterThan(now + 7_000)
  })

  it('that covers the close of a market has its halt at the same moment', async () => {
    const late = Date.parse('2026-11-18T21:59:40Z')
    const { fixture, market } = await opened(late, 'GC')
    await fixture.play(10_000)
    await market.close()
    await fixture.play(60_000)
    const again = await fixture.open()
    await fixture.play(5_000)
    const records = await fixture.log(again, 1)
    expect(findOutageFault(records)).toBeNull()
    // The second one follows the marker.
    expect(reasonsOf(records)).toEqual(['halt closed', 'halt closed'])
    const halt = records.find(({ kind }) => kind === 'halt')
    expect(halt?.timeMs).toBe(Date.parse('2026-11-18T22:00:00Z') + 1)
    const twin = await unbroken(late, 75_000, 'GC')
    expect(pricesOf(records)).toEqual(pricesOf(await twin(1)))
    expect(again.product('GC')?.session.state).toBe('closed')
  })
})

describe('a process that stood still', () => {
  it('takes no orders until it has added what it missed', async () => {
    const { fixture, market } = await opened()
    await fixture.play(5_000)
    fixture.clock.jump(20_000)
    expect(market.product('BTCUSDT')?.session.state).toBe('catching_up')
    await fixture.play(5_000)
    expect(market.product('BTCUSDT')?.session.state).toBe('open')
    const records = await fixture.log(market, BTC)
    sound(records)
    expect(reasonsOf(records)).toEqual([])
    expect(markersOf(records)).toHaveLength(1)
    const twin = await unbroken(START, 30_000, 'BTCUSDT')
    expect(pricesOf(records)).toEqual(pricesOf(await twin()))
  })

  it('signs nothing before it has', async () => {
    const { fixture, market } = await opened()
    await fixture.play(5_000)
    await fixture.clock.leap(90_000)
    await fixture.play(5_000)
    const [marker] = markersOf(await fixture.log(market, BTC))
    const signed = await fixture.database.db.query<{ time_ms: number; heads: string }>(
      'select time_ms::float8 as time_ms, heads::text from checkpoints order by number',
    )
    const inOutage = ({ time_ms }: { time_ms: number }): boolean =>
      time_ms > (marker?.fromMs ?? 0) && time_ms < (marker?.writtenAt ?? 0)
    expect([marker === undefined, signed.length > 0]).toEqual([false, true])
    expect(signed.filter(inOutage)).toEqual([])
  })
})

describe('an outage of the database', () => {
  it('of a few seconds changes nothing', async () => {
    const { fixture, market } = await opened()
    await fixture.play(5_000)
    fixture.connection.health = 'away'
    await fixture.play(3_000)
    fixture.connection.health = 'well'
    await fixture.play(7_000)
    const records = await fixture.log(market, BTC)
    sound(records)
    const twin = await unbroken(START, 15_000, 'BTCUSDT')
    expect(pricesOf(records)).toEqual(pricesOf(await twin()))
  })

  it.each([
    ['before', 'away'],
    ['after', 'deaf'],
  ] as const)(
    'is filled when the last records were lost %s they were stored',
    async (_, health) => {
      const { fixture, market } = await opened(START, 'BTCUSDT', 'ETHUSDT')
      await fixture.play(5_000)
      fixture.connection.health = health
      await fixture.play(500)
      fixture.connection.health = 'away'
      await fixture.play(29_500)
      expect(market.product('BTCUSDT')?.session.state).toBe('catching_up')
      fixture.connection.health = 'well'
      await fixture.play(10_000)
      expect(market.product('BTCUSDT')?.session.state).toBe('open')
      const twin = await unbroken(START, 45_000, 'BTCUSDT', 'ETHUSDT')
      for (const [id, symbol] of [
        [BTC, 'BTCUSDT'],
        [19, 'ETHUSDT'],
      ] as const) {
        const records = await fixture.log(market, id)
        expect(findChainFault(symbol, records, { sha256 })).toBeNull()
        expect(findOutageFault(records)).toBeNull()
        expect(reasonsOf(records)).toEqual([])
        const [marker] = markersOf(records)
        expect((marker?.writtenAt ?? 0) - (marker?.fromMs ?? 0)).toBeGreaterThan(25_000)
        expect(pricesOf(records)).toEqual(pricesOf(await twin(id)))
      }
    },
  )

  it('over the start of an hour is filled as well', async () => {
    const late = Date.parse('2026-11-18T13:59:40.000Z')
    const { fixture, market } = await opened(late, 'BTCUSDT')
    await fixture.play(5_000)
    fixture.connection.health = 'away'
    await fixture.play(40_000)
    fixture.connection.health = 'well'
    await fixture.play(15_000)
    const records = await fixture.log(market, BTC)
    sound(records)
    expect(reasonsOf(records)).toEqual([])
    const twin = await unbroken(late, MINUTE_MS, 'BTCUSDT')
    expect(pricesOf(records)).toEqual(pricesOf(await twin()))
  })

  it('that is longer than any order ends with a gap', async () => {
    const { fixture, market } = await opened(START, 'GC', 'EURUSD', 'BTCUSDT')
    await fixture.play(3_000)
    fixture.connection.health = 'away'
    await fixture.clock.advance(20 * MINUTE_MS)
    fixture.connection.health = 'well'
    await fixture.play(6_000)
    const records = await fixture.log(market, BTC)
    sound(records)
    expect(reasonsOf(records)).toEqual(['gap restart'])
    expect(market.lastTick(BTC)?.timeMs).toBeGreaterThan(START + 20 * MINUTE_MS + 5_000)
  })
})

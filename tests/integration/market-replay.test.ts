import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { barsOfTicks, candleOf } from '#rules/candles.ts'
import { parseRecording } from '#rules/csv-feed.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findOutageFault } from '#rules/outage.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import { sha256 } from '#support/chained.ts'
import { marketFixture, recordings } from '#support/market-fixture.ts'

const NOW = Date.parse('2026-11-21T12:00:20.123Z')
const RECORDED = Date.parse('2014-05-08T12:00:00Z')
const EURUSD = 9
const ES = 7

/** Six minutes, uneven steps, several ticks a millisecond now and then. */
function tickFile(): string {
  const rows: string[] = []
  let timeMs = RECORDED
  for (let i = 0; timeMs < RECORDED + 360_000; i++) {
    timeMs += [0, 130, 700, 0, 1_900, 45][i % 6] ?? 0
    const price = 139_400 + ((i * 7_919) % 61)
    rows.push(`${timeMs},1.${price - 100_000},${i % 5}`)
  }
  return ['time_ms,price,size', ...rows, ''].join('\n')
}
function barFile(): string {
  const rows = Array.from({ length: 9 }, (_, i) => {
    const open = 1_800 + i
    const close = i % 2 === 0 ? open + 2 : open - 3
    const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1]
    return `${RECORDED + i * 60_000},${open}.25,${high}.50,${low}.00,${close}.75,${10 + i}`
  })
  return ['time_ms,open,high,low,close,volume', ...rows].join('\n')
}
const replayOf = (files: Record<string, string>, loop = false, speed = 1) =>
  ({ kind: 'replay', folder: recordings(files), speed, loop }) as const satisfies FeedChoice
const points = parseRecording(tickFile(), { priceDecimals: 5, sizeDecimals: 0 }).points

it('gives the candles that the CSV gives, before and after the start, shifted by whole minutes', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': tickFile() }))
  let market = await fixture.open()
  await fixture.play(90_000)
  await market.close()
  market = await fixture.open()
  await fixture.play(200_000)
  const bars = await fixture.database.db.query<{ open_time: bigint; bar: number[] }>(
    `select open_time, json_build_array(open_time, open, high, low, close, volume) as bar
     from candles where product_id = 9 and interval = '1m' order by open_time`,
  )
  const shift = Number(bars[0]?.open_time ?? 0) - RECORDED
  expect(shift % 60_000).toBe(0)
  const byHand = new Map(
    barsOfTicks(points, '1m').map((bar) => [
      bar.openTime + shift,
      candleOf({ ...bar, openTime: bar.openTime + shift }),
    ]),
  )
  // The restart was instant and lost no tick, so every closed minute equals the file's.
  expect(bars.length).toBeGreaterThanOrEqual(5)
  for (const { open_time, bar } of bars) expect(bar).toEqual(byHand.get(Number(open_time)))
})

it('plays ticks at their distances and in file order within a millisecond', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': tickFile() }))
  const market = await fixture.open()
  await fixture.play(60_000)
  const records = await fixture.log(market, EURUSD)
  expect(findChainFault('EURUSD', records, { sha256 })).toBeNull()
  const played = records.flatMap((record) =>
    record.kind === 'tick' ? [[record.timeMs as number, record.price as number]] : [],
  )
  const endsAt = (market.productById(EURUSD)?.session.closesAt ?? 0) - 1
  const shift = endsAt - (points.at(-1)?.timeMs ?? 0)
  const expected = points
    .map(({ timeMs, price }) => [timeMs + shift, price])
    .filter(([timeMs = 0]) => timeMs >= NOW && timeMs <= NOW + 60_000)
  // The first record is the last price of the history.
  expect(played.slice(1)).toEqual(expected)
  expect(played.length).toBeGreaterThan(80)
})

it('walks bars, names products that have them, and offers only what was recorded', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'ES_H14_x_1m.csv': barFile() }))
  const market = await fixture.open()
  expect(market.products().map(({ symbol, source }) => [symbol, source])).toEqual([
    ['ES', 'recorded'],
  ])
  expect(market.product('ES')).toMatchObject({
    replay: { repeats: false, fastBars: false, watchOnly: false },
    session: { state: 'open' },
  })
  expect([...market.fromBars]).toEqual([ES])
  const labelled = market.products().filter(({ fromBars }) => fromBars)
  expect(labelled.map(({ id }) => id)).toEqual([ES])
  await fixture.play(120_000)
  const kinds = (await fixture.log(market, ES)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'heartbeat').length).toBeGreaterThan(90)
  expect(kinds.filter((kind) => kind === 'gap').length).toBeLessThanOrEqual(1)
})

it('only shows bars that play faster than real time, unless the operator offers orders', async () => {
  const files = { 'ES_x_1m.csv': barFile(), 'EURUSD_x_ticks.csv': tickFile() }
  const fixture = await marketFixture(NOW, replayOf(files, true, 20))
  const market = await fixture.open()
  expect(market.product('ES')).toMatchObject({
    replay: { repeats: true, fastBars: true, watchOnly: true, startedAt: NOW },
    session: { state: 'closed', opensAt: null },
  })
  expect(market.product('EURUSD')).toMatchObject({
    replay: { repeats: true, fastBars: false, watchOnly: false },
    session: { state: 'open' },
  })
  expect(market.startNotes.join()).toContain('bars faster than real time can only be watched')
  await fixture.play(10_000)
  const kinds = (await fixture.log(market, ES)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'tick').length).toBeGreaterThan(8)
  expect(kinds).not.toContain('halt')

  const offered = await marketFixture(NOW, { ...replayOf(files, false, 20), tradeFastBars: true })
  expect((await offered.open()).product('ES')).toMatchObject({
    replay: { repeats: false, fastBars: true, watchOnly: false },
    session: { state: 'open' },
  })
})

it('says from where in the recording it plays, and keeps it after a restart', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': tickFile() }))
  let market = await fixture.open()
  const { recordedAt = 0, startedAt = 0 } = market.product('EURUSD')?.replay ?? {}
  expect(startedAt).toBe(NOW)
  expect(recordedAt).toBeGreaterThan(RECORDED)
  const seconds = (startedAt - recordedAt) % 60_000
  expect(seconds).toBe(0)
  const replay = market.product('EURUSD')?.replay
  await market.close()
  await fixture.play(5_000)
  market = await fixture.open()
  expect(market.product('EURUSD')?.replay).toEqual(replay)
})

it('prefers ticks to bars, and a venue name stands for the product', async () => {
  const files = { 'EURUSD_a_1m.csv': 'time_ms,open,high,low,close,volume\n1,x,x,x,x,x' }
  const bitcoin = `time_ms,price,size\n${RECORDED},2,0\n${RECORDED + 20_000},2.02,0`
  const fixture = await marketFixture(
    NOW,
    replayOf({ ...files, 'EURUSD_b_ticks.csv': tickFile(), 'BTCUSD_c.csv': bitcoin }),
  )
  const market = await fixture.open()
  expect(market.products().map(({ symbol }) => symbol)).toEqual(['EURUSD', 'BTCUSDT'])
})

it('ends with a halt and a closed session, and no order could reach past it', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': tickFile() }))
  const market = await fixture.open()
  const closesAt = market.productById(EURUSD)?.session.closesAt
  expect(closesAt).toBeGreaterThan(NOW + 200_000)
  await fixture.play(320_000)
  const records = await fixture.log(market, EURUSD)
  expect(records.at(-1)).toMatchObject({ kind: 'halt', reason: 'ended' })
  expect(records.findLast(({ kind }) => kind === 'tick')?.timeMs).toBe((closesAt ?? 0) - 1)
  expect(market.product('EURUSD')?.session).toEqual({
    state: 'closed',
    opensAt: null,
    closesAt: null,
  })
})

it('begins again after a loop gap', async () => {
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': tickFile() }, true, 20))
  const market = await fixture.open()
  expect(market.productById(EURUSD)?.session.closesAt).toBeNull()
  await fixture.play(60_000)
  const records = await fixture.log(market, EURUSD)
  const loops = records.filter((record) => record.kind === 'gap' && record.reason === 'loop')
  expect(loops.length).toBeGreaterThanOrEqual(2)
  const after = records[records.indexOf(loops[0] ?? records[0]!) + 1]
  expect(after).toMatchObject({ kind: 'tick', price: points[0]?.price })
  expect(findChainFault('EURUSD', records, { sha256 })).toBeNull()
})

it('goes on with the same mapping after a restart, and fills in the ticks in between', async () => {
  const choice = replayOf({ 'EURUSD_x_ticks.csv': tickFile() })
  const fixture = await marketFixture(NOW, choice)
  let market = await fixture.open()
  const closesAt = market.productById(EURUSD)?.session.closesAt
  await fixture.play(10_000)
  await market.close()
  await fixture.play(40_000)
  market = await fixture.open()
  await fixture.play(10_000)
  expect(market.productById(EURUSD)?.session.closesAt).toBe(closesAt)
  const records = await fixture.log(market, EURUSD)
  const twin = await marketFixture(NOW, choice)
  const unbroken = await twin.open()
  await twin.play(60_000)
  const ticksOf = (log: readonly TickRecord[]) =>
    log.flatMap((each) =>
      each.kind === 'tick' ? [{ timeMs: each.timeMs, price: each.price, size: each.size }] : [],
    )
  expect(ticksOf(records)).toEqual(ticksOf(await twin.log(unbroken, EURUSD)))
  expect(records.filter(({ kind }) => kind === 'gap')).toEqual([])
  const marker = records.find(({ kind }) => kind === 'filled')
  expect(marker).toMatchObject({ timeMs: NOW + 50_000, writtenAt: NOW + 50_000 })
  expect(findOutageFault(records)).toBeNull()
})

it('refuses to go on at another speed or with another file', async () => {
  const choice = replayOf({ 'EURUSD_x_ticks.csv': tickFile() })
  const fixture = await marketFixture(NOW, choice)
  await (await fixture.open()).close()
  await expect(fixture.open({ ...choice, speed: 2 })).rejects.toThrow(/another speed/)
  writeFileSync(join(choice.folder, 'EURUSD_x_ticks.csv'), tickFile().replace('1.39400', '1.39401'))
  await expect(fixture.open()).rejects.toThrow(/another recording/)
  await expect(fixture.open({ kind: 'simulated', seed: null })).rejects.toThrow(/one source only/)
})

it('names file, line and reason of a bad row, and leaves the database untouched', async () => {
  const text = tickFile().replace(/^((?:.*\n){41})(\d+),.*\n/, '$1$2,1.394001,0\n')
  const fixture = await marketFixture(NOW, replayOf({ 'EURUSD_x_ticks.csv': text }))
  await expect(fixture.open()).rejects.toThrow(
    /EURUSD_x_ticks\.csv: line 42: price 1\.394001 has more than the product's 5 decimals/,
  )
  const rows = await fixture.database.db.query<{ n: bigint }>(
    'select count(*) as n from instance where feed_source is null',
  )
  expect(rows).toEqual([{ n: 1n }])
})

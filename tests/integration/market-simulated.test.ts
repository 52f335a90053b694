import { HOUR_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { barsOfTicks, type CandleTick, candleOf } from '#rules/candles.ts'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { findOutageFault } from '#rules/outage.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { hashForward, seedOfHour } from '#rules/seed-chain.ts'
import { HashChain, rootOf } from '#server/market/feeds/seeds.ts'
import { readSeedRules } from '#server/market/chain-store.ts'
import { readEpochs } from '#server/market/seed-store.ts'
import type { PublicTopic } from '#server/platform/socket/hub.ts'
import { sha256 } from '#support/chained.ts'
import { silentHub } from '#support/silent-hub.ts'
import { marketFixture, SEED, simulated } from '#support/market-fixture.ts'

const WEDNESDAY = Date.parse('2026-11-18T13:20:30.250Z')
const SATURDAY = Date.parse('2026-11-21T12:00:00Z')
const EURUSD = 9
const BTC = 18

/** The seed of an epoch in the chain that began with `first`. */
function seedOf(first: number, epoch: number): string {
  const links = new HashChain(rootOf(SEED, { number: 1, first }), 43_830)
  return seedOfHour(sha256, links.link(epoch - first + 1), null)
}

const goodTicks = (records: readonly TickRecord[]): CandleTick[] =>
  records.flatMap((record) =>
    record.kind === 'tick'
      ? [{ timeMs: record.timeMs, price: record.price, size: record.size }]
      : [],
  )
const kinds = (records: readonly TickRecord[]): string[] =>
  records
    .filter(({ kind }) => kind === 'gap' || kind === 'halt' || kind === 'filled')
    .map((record) => `${record.kind}:${'reason' in record ? record.reason : ''}`)

/** What anyone computes from the shown seed and the log's price at the epoch's start. */
function regenerated(epoch: { startsAt: number; endsAt: number; seed: string }, start: number) {
  const parameters = SIMULATION_PARAMETERS.get('BTCUSDT')
  if (parameters === undefined) throw new Error('BTCUSDT')
  const next = simulatedSeries({ ...epoch, startPrice: start, parameters })
  const ticks = []
  for (let tick = next(); tick !== null; tick = next()) ticks.push(tick)
  return ticks
}

it('plays the series that its seed promised, and fills in what a restart missed', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  let market = await fixture.open()
  const [promised] = await readEpochs(fixture.database.db, { before: 1e9, limit: 500 }).then(
    (all) => all.filter(({ startsAt }) => startsAt <= WEDNESDAY + 1_000),
  )
  await fixture.play(60_000)
  await market.close()
  await fixture.play(30_000)
  market = await fixture.open()
  await fixture.play(40_000)

  const records = await fixture.log(market, BTC)
  expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  expect(kinds(records)).toEqual(['filled:'])
  expect(findOutageFault(records)).toBeNull()
  const [genesis, ...played] = goodTicks(records)
  expect(genesis).toMatchObject({ timeMs: WEDNESDAY, size: 0 })

  const number = Math.floor(WEDNESDAY / HOUR_MS)
  const seed = seedOf(number, number)
  expect(promised).toMatchObject({ epoch: number, seed: null })
  expect(promised?.startsAt).toBeGreaterThan(WEDNESDAY)
  const { startsAt = 0, endsAt = 0 } = promised ?? {}
  const all = regenerated({ startsAt, endsAt, seed }, genesis?.price ?? 0)
  const end = WEDNESDAY + 130_000
  expect(played).toEqual(all.filter((tick) => tick.timeMs <= end))
  expect(played.length).toBeGreaterThan(200)
})

it('shows a seed after its epoch, and begins the next from the last price of the one before', async () => {
  const fixture = await marketFixture(Date.parse('2026-11-18T13:59:40Z'), simulated('BTCUSDT'))
  const market = await fixture.open()
  await fixture.play(90_000)
  const epochs = await readEpochs(fixture.database.db, { before: 1e9, limit: 500 })
  const shown = epochs.filter(({ seed }) => seed !== null)
  expect(shown).toHaveLength(1)
  const first = shown[0]?.epoch ?? 0
  const anchor = hashForward(sha256, shown[0]?.link ?? '', 1)
  const [promise] = await readSeedRules(fixture.database.db)
  expect(promise).toBe(`chain 1 first ${first} hours 43830 anchor ${anchor} drand none`)
  expect(shown[0]).toMatchObject({ seed: seedOf(first, first), bound: 'unbound' })
  expect(epochs.length).toBeGreaterThan(20)

  const next = epochs.find(({ epoch }) => epoch === (shown[0]?.epoch ?? 0) + 1)
  const { startsAt = 0, endsAt = 0, epoch = 0 } = next ?? {}
  const ticks = goodTicks(await fixture.log(market, BTC))
  const start = ticks.findLast(({ timeMs }) => timeMs <= startsAt)?.price ?? 0
  const seed = seedOf(first, epoch)
  const expected = regenerated({ startsAt, endsAt, seed }, start)
  const played = ticks.filter(({ timeMs }) => timeMs > startsAt)
  expect(played.length).toBeGreaterThan(100)
  expect(played).toEqual(expected.slice(0, played.length))
})

it('has candles and 24 h stats that equal a look at every tick, also after a restart', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('EURUSD'))
  let market = await fixture.open()
  await fixture.play(130_000)
  const before = market.statsRow(EURUSD)
  await market.close()
  market = await fixture.open()
  const after = market.statsRow(EURUSD)
  expect(after).toEqual(before)

  const ticks = goodTicks(await fixture.log(market, EURUSD))
  const stored = await fixture.database.db.query<{ n: number }>(
    `select count(*)::int as n from candles where product_id = 9 and interval = '1m' and origin = 0`,
  )
  expect(stored[0]?.n).toBe(2)
  await fixture.play(60_000)
  const [first] = await fixture.database.db.query<{ bar: unknown[] }>(
    `select json_build_array(open_time, open, high, low, close, volume) as bar from candles
     where product_id = 9 and interval = '1m' and origin = 0 order by open_time limit 1`,
  )
  const byHand = barsOfTicks(ticks, '1m').map(candleOf)
  expect(first?.bar).toEqual(byHand[0])
})

it('has the candles of seconds again after a restart', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('EURUSD'))
  let market = await fixture.open()
  await fixture.play(130_000)
  await market.close()
  const ticks = goodTicks(await fixture.log(market, EURUSD))
  market = await fixture.open()
  let seconds: Promise<unknown> | undefined
  const addPublic = (topic: PublicTopic): void => {
    if (topic.name === 'candles') seconds = Promise.resolve(topic.snapshot(['EURUSD', '5s']))
  }
  market.topics(silentHub({ addPublic }))
  const folded = barsOfTicks(ticks, '5s').map(candleOf)
  expect(folded.length).toBeGreaterThan(20)
  expect(await seconds).toEqual({ seq: 0, data: folded })
})

it('closes with the calendar: a last price, a halt, no heartbeat, and the opening time', async () => {
  const fixture = await marketFixture(SATURDAY, simulated('EURUSD', 'BTCUSDT'))
  const market = await fixture.open()
  await fixture.play(10_000)
  const records = await fixture.log(market, EURUSD)
  expect(records.map(({ kind }) => kind)).toEqual(['tick', 'halt'])
  expect(records[0]?.timeMs).toBe(Date.parse('2026-11-20T22:00:00Z') - 1)
  expect(market.product('EURUSD')?.session).toEqual({
    state: 'closed',
    opensAt: Date.parse('2026-11-22T22:00:00Z'),
    closesAt: null,
  })
  expect(market.lastTick(BTC)?.timeMs).toBeGreaterThan(SATURDAY + 8_000)
})

it('halts at the close of a session and plays again at its opening', async () => {
  const fixture = await marketFixture(Date.parse('2026-11-18T21:59:50Z'), simulated('GC'))
  const market = await fixture.open()
  await fixture.play(20_000)
  const GC = 1
  expect(kinds(await fixture.log(market, GC))).toEqual(['halt:closed'])
  const halted = market.lastTick(GC)
  expect(market.productById(GC)?.session.closesAt).toBeNull()
  await fixture.clock.advance(HOUR_MS - 30_000)
  await fixture.play(30_000)
  expect(market.product('GC')?.session.state).toBe('open')
  expect(market.lastTick(GC)?.timeMs).toBeGreaterThan((halted?.timeMs ?? 0) + HOUR_MS)
  expect(kinds(await fixture.log(market, GC))).toEqual(['halt:closed'])
})

it('refuses a database that another feed has filled', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  await (await fixture.open()).close()
  await fixture.database.owner.query(`update instance set feed_source = 'recorded'`)
  await expect(fixture.open()).rejects.toThrow(/holds a replayed recording/)
})

it('refuses a database whose hours follow another version of the series', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  await (await fixture.open()).close()
  await fixture.database.owner.query(`update instance set feed_state = feed_state - 'series'`)
  await expect(fixture.open()).rejects.toThrow(
    /follow version 1 of the series.*another data folder/,
  )
})

it('refuses a master seed that is not the one whose commitments were published', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  await (await fixture.open()).close()
  await expect(
    fixture.open({ kind: 'simulated', seed: 'f'.repeat(64), symbols: ['BTCUSDT'] }),
  ).rejects.toThrow(/commitments/)
})

it('refuses to start on a log that somebody changed', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  const market = await fixture.open()
  await fixture.play(5_000)
  await market.close()
  await fixture.database.owner.query(
    `alter table ticks disable trigger all;
     update ticks set price = price + 1 where product_id = 18 and seq = 3`,
  )
  await expect(fixture.open()).rejects.toThrow(
    /tick log of BTCUSDT is not whole: record 3 \(hash\)/,
  )
})

it('refuses to start on a log whose signed end is gone', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  const market = await fixture.open()
  await fixture.play(61_000)
  await market.close()
  await fixture.database.owner.query(
    'alter table ticks disable trigger all; delete from ticks where product_id = 18 and seq > 9',
  )
  await expect(fixture.open()).rejects.toThrow(
    /tick log of BTCUSDT is not the one whose end was signed/,
  )
})

it('shows nothing that is not durable, and keeps the chain when an answer was lost', async () => {
  const fixture = await marketFixture(WEDNESDAY, simulated('BTCUSDT'))
  const market = await fixture.open()
  await fixture.play(3_000)
  const seen = market.lastTick(BTC)
  fixture.connection.health = 'away'
  await fixture.play(2_000)
  expect(market.lastTick(BTC)).toEqual(seen)
  fixture.connection.health = 'deaf'
  await fixture.play(4_000)
  const [stored] = await fixture.database.db.query<{ seq: number }>(
    'select max(seq)::float8 as seq from ticks where product_id = 18',
  )
  expect(market.head(BTC)?.seq).toBeLessThanOrEqual(stored?.seq ?? 0)
  fixture.connection.health = 'well'
  await fixture.play(6_000)
  const records = await fixture.log(market, BTC)
  expect(market.lastTick(BTC)?.timeMs).toBeGreaterThan(WEDNESDAY + 13_000)
  expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  expect(kinds(records)).toEqual([])
})

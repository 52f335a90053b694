import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { inputsText } from '#rules/index-price.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { appendRecords } from '#server/market/tick-log-store.ts'
import { sha256 } from '#support/chained.ts'
import { fakeVenues, type FakeVenues } from '#support/fake-venues.ts'
import { type MarketFixture, marketFixture } from '#support/market-fixture.ts'

const START = Date.parse('2026-11-25T08:00:00.000Z')
const BTC = 18
const PRICES = { binance: '61685.99', bybit: '61686.019', okx: '61685.5' }

const kindsOf = (records: readonly TickRecord[]): string[] =>
  records.map((record) => ('reason' in record ? `${record.kind} ${record.reason}` : record.kind))

/** The venues trade every 200 ms. */
async function trading(fixture: MarketFixture, venues: FakeVenues, ms: number, prices = PRICES) {
  for (let left = ms; left > 0; left -= 200) {
    venues.trade('BTCUSDT', prices)
    await fixture.play(200)
  }
}

async function opened() {
  const venues = fakeVenues(['binance', 'bybit', 'okx'])
  const fixture = await marketFixture(START, venues.choice)
  const market = await fixture.open()
  const session = () => market.product('BTCUSDT')?.session.state
  return { venues, fixture, market, session }
}

it('begins closed, and its log begins with the first price that three venues make', async () => {
  const { venues, fixture, market, session } = await opened()
  expect(market.source).toBe('live')
  expect(session()).toBe('catching_up')
  venues.trade('BTCUSDT', { binance: '61685.99', okx: '61685.5' })
  await fixture.play(12_000)
  expect(await fixture.log(market, BTC)).toEqual([])
  expect([session(), market.lastTick(BTC)]).toEqual(['catching_up', undefined])
  await trading(fixture, venues, 3_000)
  const records = await fixture.log(market, BTC)
  expect(records[0]).toMatchObject({ kind: 'tick', seq: 1, price: 6_168_599, size: 0 })
  expect(records.every((record) => record.kind === 'tick' && record.inputs !== undefined)).toBe(
    true,
  )
  expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  expect(session()).toBe('open')
  // The other products have no price yet.
  expect(market.product('ETHUSDT')?.session.state).toBe('catching_up')
})

it('keeps the inputs of each price, and commits to them', async () => {
  const { venues, fixture, market } = await opened()
  await trading(fixture, venues, 2_000)
  await fixture.play(2_500)
  const records = await fixture.log(market, BTC)
  const [first, , , , , , , , , last] = records
  expect(kindsOf(records).slice(-2)).toEqual(['heartbeat', 'heartbeat'])
  const all = await market.inputsOf(BTC, [1, 10, records.length, 999])
  const found = all.flatMap((each) => ('inputs' in each ? [each] : []))
  expect(found.map(({ seq }) => seq)).toEqual([1, 10])
  for (const [n, record] of [first, last].entries()) {
    expect(record?.kind === 'tick' && record.inputs).toBe(
      sha256(inputsText(found[n]?.inputs ?? [])),
    )
  }
  expect(found[0]?.inputs).toMatchObject([
    { venue: 'binance', price: '61685.99', receivedAt: START, tradedAt: START },
    { venue: 'bybit', price: '61686.019' },
    { venue: 'okx', price: '61685.5' },
  ])
})

it('stops sales at once when a venue is lost, and puts gaps where prices were lost', async () => {
  const { venues, fixture, market, session } = await opened()
  await trading(fixture, venues, 2_000)
  await fixture.play(100)
  venues.of('okx').serve(false)
  expect(session()).toBe('catching_up')
  await fixture.play(0)
  const lostAt = fixture.clock.now()
  await fixture.play(25_000)
  venues.of('okx').serve(true)
  await trading(fixture, venues, 1_000)
  expect(session()).toBe('open')
  const after = (await fixture.log(market, BTC)).filter(({ timeMs }) => timeMs >= lostAt)
  expect(kindsOf(after).slice(0, 5)).toEqual([
    'gap feed',
    'gap feed',
    'gap feed',
    'gap feed',
    'tick',
  ])
  expect(after[0]?.timeMs).toBe(lostAt)
  expect(after[3]?.timeMs).toBe(after[4]?.timeMs)
})

it('goes on after a restart, with a gap and the same source', async () => {
  const { venues, fixture, market } = await opened()
  await trading(fixture, venues, 2_000)
  await market.close()
  await fixture.play(7_000)
  const again = await fixture.open()
  expect(again.product('BTCUSDT')?.session.state).toBe('catching_up')
  await trading(fixture, venues, 1_000)
  const records = await fixture.log(again, BTC)
  expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  const restart = records.findIndex((record) => kindsOf([record])[0] === 'gap restart')
  expect(kindsOf(records.slice(restart, restart + 3))).toEqual(['gap restart', 'gap feed', 'tick'])
  expect(again.product('BTCUSDT')?.session.state).toBe('open')
  await again.close()
  await expect(
    fixture.open({ kind: 'simulated', seed: null, symbols: ['BTCUSDT'] }),
  ).rejects.toThrow('This database holds live prices')
})

it('logs a price outside of the band as rejected, without inputs', async () => {
  const { venues, fixture, market } = await opened()
  await trading(fixture, venues, 1_000)
  // While only some of them have moved, they are too far apart for a price.
  const far = { binance: '90000.1', bybit: '90000.2', okx: '90000.3' }
  await trading(fixture, venues, 1_400, far)
  const records = await fixture.log(market, BTC)
  const aside = records.filter(({ kind }) => kind === 'rejected')
  expect(aside[0]).toMatchObject({ price: 9_000_020, bandBps: 1_000 })
  expect(await market.inputsOf(BTC, [aside[0]?.seq ?? 0])).toEqual([])
})

it('refuses inputs that are not those of the hash, and any later change of them', async () => {
  const { venues, fixture, market } = await opened()
  await trading(fixture, venues, 1_000)
  const [, , third] = await fixture.log(market, BTC)
  const found = await market.inputsOf(BTC, [3])
  await market.close()
  const head = (await fixture.log(market, BTC)).at(-1)
  if (third?.kind !== 'tick' || head === undefined) throw new Error('no tick')
  const next = { ...third, seq: head.seq + 1, timeMs: head.timeMs }
  const [first] = found
  const text = inputsText(first && 'inputs' in first ? first.inputs : []).replace(
    '61685.99',
    '61685.98',
  )
  const { database } = fixture
  const append = appendRecords(database.pools.market, [
    { productId: BTC, record: next, inputs: text },
  ])
  await expect(append).rejects.toMatchObject({ code: 'FT904' })
  const { owner, pools } = database
  const change = "update tick_inputs set inputs = replace(inputs, '61685.99', '61685.98')"
  await expect(pools.market.query(change)).rejects.toThrow('permission denied')
  await expect(owner.query(change)).rejects.toMatchObject({ code: 'FT900' })
  await expect(owner.query('delete from tick_inputs')).rejects.toMatchObject({ code: 'FT900' })
  await expect(owner.query('truncate tick_inputs')).rejects.toMatchObject({ code: 'FT900' })
})

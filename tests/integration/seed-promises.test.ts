import { HOUR_MS } from '#contract/time.ts'
import { onTestFinished, describe, expect, it } from 'vitest'
import { roundAt } from '#rules/beacon.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import { readPromises } from '#rules/seed-chain.ts'
import { readChain } from '#server/market/chain-store.ts'
import { commitmentOf, seedOf } from '#server/market/feeds/seeds.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import { readEpoch, readEpochs } from '#server/market/seed-store.ts'
import { type BeaconHealth, serveBeacon, testBeacon } from '#support/beacon.ts'
import { sha256 } from '#support/chained.ts'
import { type MarketFixture, marketFixture, SEED } from '#support/market-fixture.ts'
import { pause, until } from '#support/until.ts'

const START = Date.parse('2026-11-18T13:59:30Z')
const NUMBER = Math.floor(START / HOUR_MS)
const BTC = 18

type Seeds = Extract<FeedChoice, { kind: 'simulated' }>['seeds']
const bitcoin = (seeds: Seeds = {}, seed = SEED): FeedChoice => ({
  kind: 'simulated',
  seed,
  symbols: ['BTCUSDT'],
  seeds,
})
const chainOf = ({ database }: MarketFixture) =>
  readChain(database.db, 'seeds', { afterSeq: 0, limit: 1_000 })
const textsOf = async (fixture: MarketFixture) => (await chainOf(fixture)).map(({ text }) => text)
const sessionOf = (market: RunningMarket) => market.product('BTCUSDT')?.session
const kindsAfter = async (fixture: MarketFixture, market: RunningMarket, timeMs: number) => {
  const records = await fixture.log(market, BTC)
  return records
    .filter((record) => record.timeMs >= timeMs)
    .map((record) => `${record.kind}${'reason' in record ? ` ${record.reason}` : ''}`)
}

describe('the promises of hours', () => {
  it('are one hash chain and an hour each, 36 h ahead, in the public chain', async () => {
    const fixture = await marketFixture(START, bitcoin())
    await (await fixture.open()).close()
    const records = await chainOf(fixture)
    expect(findRecordFault('seeds', records, { sha256 })).toBeNull()
    const { chains, hours, fault } = readPromises(records)
    expect(fault).toBeNull()
    expect([...chains.keys()]).toEqual([1])
    expect(hours.size).toBe(37)
    expect(hours.get(NUMBER)).toMatchObject({ round: null, from: START + 500 })
    expect(hours.get(NUMBER + 36)).toMatchObject({ from: null, promisedAt: START })
    // Nothing of an hour that is not over, and no promise again at the next start.
    const epochs = await readEpochs(fixture.database.db, { before: 1e9, limit: 100 })
    expect(epochs.map(({ link, seed }) => link ?? seed).filter((x) => x !== null)).toEqual([])
    await (await fixture.open()).close()
    expect(await chainOf(fixture)).toEqual(records)
  })

  it('are bound by the first checkpoint that names them, if that is a day ahead', async () => {
    const fixture = await marketFixture(START, bitcoin())
    const market = await fixture.open()
    const before = await readEpoch(fixture.database.db, NUMBER + 30)
    expect(before?.bound).toBe('unbound')
    await fixture.play(61_000)
    await market.close()
    const all = await readEpochs(fixture.database.db, { before: 1e9, limit: 100 })
    const bound = all.filter((epoch) => epoch.bound === 'bound').map(({ epoch }) => epoch - NUMBER)
    // Signed twenty seconds before 14:00, a day ahead of the 25th hour. The 37th was promised at 14:00.
    expect(bound.filter((ahead) => ahead <= 36)).toEqual(
      Array.from({ length: 12 }, (_, n) => 36 - n),
    )
  })

  it('name the next hash chain a day and a half before the last one ends', async () => {
    const fixture = await marketFixture(START, bitcoin({ hours: 5 }))
    await (await fixture.open()).close()
    const { chains, hours, fault } = readPromises(await chainOf(fixture))
    expect(fault).toBeNull()
    expect([...chains.values()].map(({ first }) => first - NUMBER)).toEqual([
      0, 5, 10, 15, 20, 25, 30, 35,
    ])
    expect(hours.get(NUMBER + 5)?.chain).toBe(2)
    await fixture.clock.advance(5 * HOUR_MS)
    const market = await fixture.open()
    await fixture.play(2_000)
    const shown = await readEpochs(fixture.database.db, { before: NUMBER + 5, limit: 9 })
    expect(shown.map(({ link, seed }) => link !== null && seed !== null)).not.toContain(false)
    await market.close()
  })
})

describe('hours from before there was a chain', () => {
  it('are played and shown as they were committed to, and the chain begins after them', async () => {
    const fixture = await marketFixture(START, bitcoin())
    const old = seedOf(SEED, String(NUMBER))
    await fixture.database.owner.query(
      `insert into seed_epochs (epoch, starts_at, ends_at, commitment) values ($1, $2, $3, $4)`,
      [NUMBER, START + 500, (NUMBER + 1) * HOUR_MS, commitmentOf(old)],
    )
    await expect(fixture.open(bitcoin({}, 'f'.repeat(64)))).rejects.toThrow(/commitments/)
    const market = await fixture.open()
    await fixture.play(95_000)
    const shown = await readEpoch(fixture.database.db, NUMBER)
    expect(shown).toMatchObject({ seed: old, chain: null, bound: 'unbound', link: null })
    expect((await textsOf(fixture))[0]).toContain(`chain 1 first ${NUMBER + 1} `)
    await market.close()
  })
})

describe('a lost master seed', () => {
  it('is refused without a word, and breaks in public with one: promised hours stay closed', async () => {
    const fixture = await marketFixture(START, bitcoin())
    await (await fixture.open()).close()
    const other = 'f'.repeat(64)
    await expect(fixture.open(bitcoin({}, other))).rejects.toThrow(/--break-seeds/)
    const lost = bitcoin({ breakReason: 'disk failed' }, other)
    const market = await fixture.open(lost)
    await fixture.play(65_000)
    const first = NUMBER + 37
    const rule = (await textsOf(fixture)).find((text) => text.startsWith('chain 2'))
    expect(rule).toMatch(new RegExp(`^chain 2 first ${first} .* break disk failed$`))
    expect(readPromises(await chainOf(fixture)).fault).toBeNull()
    expect(sessionOf(market)).toEqual({
      state: 'closed',
      opensAt: first * HOUR_MS,
      closesAt: null,
    })
    expect(await kindsAfter(fixture, market, START)).toEqual(['tick', 'halt closed'])
    expect(await readEpoch(fixture.database.db, NUMBER)).toMatchObject({
      closed: 'lost',
      seed: null,
    })
    await market.close()

    // The word was for that one loss, and the old seed is refused from now on.
    await (await fixture.open(lost)).close()
    expect((await textsOf(fixture)).filter((text) => text.startsWith('chain'))).toHaveLength(2)
    await expect(fixture.open(bitcoin())).rejects.toThrow(/--break-seeds/)
    await fixture.clock.advance(38 * HOUR_MS)
    const again = await fixture.open(lost)
    await fixture.play(5_000)
    expect(sessionOf(again)?.state).toBe('open')
    expect(again.lastTick(BTC)?.timeMs).toBeGreaterThan(fixture.clock.now() - 3_000)
  })
})

describe('a round of drand', () => {
  const beaconFixture = async (health: BeaconHealth = 'well') => {
    const beacon = await serveBeacon(testBeacon('5e'.repeat(32), START / 1_000 - 10_000))
    onTestFinished(() => beacon.close())
    const fixture = await marketFixture(START - 10_000, bitcoin({ beacon }))
    const market = await fixture.open()
    beacon.health = health
    await fixture.play(10_000)
    return { beacon, fixture, market }
  }
  const next = NUMBER + 1
  const startsAt = next * HOUR_MS

  it('is promised ahead, gets its randomness before the hour, and the hour plays with it', async () => {
    const { beacon, fixture, market } = await beaconFixture()
    const round = roundAt(beacon.info, startsAt - 30_000)
    expect(await textsOf(fixture)).toContain(`hour ${next} chain 1 round ${round}`)
    await fixture.play(5_000)
    const drand = await until('the randomness', async () => {
      const read = (await readEpoch(fixture.database.db, next))?.drand
      return read?.randomness !== null && read
    })
    const { signature, randomness } = beacon.sign(round)
    expect(drand).toEqual({ chainHash: beacon.info.hash, round, signature, randomness })
    await fixture.play(startsAt - fixture.clock.now() + 5_000)
    expect(market.lastTick(BTC)?.timeMs).toBeGreaterThan(startsAt + 2_000)
    expect(sessionOf(market)?.state).toBe('open')
  })

  it.each(['down', 'slow', 'lies', 'other round', 'redirects', 'endless'] as const)(
    'that cannot be had leaves the hour closed until the next one: the beacon is or does “%s”',
    async (health) => {
      const { beacon, fixture, market } = await beaconFixture(health)
      await fixture.play(startsAt - fixture.clock.now() - 500)
      if (health !== 'slow') await until('a request', () => beacon.asked > 0)
      await pause(100)
      await fixture.play(6_000)
      expect(sessionOf(market)).toEqual({
        state: 'closed',
        opensAt: startsAt + HOUR_MS,
        closesAt: null,
      })
      expect(await kindsAfter(fixture, market, startsAt)).toEqual(['halt closed'])
      expect(await readEpoch(fixture.database.db, next)).toMatchObject({
        closed: 'round',
        seed: null,
      })
      // It stays closed when the beacon is well again, also for a server that starts again.
      beacon.health = 'well'
      await market.close()
      const again = await fixture.open()
      await fixture.play(5_000)
      expect(sessionOf(again)?.state).toBe('closed')
      expect(await kindsAfter(fixture, again, startsAt)).toEqual(['halt closed'])
    },
  )

  it('is asked for once by a server that was down when the hour began', async () => {
    const { beacon, fixture, market } = await beaconFixture()
    await market.close()
    await fixture.clock.advance(startsAt - fixture.clock.now() + 60_000)
    const again = await fixture.open()
    await fixture.play(5_000)
    expect(beacon.asked).toBeGreaterThan(0)
    expect(sessionOf(again)?.state).toBe('open')
    expect(again.lastTick(BTC)?.timeMs).toBeGreaterThan(startsAt + 60_000)
  })

  it('that is switched on or off later is a record of its own', async () => {
    const { beacon, fixture, market } = await beaconFixture()
    await market.close()
    await fixture.clock.advance(2 * HOUR_MS)
    const off = await fixture.open(bitcoin())
    await off.close()
    const texts = await textsOf(fixture)
    expect(texts.slice(38)).toEqual([
      'drand none',
      `hour ${NUMBER + 37} chain 1 round none`,
      `hour ${NUMBER + 38} chain 1 round none`,
    ])
    expect(texts[0]).toMatch(new RegExp(` drand ${beacon.info.hash}$`))
    expect(readPromises(await chainOf(fixture)).fault).toBeNull()
  })
})

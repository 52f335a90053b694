import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { proposeFundRate } from '#contract/endpoints/desk.ts'
import { listFundRates } from '#contract/endpoints/fund.ts'
import { type FundRate, fundRate } from '#contract/fund.ts'
import { PRACTICE_CURVE } from '#contract/review.ts'
import { addDays } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { createRates } from '#server/fund/rates.ts'
import type { PublicTopic } from '#server/platform/socket/hub.ts'
import { logInOperator } from '#support/desk.ts'
import { type FundFixture, fundFixture, fundVisit, lotIn, utc } from '#support/fund-fixture.ts'
import { publishRaw, proposeRaw } from '#support/fund-room.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { testDatabase } from '#support/postgres.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'

const TODAY = '2024-09-02'
let house: FundFixture | undefined
const pages: TestPage[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  if (house === undefined) return
  expect(await faultsOf(house.owner)).toEqual([])
  await house.close()
  house = undefined
})

const published = async (its: FundFixture): Promise<FundRate[]> =>
  (await its.visitor().read(listFundRates.reply, '/api/fund/rates')).rates
const ahead = (n: number): string => addDays(TODAY, n)

describe('the example curve', () => {
  it('stands a week ahead, under its own name, before each day begins', async () => {
    house = await fundFixture(`${TODAY}T23:59:59`)
    const rates = await published(house)
    expect(rates.map(({ from }) => from)).toEqual([7, 6, 5, 4, 3, 2, 1].map(ahead))
    for (const { from, dailyRate, publishedAt, by } of rates) {
      expect([dailyRate, by]).toEqual([exampleRate(from), [PRACTICE_CURVE]])
      expect(publishedAt).toBeLessThan(utc(`${from}T00:00`))
    }
    await house.restart()
    expect(await published(house)).toEqual(rates)
  })

  it('leaves out what nobody published in time, and the last rate holds meanwhile', async () => {
    house = await fundFixture(`${TODAY}T09:00`)
    await house.app.close()
    house.clock.jump(20 * 86_400_000)
    await house.restart()
    const days = (await published(house)).map(({ from }) => from)
    expect(days.slice(0, 8)).toEqual([27, 26, 25, 24, 23, 22, 21, 7].map(ahead))
  })

  it('is not there where money is real, and ends with the first rate of an operator', async () => {
    house = await fundFixture(`${TODAY}T09:00`, { config: { practice: false } })
    expect(await published(house)).toEqual([])
    await house.close()
    house = await fundFixture(`${TODAY}T09:00`)
    const intent = { from: ahead(8), dailyRate: 71, at: house.clock.now() }
    const id = await proposeRaw(house.owner, intent)
    await publishRaw(house.db, { id, at: house.clock.now() })
    await house.to(`${ahead(5)}T00:00`)
    await house.restart()
    const days = (await published(house)).map(({ from }) => from)
    expect(days.slice(0, 2)).toEqual([8, 7].map(ahead))
  })
})

describe('a clock that went back', () => {
  it('publishes nothing for days that were earned already, and goes on when they have come again', async () => {
    house = await fundFixture(`${TODAY}T09:00`, { config: { practice: false } })
    const visit = await fundVisit(house)
    lotIn(await visit.transferIn({ amount: '50000' }))
    await house.to(`${ahead(4)}T09:00`)
    house.clock.jump(-3 * 86_400_000)
    const at = (): number => house?.clock.now() ?? 0
    const id = await proposeRaw(house.owner, { from: ahead(2), dailyRate: 300, at: at() })
    await expect(publishRaw(house.db, { id, at: at() })).rejects.toMatchObject({
      code: 'FT503',
      message: 'unavailable',
    })
    house.clock.jump(3 * 86_400_000)
    const later = await proposeRaw(house.owner, { from: ahead(5), dailyRate: 50, at: at() })
    await publishRaw(house.db, { id: later, at: at() })
    const next = await proposeRaw(house.owner, { from: ahead(6), dailyRate: 50, at: at() })
    await expect(publishRaw(house.db, { id: next, at: at() - 1 })).rejects.toThrow('unavailable')
    expect((await published(house)).map(({ from }) => from)).toEqual([ahead(5)])
  })

  it('keeps the example curve as it is', async () => {
    house = await fundFixture(`${TODAY}T09:00`)
    const before = await published(house)
    await house.app.close()
    house.clock.jump(-86_400_000)
    await house.restart()
    expect(await published(house)).toEqual(before)
  })
})

describe('the rates topic', () => {
  const ratesOf = (page: TestPage) =>
    page.of('rates').filter(([, , , kind]) => kind === 'snapshot' || kind === 'delta')

  it('begins with what is published, then tells everybody of each new rate, also logged out', async () => {
    house = await fundFixture(`${TODAY}T09:00`)
    const page = await openPage(house.url)
    pages.push(page)
    const first = await page.watch('rates')
    expect(z.array(fundRate).parse(first[5])).toEqual(await published(house))
    await house.clock.leap(2 * 86_400_000)
    await until('two deltas', () => ratesOf(page).length === 3)
    const seqs = ratesOf(page).map(([, , seq]) => seq)
    expect(seqs).toEqual([7, 8, 9])
    const told = ratesOf(page)
      .slice(1)
      .map(([, , , , , data]) => fundRate.parse(data).from)
    expect(told).toEqual([8, 9].map(ahead))
    const [anna, berta] = [await logInOperator(house, 'anna'), await logInOperator(house, 'berta')]
    const intent = { from: ahead(10), dailyRate: 44, why: 'a test of it' }
    const { id } = proposeFundRate.reply.parse(
      (await anna.post('/api/desk/fund-rates', intent)).body,
    )
    await berta.post(`/api/desk/fund-rates/${id}/decision`, { decision: 'approve' })
    await until('the operators’ rate', () => ratesOf(page).length === 4)
    expect(ratesOf(page).at(-1)?.[5]).toMatchObject({ from: ahead(10), by: ['anna', 'berta'] })
  })

  it('shows the newest sixty; older ones are read by pages', async () => {
    const its = await testDatabase()
    const { db, owner } = its
    const days = Array.from({ length: 110 }, (_, i) => addDays(TODAY, i - 100))
    const at = utc('2024-01-01T00:00')
    await owner.query('select publish_curve_rates($1, $2, $3)', [days, days.map(() => 50), at])
    const topics: PublicTopic[] = []
    const quiet = { broadcast: () => undefined, deliver: () => undefined }
    const hub = { ...quiet, addPublic: (topic: PublicTopic) => void topics.push(topic) }
    const clock = manualClock(utc(`${TODAY}T00:00`))
    const rates = createRates({ db, hub, clock, practice: false })
    const snapshot = await topics[0]?.snapshot([])
    expect(snapshot?.seq).toBe(110)
    const shown = z.array(fundRate).parse(snapshot?.data)
    expect(shown.map(({ from }) => from)).toEqual(days.toReversed().slice(0, 60))
    expect(await rates.latest()).toEqual(shown)
    expect(await topics[0]?.snapshot(['EURUSD'])).toBeNull()
    const read: string[] = []
    for (let next: FundRate['from'] | null | undefined; next !== null; ) {
      const page = await rates.page(next)
      read.push(...page.rates.map(({ from }) => from))
      next = page.next
    }
    expect(read).toEqual(days.toReversed())
    await its.close()
  })
})

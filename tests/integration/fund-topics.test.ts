import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { balance } from '#contract/balance.ts'
import { message } from '#contract/messages.ts'
import { fundState } from '#contract/fund.ts'
import {
  type FundFixture,
  fundFixture,
  type FundVisit,
  fundVisit,
  lotIn,
} from '#support/fund-fixture.ts'
import { redemptionIn } from '#support/fund-fixture.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'

let house: FundFixture
const pages: TestPage[] = []
beforeAll(async () => {
  house = await fundFixture('2024-10-07T09:00')
})
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})
afterAll(async () => {
  expect(await faultsOf(house.owner)).toEqual([])
  await house.close()
})

async function pageOf({ visitor }: FundVisit, topics: readonly string[]): Promise<TestPage> {
  const page = await openPage(house.url, { cookie: visitor.cookieHeader, origin: house.url })
  pages.push(page)
  for (const topic of topics) await page.watch(topic)
  return page
}
const news = (page: TestPage, topic: string) =>
  page.of(topic).filter(([, , , kind]) => kind === 'snapshot' || kind === 'delta')
async function latest(page: TestPage, topic: string, count: number): Promise<unknown> {
  await until(`${topic} ${count}`, () => news(page, topic).length >= count)
  expect(news(page, topic)).toHaveLength(count)
  return news(page, topic).at(-1)?.[5]
}

it('each change arrives on every page of its user: the whole fund, and the balance with it', async () => {
  const visit = await fundVisit(house, 1_000_000n)
  const other = await fundVisit(house)
  const page = await pageOf(visit, ['fund', 'balance', 'messages'])
  const stranger = await pageOf(other, ['fund'])
  let count = 1
  let version = -1
  /** What the socket says, which is what the server answers too. */
  const changed = async () => {
    count += 1
    const fund = fundState.parse(await latest(page, 'fund', count))
    const money = balance.parse(await latest(page, 'balance', count))
    expect(fund).toEqual(await visit.fund())
    expect(money).toEqual(await visit.balance())
    expect([money.fund, money.total]).toEqual([fund.total, money.available + fund.total])
    expect(fund.version).toBeGreaterThan(version)
    version = fund.version
    return { fund, money }
  }
  const first = lotIn(await visit.transferIn({ amount: '5000' }))
  expect(await changed()).toMatchObject({
    money: { available: 500_000n },
    fund: { pending: 500_000n },
  })
  const second = lotIn(await visit.transferIn({ amount: '70' }))
  expect((await changed()).fund.pendingLots.map(({ id }) => id)).toEqual([first.id, second.id])
  await visit.cancel(second)
  expect((await changed()).money.available).toBe(500_000n)

  await house.to('2024-10-08T00:00')
  expect(await changed()).toMatchObject({ fund: { confirmed: 500_000n, pending: 0n } })
  const later = redemptionIn(await visit.withdraw({ amount: '100', speed: 'next_day' }))
  expect((await changed()).fund.pendingRedemptions).toEqual([later])
  await visit.withdraw({ amount: '200', speed: 'instant' })
  expect((await changed()).money.available).toBe(520_000n)

  await house.to('2024-10-09T00:00')
  const { fund, money } = await changed()
  expect(money.available).toBe(530_000n)
  expect(fund).toMatchObject({ redeeming: 0n, redemptions: { remaining: 5 } })
  expect(fund.income.today).toBeGreaterThan(0n)
  const told = message.parse(await latest(page, 'messages', 2))
  expect(told).toMatchObject({
    kind: 'fund_redemption_paid',
    params: { redemptionId: later.id, amount: '100.00' },
    sentAt: later.paysAt,
  })
  expect(news(stranger, 'fund')).toHaveLength(1)
})

it('a page that comes back hears what it missed', async () => {
  const visit = await fundVisit(house)
  const page = await pageOf(visit, ['fund'])
  const [first] = news(page, 'fund')
  page.close()
  await visit.transferIn({ amount: '10' })
  await visit.transferIn({ amount: '20' })
  const again = await openPage(house.url, { cookie: visit.visitor.cookieHeader, origin: house.url })
  pages.push(again)
  await again.subscribe('fund', { epoch: first?.[1] ?? '', seq: first?.[2] ?? 0 })
  const totals = async () => fundState.parse(await latest(again, 'fund', 2)).total
  expect(await totals()).toBe(3_000n)
  expect(news(again, 'fund').map(([, , , kind]) => kind)).toEqual(['delta', 'delta'])
})

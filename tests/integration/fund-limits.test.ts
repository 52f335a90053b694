import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FundFixture,
  type FundVisit,
  fundFixture,
  fundVisit,
  lotIn,
  redemptionIn,
  refusal,
  utc,
  type Wish,
} from '#support/fund-fixture.ts'
import { faultsOf } from '#support/ledger-room.ts'

const KEY = 'one-intent-of-the-test'
let house: FundFixture
beforeAll(async () => {
  house = await fundFixture('2024-07-01T09:00')
})
afterAll(async () => {
  expect(await faultsOf(house.owner)).toEqual([])
  await house.close()
})

/** A visitor with so much confirmed, at ten in the morning of the next business day. */
let day = 1
async function withShares(amount: string): Promise<FundVisit> {
  const visit = await fundVisit(house)
  lotIn(await visit.transferIn({ amount }))
  // July 2024 begins with a Monday; weekends are passed over.
  day += day % 7 === 5 ? 3 : 1
  await house.to(`2024-07-${`${day}`.padStart(2, '0')}T10:00`)
  return visit
}
const instant = (amount: string, more: Partial<Wish> = {}): Wish => ({
  amount,
  speed: 'instant',
  ...more,
})

describe('a transfer in', () => {
  it('is 1.00 at least and 999,999.00 at most', async () => {
    const visit = await fundVisit(house)
    const code = async (amount: string) => refusal(await visit.transferIn({ amount }))
    expect(await code('0.99')).toEqual({
      status: 422,
      code: 'amount_below_minimum',
      params: { minimum: '1.00' },
    })
    expect(await code('999999.01')).toEqual({
      status: 422,
      code: 'amount_above_maximum',
      params: { maximum: '999999.00' },
    })
    expect(lotIn(await visit.transferIn({ amount: '1' })).amount).toBe(100n)
    const other = await fundVisit(house)
    expect(lotIn(await other.transferIn({ amount: '999999' })).amount).toBe(99_999_900n)
  })

  it('leaves no more than 1,000,000.00 in the fund, pending included', async () => {
    const visit = await fundVisit(house)
    lotIn(await visit.transferIn({ amount: '999998.99' }))
    expect(refusal(await visit.transferIn({ amount: '1.02' }))).toEqual({
      status: 409,
      code: 'fund_holding_limit',
      params: { limit: '1000000.00' },
    })
    lotIn(await visit.transferIn({ amount: '1.01' }))
    expect((await visit.fund()).total).toBe(100_000_000n)
  })

  it('takes what is available and not a cent more', async () => {
    const visit = await fundVisit(house, 10_000n)
    expect(refusal(await visit.transferIn({ amount: '100.01' }))).toMatchObject({
      code: 'available_too_low',
      params: { available: '100.00' },
    })
    lotIn(await visit.transferIn({ amount: '100' }))
    expect((await visit.balance()).available).toBe(0n)
  })

  it('comes ten times a day, cancelled ones counted, and again from midnight on', async () => {
    await house.to('2024-07-01T23:00')
    const visit = await fundVisit(house)
    const first = lotIn(await visit.transferIn({ amount: '2' }))
    lotIn(await visit.cancel(first))
    for (let n = 2; n <= 10; n++) lotIn(await visit.transferIn({ amount: '2' }))
    expect((await visit.fund()).subscriptions).toEqual({ limit: 10, remaining: 0 })
    expect(refusal(await visit.transferIn({ amount: '2' }))).toEqual({
      status: 409,
      code: 'daily_count_reached',
      params: { limit: 10, resetsAt: utc('2024-07-02T00:00') },
    })
    day = 2
    await house.to('2024-07-02T00:00')
    expect((await visit.fund()).subscriptions.remaining).toBe(10)
    lotIn(await visit.transferIn({ amount: '2' }))
  })
})

describe('a withdrawal', () => {
  it('takes what is redeemable and not a cent more, what is asked back already left out', async () => {
    const visit = await withShares('100')
    await visit.withdraw({ amount: '60', speed: 'next_day' })
    expect(refusal(await visit.withdraw(instant('40.01')))).toEqual({
      status: 409,
      code: 'redeemable_too_low',
      params: { redeemable: '40.00' },
    })
    redemptionIn(await visit.withdraw(instant('40')))
    expect(await visit.fund()).toMatchObject({ redeemable: 0n, redeeming: 6_000n })
  })

  it('may be of a single cent and not of nothing; pending shares are none', async () => {
    const visit = await withShares('100')
    lotIn(await visit.transferIn({ amount: '50' }))
    expect(refusal(await visit.withdraw(instant('0')))).toMatchObject({
      code: 'amount_below_minimum',
      params: { minimum: '0.01' },
    })
    redemptionIn(await visit.withdraw(instant('0.01')))
    expect(refusal(await visit.withdraw(instant('100')))).toMatchObject({
      code: 'redeemable_too_low',
      params: { redeemable: '99.99' },
    })
  })

  it('comes five times a day, cancelled ones counted', async () => {
    const visit = await withShares('100')
    const first = redemptionIn(await visit.withdraw({ amount: '1', speed: 'next_day' }))
    redemptionIn(await visit.cancel(first))
    for (let n = 2; n <= 5; n++) redemptionIn(await visit.withdraw(instant('1')))
    expect((await visit.fund()).redemptions.remaining).toBe(0)
    expect(refusal(await visit.withdraw(instant('1')))).toMatchObject({
      code: 'daily_count_reached',
      params: { limit: 5 },
    })
  })

  it('is at once up to 10,000.00 a day, and for the next day beyond', async () => {
    const visit = await withShares('20000')
    const { tradingPassword } = visit
    redemptionIn(await visit.withdraw(instant('9999.99', { tradingPassword })))
    expect(refusal(await visit.withdraw(instant('0.02')))).toMatchObject({
      status: 409,
      code: 'instant_limit_reached',
      params: { remaining: '0.01' },
    })
    redemptionIn(await visit.withdraw(instant('0.01')))
    expect((await visit.fund()).redemptions.instantRemaining).toBe(0n)
    redemptionIn(await visit.withdraw({ amount: '5000', speed: 'next_day', tradingPassword }))
  })

  it('needs the trading password above 1,000.00', async () => {
    const visit = await withShares('5000')
    const { tradingPassword } = visit
    redemptionIn(await visit.withdraw(instant('1000')))
    expect(refusal(await visit.withdraw(instant('1000.01')))).toEqual({
      status: 422,
      code: 'trading_password_required',
      params: { above: '1000.00' },
    })
    const wrong = instant('1000.01', { tradingPassword: 'not-that-mule-8-stapler' })
    expect(refusal(await visit.withdraw(wrong))).toMatchObject({ code: 'trading_password_wrong' })
    redemptionIn(await visit.withdraw(instant('1000.01', { tradingPassword })))
    expect((await visit.fund()).confirmed).toBe(299_999n)
  })

  it('takes few wrong passwords before the right one has to wait too', async () => {
    const visit = await withShares('5000')
    const wrong = instant('2000', { tradingPassword: 'not-that-mule-8-stapler' })
    for (let n = 0; n < 6; n++) await visit.withdraw(wrong)
    const right = instant('2000', { tradingPassword: visit.tradingPassword })
    expect(refusal(await visit.withdraw(right))).toMatchObject({ code: 'rate_limited' })
    expect((await visit.fund()).confirmed).toBe(500_000n)
  })
})

describe('what was shown', () => {
  it('binds: a cut-off between showing and asking refuses with the day that it would be now', async () => {
    await house.to('2024-07-22T14:59:59.999')
    const visit = await fundVisit(house)
    const shown = '2024-07-23'
    lotIn(await visit.transferIn({ amount: '10', confirmDay: shown }))
    house.clock.jump(1)
    expect(refusal(await visit.transferIn({ amount: '10', confirmDay: shown }))).toEqual({
      status: 409,
      code: 'fund_day_changed',
      params: { day: '2024-07-24' },
    })
    expect((await visit.fund()).pending).toBe(1_000n)
    await house.to('2024-07-23T15:00')
    const late = { amount: '5', speed: 'next_day', payDay: '2024-07-24' } as const
    expect(refusal(await visit.withdraw(late))).toMatchObject({
      code: 'fund_day_changed',
      params: { day: '2024-07-25' },
    })
    const yesterday = instant('5', { payDay: '2024-07-22' })
    expect(refusal(await visit.withdraw(yesterday))).toMatchObject({
      code: 'fund_day_changed',
      params: { day: '2024-07-23' },
    })
  })
})

describe('one intent', () => {
  it('sent again gets the same bytes and is done once, also after the cut-off', async () => {
    await house.to('2024-07-24T09:00')
    const visit = await fundVisit(house)
    const body = { amount: '10', confirmDay: '2024-07-25' }
    const first = await visit.transferIn(body, KEY)
    const copies = await Promise.all([1, 2, 3].map(() => visit.transferIn(body, KEY)))
    expect(new Set(copies.map(({ text }) => text))).toEqual(new Set([first.text]))
    expect(refusal(await visit.transferIn({ ...body, amount: '11' }, KEY))).toEqual({
      status: 422,
      code: 'key_reused',
    })
    await house.to('2024-07-24T16:00')
    expect((await visit.transferIn(body, KEY)).text).toBe(first.text)
    expect(await visit.lots()).toHaveLength(1)
    expect(refusal(await visit.visitor.post('/api/fund/subscriptions', body))).toMatchObject({
      code: 'key_missing',
    })
  })

  it('of a withdrawal is asked for its password again, and is done once', async () => {
    await house.to('2024-07-25T09:00')
    const visit = await fundVisit(house)
    lotIn(await visit.transferIn({ amount: '9000' }))
    await house.to('2024-07-26T09:00')
    const wish = instant('3000', { tradingPassword: visit.tradingPassword })
    const first = await visit.withdraw(wish, KEY)
    expect((await visit.withdraw(wish, KEY)).text).toBe(first.text)
    const wrong = { ...wish, tradingPassword: 'not-that-mule-8-stapler' }
    expect(refusal(await visit.withdraw(wrong, KEY))).toMatchObject({
      code: 'trading_password_wrong',
    })
    expect((await visit.fund()).confirmed).toBe(600_000n)
  })

  it('taken back twice with one key is taken back once', async () => {
    const visit = await fundVisit(house)
    const lot = lotIn(await visit.transferIn({ amount: '10' }))
    const [one, two] = await Promise.all([visit.cancel(lot, KEY), visit.cancel(lot, KEY)])
    expect(one.text).toBe(two.text)
    expect(lotIn(one).status).toBe('cancelled')
    expect((await visit.balance()).available).toBe(200_000_000n)
  })
})

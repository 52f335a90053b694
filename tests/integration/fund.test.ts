import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFundRates } from '#contract/endpoints/fund.ts'
import type { FundAccrual, FundLot } from '#contract/fund.ts'
import { addDays } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { compareIncome, recomputeIncome } from '#rules/fund-income.ts'
import {
  type FundFixture,
  type FundVisit,
  fundFixture,
  fundVisit,
  lotIn,
  redemptionIn,
  refusal,
  utc,
} from '#support/fund-fixture.ts'
import { faultsOf } from '#support/ledger-room.ts'

let house: FundFixture
/** On a database and a clock of its own. */
const from = (start: string): void => {
  beforeAll(async () => {
    house = await fundFixture(start)
  })
  afterAll(async () => {
    expect(await faultsOf(house.owner)).toEqual([])
    await house.close()
  })
}

/** The fund and the account, as the user sees them; amounts in cents. */
async function seen(visit: FundVisit) {
  const { confirmed, pending, redeeming, total } = await visit.fund()
  const { available, fund, total: everything } = await visit.balance()
  expect([fund, everything]).toEqual([total, available + fund])
  return { available, confirmed, pending, redeeming }
}

describe('a transfer in', () => {
  from('2024-03-06T14:59:59.999')
  /** When, the day that it counts for, and the day that its shares begin on. */
  const MOMENTS: readonly [string, string, string][] = [
    ['2024-03-06T14:59:59.999', '2024-03-06', '2024-03-07'],
    ['2024-03-06T15:00', '2024-03-07', '2024-03-08'],
    ['2024-03-06T15:00:00.001', '2024-03-07', '2024-03-08'],
    ['2024-03-08T14:59:59.999', '2024-03-08', '2024-03-11'],
    ['2024-03-08T15:00', '2024-03-11', '2024-03-12'],
    ['2024-03-09T10:00', '2024-03-11', '2024-03-12'],
    ['2024-03-28T14:00', '2024-03-28', '2024-04-02'],
    ['2024-03-28T16:00', '2024-04-02', '2024-04-03'],
    ['2024-04-01T10:00', '2024-04-02', '2024-04-03'],
  ]
  it('counts for the first business day whose cut-off is ahead, and begins on the next one', async () => {
    const visit = await fundVisit(house)
    const lots: FundLot[] = []
    for (const [at, tradeDay, confirmDay] of MOMENTS) {
      await house.to(at)
      const lot = lotIn(await visit.transferIn({ amount: '100' }))
      expect([at, lot.tradeDay, lot.confirmDay]).toEqual([at, tradeDay, confirmDay])
      expect(lot).toMatchObject({
        status: 'pending',
        remaining: 10_000n,
        cancellableUntil: utc(`${tradeDay}T15:00`),
        confirmsAt: utc(`${confirmDay}T00:00`),
      })
      lots.push(lot)
    }
    await house.to('2024-04-03T00:00')
    const now = await visit.lots()
    for (const { id, confirmsAt } of lots) {
      const lot = now.find((own) => own.id === id)
      expect(lot).toMatchObject({ status: 'confirmed', confirmedAt: confirmsAt })
    }
  })

  it('is pending until its day begins, then confirmed, and nothing is lost', async () => {
    await house.to('2024-04-05T12:00')
    const visit = await fundVisit(house, 50_000n)
    await visit.transferIn({ amount: '200' })
    const before = { available: 30_000n, confirmed: 0n, pending: 20_000n, redeeming: 0n }
    expect(await seen(visit)).toEqual(before)
    await house.to('2024-04-07T23:59:58')
    expect(await seen(visit)).toEqual(before)
    await house.to('2024-04-08T00:00')
    expect(await seen(visit)).toEqual({ ...before, confirmed: 20_000n, pending: 0n })
  })

  it('can be taken back until its cut-off, and no more from then on', async () => {
    await house.to('2024-04-10T09:00')
    const visit = await fundVisit(house, 30_000n)
    const first = lotIn(await visit.transferIn({ amount: '100' }))
    const second = lotIn(await visit.transferIn({ amount: '50' }))
    await house.to('2024-04-10T14:59:59.999')
    expect(lotIn(await visit.cancel(first))).toMatchObject({
      status: 'cancelled',
      remaining: 0n,
      confirmedAt: null,
      endedAt: utc('2024-04-10T14:59:59.999'),
    })
    expect(refusal(await visit.cancel(first))).toMatchObject({
      code: 'document_moved_on',
      params: { status: 'cancelled' },
    })
    await house.to('2024-04-10T15:00')
    expect(refusal(await visit.cancel(second))).toMatchObject({
      status: 409,
      code: 'cut_off_passed',
      params: { cutOffAt: second.cancellableUntil },
    })
    expect((await visit.fund()).subscriptions.remaining).toBe(8)
    expect(await seen(visit)).toMatchObject({ available: 25_000n, pending: 5_000n })
    await house.to('2024-04-11T00:00')
    expect(refusal(await visit.cancel(second))).toMatchObject({ code: 'document_moved_on' })
    const [kept] = await visit.lots()
    expect(kept).toMatchObject({ id: second.id, status: 'confirmed' })
  })

  it('is nobody else’s to see or take back', async () => {
    const visit = await fundVisit(house)
    const lot = lotIn(await visit.transferIn({ amount: '100' }))
    const other = await fundVisit(house)
    expect(refusal(await other.cancel(lot))).toEqual({ status: 404, code: 'not_found' })
    expect(await other.lots()).toEqual([])
    expect(await seen(visit)).toMatchObject({ pending: 10_000n })
  })
})

describe('income', () => {
  from('2024-05-02T09:00')

  it('is what the published rates make of the share, every day, and earns from the next day on', async () => {
    const visit = await fundVisit(house)
    await visit.transferIn({ amount: '123456.78' })
    await house.to('2024-05-08T00:00')
    await visit.transferIn({ amount: '1000' })
    for (const day of ['2024-05-09', '2024-05-10', '2024-05-11']) await house.to(`${day}T00:00`)
    const { accruals, ...rest } = await visit.statement()
    expect(rest.accruedThrough).toBe('2024-05-10')
    expect(accruals.map(({ day }) => day)).toEqual(
      Array.from({ length: 8 }, (_, i) => addDays('2024-05-03', i)),
    )
    let [share, carry, total] = [12_345_678n, 0n, 0n]
    for (const accrual of accruals) {
      if (accrual.day === '2024-05-09') share += 100_000n
      const earned = share * BigInt(exampleRate(accrual.day)) + carry
      carry = earned % 1_000_000n
      expect(accrual).toEqual<FundAccrual>({
        day: accrual.day,
        share,
        dailyRate: exampleRate(accrual.day),
        carryBefore: accrual.carryBefore,
        credited: earned / 1_000_000n,
        carryAfter: Number(carry),
      })
      share += earned / 1_000_000n
      total += earned / 1_000_000n
    }
    const { income, confirmed } = await visit.fund()
    expect(confirmed).toBe(share)
    expect(income).toEqual({ today: accruals.at(-1)?.credited, total, carry: Number(carry) })
    const again = recomputeIncome({ ...rest, throughDay: rest.accruedThrough })
    expect(compareIncome(again, accruals)).toEqual({ ok: true, days: 8, total })
  })

  it('comes for no day on which nothing was confirmed, and in lots that count at once', async () => {
    await house.to('2024-05-13T09:00')
    const visit = await fundVisit(house)
    await visit.transferIn({ amount: '20000' })
    await house.to('2024-05-15T00:00')
    const [income, transfer] = await visit.lots()
    expect(transfer?.kind).toBe('transfer')
    expect(income).toMatchObject({
      kind: 'income',
      status: 'confirmed',
      tradeDay: '2024-05-14',
      confirmDay: '2024-05-15',
      confirmedAt: utc('2024-05-15T00:00'),
    })
    expect((await visit.statement()).accruals.map(({ day }) => day)).toEqual(['2024-05-14'])
  })

  it('says nothing of somebody who never used the fund', async () => {
    const visit = await fundVisit(house)
    expect(await visit.fund()).toMatchObject({ version: 0, total: 0n, pendingLots: [] })
    expect(await visit.statement()).toEqual({
      accruedThrough: null,
      confirmed: [],
      paid: [],
      rates: [],
      accruals: [],
    })
  })

  it('follows rates that are everybody’s to read', async () => {
    const { rates, next } = await house.visitor().read(listFundRates.reply, '/api/fund/rates')
    expect(next).toBeNull()
    expect(rates.map(({ from: day }) => day)).toEqual(
      Array.from({ length: rates.length }, (_, i) => addDays('2024-05-22', -i)),
    )
    expect(rates.at(-1)).toMatchObject({ from: '2024-05-03', by: ['practice-curve'] })
  })
})

describe('a withdrawal', () => {
  from('2024-06-03T09:00')

  it('at once is on the account, and does not earn for that day', async () => {
    const visit = await fundVisit(house, 2_000_000n)
    await visit.transferIn({ amount: '20000' })
    await house.to('2024-06-04T10:00')
    const redemption = redemptionIn(await visit.withdraw({ amount: '500.05', speed: 'instant' }))
    const now = house.clock.now()
    expect(redemption).toMatchObject({ status: 'paid', paysAt: now, endedAt: now })
    expect(await seen(visit)).toMatchObject({ available: 50_005n, confirmed: 1_949_995n })
    await house.to('2024-06-05T00:00')
    const { accruals, paid } = await visit.statement()
    expect(accruals).toMatchObject([{ day: '2024-06-04', share: 1_949_995n }])
    expect(paid).toEqual([{ id: redemption.id, day: '2024-06-04', amount: 50_005n }])
  })

  it('on the next day earns until then, is kept apart, and is told of when it arrives', async () => {
    await house.to('2024-06-07T14:59:59.999')
    const visit = await fundVisit(house, 100_000n)
    await visit.transferIn({ amount: '1000' })
    await house.to('2024-06-14T15:00')
    const redemption = redemptionIn(await visit.withdraw({ amount: '400', speed: 'next_day' }))
    expect(redemption).toMatchObject({
      status: 'requested',
      tradeDay: '2024-06-17',
      payDay: '2024-06-18',
      cancellableUntil: utc('2024-06-17T15:00'),
      paysAt: utc('2024-06-18T00:00'),
    })
    const { redeemable, pendingRedemptions } = await visit.fund()
    expect(pendingRedemptions).toEqual([redemption])
    const asked = await seen(visit)
    expect(asked).toMatchObject({ available: 0n, redeeming: 40_000n })
    expect(redeemable).toBe(asked.confirmed - 40_000n)
    await house.to('2024-06-18T00:00')
    expect(await seen(visit)).toMatchObject({ available: 40_000n, redeeming: 0n })
    const accruals = new Map((await visit.statement()).accruals.map((lot) => [lot.day, lot.share]))
    expect(accruals.get(addDays('2024-06-18', -1))).toBeGreaterThanOrEqual(100_000n)
    await house.to('2024-06-19T00:00')
    const later = (await visit.statement()).accruals.at(-1)
    expect(later).toMatchObject({ day: '2024-06-18' })
    expect(later?.share).toBeLessThan(61_000n)
    const messages = await house.db.query(
      "select params, sent_at from messages where user_id = $1 and kind = 'fund_redemption_paid'",
      [visit.userId],
    )
    expect(messages).toEqual([
      {
        params: { redemptionId: redemption.id, amount: '400.00' },
        sent_at: BigInt(redemption.paysAt),
      },
    ])
  })

  it('takes the oldest lots first, and leaves a part of the last', async () => {
    await house.to('2024-06-20T09:00')
    const visit = await fundVisit(house)
    for (const amount of ['100', '200', '300']) await visit.transferIn({ amount })
    await house.to('2024-06-21T10:00')
    redemptionIn(await visit.withdraw({ amount: '150', speed: 'instant' }))
    const left = async () =>
      (await visit.lots()).map(({ remaining, status }) => [remaining, status])
    expect(await left()).toEqual([
      [30_000n, 'confirmed'],
      [15_000n, 'confirmed'],
      [0n, 'redeemed'],
    ])
    redemptionIn(await visit.withdraw({ amount: '450', speed: 'instant' }))
    expect(await left()).toEqual(Array.from({ length: 3 }, () => [0n, 'redeemed']))
    expect(await seen(visit)).toMatchObject({ available: 200_000_000n, confirmed: 0n })
  })

  it('for the next day can be taken back until its cut-off, and no more from then on', async () => {
    await house.to('2024-06-24T09:00')
    const visit = await fundVisit(house)
    await visit.transferIn({ amount: '900' })
    await house.to('2024-06-25T09:00')
    const ask = async (amount: string) =>
      redemptionIn(await visit.withdraw({ amount, speed: 'next_day' }))
    const [first, second] = [await ask('100'), await ask('200')]
    await house.to('2024-06-25T14:59:59.999')
    expect(redemptionIn(await visit.cancel(first))).toMatchObject({ status: 'cancelled' })
    expect(await visit.fund()).toMatchObject({ redeeming: 20_000n, redeemable: 70_000n })
    await house.to('2024-06-25T15:00')
    expect(refusal(await visit.cancel(second))).toMatchObject({
      code: 'cut_off_passed',
      params: { cutOffAt: second.cancellableUntil },
    })
    await house.to('2024-06-26T00:00')
    expect(refusal(await visit.cancel(second))).toMatchObject({ code: 'document_moved_on' })
    const statuses = (await visit.redemptions()).map(({ status }) => status)
    expect(statuses).toEqual(['paid', 'cancelled'])
    const other = await fundVisit(house)
    expect(refusal(await other.cancel(second))).toEqual({ status: 404, code: 'not_found' })
  })
})

/** One user's fund once more, written from its rules and not from its SQL: lots, withdrawals, income, refusals. */
import type { FundAccrual } from '#contract/fund.ts'
import { day as daySchema } from '#contract/scalars.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'

export interface FundDayLimits {
  subscriptions: number
  redemptions: number
  holding: bigint
  instant: bigint
}
export interface DatedMoment {
  at: number
  /** The day of `at`, the one that it counts for, its cut-off, and the one on which it takes effect. */
  day: string
  tradeDay: string
  cutOffAt: number
  settleDay: string
}
export type FundAction =
  | (DatedMoment & { kind: 'subscribe'; amount: bigint })
  | (DatedMoment & { kind: 'instant' | 'next_day'; amount: bigint })
  /** `nth`: of all lots, or of all withdrawals, in the order in which they were made. */
  | (DatedMoment & { kind: 'cancel_subscription' | 'cancel_redemption'; nth: number })

export interface ModelLot {
  kind: 'transfer' | 'income'
  amount: bigint
  remaining: bigint
  status: 'pending' | 'confirmed' | 'redeemed' | 'cancelled'
  confirmDay: string
  cutOffAt: number
}
export interface ModelRedemption {
  amount: bigint
  status: 'requested' | 'paid' | 'cancelled'
  payDay: string
  cutOffAt: number
}

const MILLION = 1_000_000n
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

export class FundModel {
  readonly lots: ModelLot[] = []
  readonly redemptions: ModelRedemption[] = []
  readonly accruals: FundAccrual[] = []
  cash: bigint
  /** Ever, in millionths of a cent. */
  earned = 0n
  openedThrough: string | null = null
  private readonly limits: FundDayLimits
  private readonly rateOf: (day: string) => number
  private counts = { subscriptions: 0, redemptions: 0, instant: 0n }

  constructor(start: { cash: bigint; limits: FundDayLimits; rateOf: (day: string) => number }) {
    this.cash = start.cash
    this.limits = start.limits
    this.rateOf = start.rateOf
  }

  get pending(): bigint {
    return sum(this.lots.filter((lot) => lot.status === 'pending').map(({ amount }) => amount))
  }
  get confirmed(): bigint {
    const lots = this.lots.filter((lot) => lot.status === 'confirmed')
    return sum(lots.map(({ remaining }) => remaining))
  }
  get redeemable(): bigint {
    const waiting = this.redemptions.filter((redemption) => redemption.status === 'requested')
    return this.confirmed - sum(waiting.map(({ amount }) => amount))
  }
  get holdingRoom(): bigint {
    return this.limits.holding - this.pending - this.confirmed
  }

  open(today: string): void {
    this.openedThrough ??= today
    while (this.openedThrough < today) this.begin(laterBy(this.openedThrough, 1))
  }

  /** `done`, or the refusal's code. A refused action leaves nothing behind but the days that began. */
  act(action: FundAction): string {
    this.open(action.day)
    switch (action.kind) {
      case 'subscribe':
        return this.subscribe(action)
      case 'instant':
      case 'next_day':
        return this.redeem(action)
      case 'cancel_subscription':
        return this.cancelSubscription(action)
      case 'cancel_redemption':
        return this.cancelRedemption(action)
    }
  }

  private begin(day: string): void {
    this.accrue(laterBy(day, -1), day)
    for (const redemption of this.redemptions) {
      if (redemption.status === 'requested' && redemption.payDay === day) this.pay(redemption)
    }
    for (const lot of this.lots) {
      if (lot.status === 'pending' && lot.confirmDay === day) lot.status = 'confirmed'
    }
    this.counts = { subscriptions: 0, redemptions: 0, instant: 0n }
    this.openedThrough = day
  }

  private accrue(day: string, creditedOn: string): void {
    const share = this.confirmed
    if (share === 0n) return
    const dailyRate = this.rateOf(day)
    const before = this.earned
    this.earned += share * BigInt(dailyRate)
    const credited = this.earned / MILLION - before / MILLION
    const carryBefore = Number(before % MILLION)
    const carryAfter = Number(this.earned % MILLION)
    const row = { share, dailyRate, carryBefore, credited, carryAfter }
    this.accruals.push({ day: daySchema.parse(day), ...row })
    if (credited === 0n) return
    const amounts = { amount: credited, remaining: credited }
    const times = { confirmDay: creditedOn, cutOffAt: 0 }
    this.lots.push({ kind: 'income', status: 'confirmed', ...amounts, ...times })
  }

  private subscribe({ amount, cutOffAt, settleDay }: DatedMoment & { amount: bigint }): string {
    if (this.counts.subscriptions >= this.limits.subscriptions) return 'daily_count_reached'
    if (amount > this.holdingRoom) return 'fund_holding_limit'
    if (amount > this.cash) return 'available_too_low'
    this.counts.subscriptions += 1
    this.cash -= amount
    const status = 'pending'
    const kind = 'transfer'
    this.lots.push({ kind, amount, remaining: amount, status, confirmDay: settleDay, cutOffAt })
    return 'done'
  }

  private redeem(wish: DatedMoment & { kind: 'instant' | 'next_day'; amount: bigint }): string {
    const { amount, cutOffAt } = wish
    const instant = wish.kind === 'instant'
    if (this.counts.redemptions >= this.limits.redemptions) return 'daily_count_reached'
    if (amount > this.redeemable) return 'redeemable_too_low'
    if (instant && this.counts.instant + amount > this.limits.instant)
      return 'instant_limit_reached'
    this.counts.redemptions += 1
    if (instant) this.counts.instant += amount
    const payDay = instant ? wish.day : wish.settleDay
    const made: ModelRedemption = { amount, status: 'requested', payDay, cutOffAt }
    this.redemptions.push(made)
    if (instant) this.pay(made)
    return 'done'
  }

  /** From the lots that were confirmed first; of one day, from the one that was made first. */
  private pay(redemption: ModelRedemption): void {
    let left = redemption.amount
    const stock = this.lots.filter(({ status }) => status === 'confirmed')
    for (const lot of stock.sort((a, b) =>
      a.confirmDay < b.confirmDay ? -1 : +(a.confirmDay > b.confirmDay),
    )) {
      const taken = left < lot.remaining ? left : lot.remaining
      left -= taken
      lot.remaining -= taken
      if (lot.remaining === 0n) lot.status = 'redeemed'
    }
    if (left !== 0n) throw new Error(`the model owes ${left}`)
    redemption.status = 'paid'
    this.cash += redemption.amount
  }

  private cancelSubscription({ nth, at }: { nth: number; at: number }): string {
    const lot = this.lots[nth]
    if (lot?.status !== 'pending') return 'document_moved_on'
    if (at >= lot.cutOffAt) return 'cut_off_passed'
    lot.status = 'cancelled'
    lot.remaining = 0n
    this.cash += lot.amount
    return 'done'
  }

  private cancelRedemption({ nth, at }: { nth: number; at: number }): string {
    const redemption = this.redemptions[nth]
    if (redemption?.status !== 'requested') return 'document_moved_on'
    if (at >= redemption.cutOffAt) return 'cut_off_passed'
    redemption.status = 'cancelled'
    return 'done'
  }
}

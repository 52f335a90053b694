/** The balance fund as the server sends it, decoded; each test changes what it is about. */
import {
  type FundLot,
  type FundRate,
  type FundRedemption,
  type FundState,
  type FundTerms,
  fundLot,
  fundRate,
  fundRedemption,
  fundState,
  fundTerms,
} from '#contract/fund.ts'

type Change = Record<string, unknown>

const utc = (text: string): number => Date.parse(`${text}Z`)

/** A Wednesday, five hours before the cut-off; set the fake streams' clock to it. */
export const FUND_NOW = utc('2023-11-15T10:00')

export const fundTermsWire = (change: Change = {}): Change => ({
  zone: 'UTC',
  cutOffHour: 15,
  minimum: '1.00',
  maximum: '999999.00',
  holdingMaximum: '1000000.00',
  dailySubscriptions: 10,
  dailyRedemptions: 5,
  instantMaximum: '10000.00',
  passwordAbove: '1000.00',
  ...change,
})
export const sampleTerms = (change: Change = {}): FundTerms =>
  fundTerms.parse(fundTermsWire(change))

/** Transferred in on Wednesday, confirmed on Thursday. */
export const fundLotWire = (change: Change = {}): Change => ({
  id: '1',
  kind: 'transfer',
  amount: '200.00',
  remaining: '200.00',
  status: 'pending',
  createdAt: FUND_NOW,
  tradeDay: '2023-11-15',
  cancellableUntil: utc('2023-11-15T15:00'),
  confirmDay: '2023-11-16',
  confirmsAt: utc('2023-11-16T00:00'),
  confirmedAt: null,
  endedAt: null,
  ...change,
})
export const sampleLot = (change: Change = {}): FundLot => fundLot.parse(fundLotWire(change))

/** Asked for on Wednesday, paid on Thursday. */
export const redemptionWire = (change: Change = {}): Change => ({
  id: '1',
  amount: '50.00',
  speed: 'next_day',
  status: 'requested',
  createdAt: FUND_NOW,
  tradeDay: '2023-11-15',
  cancellableUntil: utc('2023-11-15T15:00'),
  payDay: '2023-11-16',
  paysAt: utc('2023-11-16T00:00'),
  endedAt: null,
  ...change,
})
export const sampleRedemption = (change: Change = {}): FundRedemption =>
  fundRedemption.parse(redemptionWire(change))

/** 1,000.00 confirmed, nothing on its way; amounts are what is given, not sums. */
export const fundWire = (change: Change = {}): Change => ({
  version: 1,
  total: '1000.00',
  confirmed: '1000.00',
  pending: '0.00',
  redeeming: '0.00',
  redeemable: '1000.00',
  income: { today: '0.05', total: '1.25', carry: 0 },
  subscriptions: { limit: 10, remaining: 10 },
  redemptions: { limit: 5, remaining: 5, instantRemaining: '10000.00' },
  resetsAt: utc('2023-11-16T00:00'),
  pendingLots: [],
  pendingRedemptions: [],
  ...change,
})
export const sampleFund = (change: Change = {}): FundState => fundState.parse(fundWire(change))

export const rateWire = (change: Change = {}): Change => ({
  from: '2023-11-15',
  dailyRate: 50,
  publishedAt: utc('2023-11-08T00:00'),
  by: ['practice-curve'],
  ...change,
})
export const sampleRate = (change: Change = {}): FundRate => fundRate.parse(rateWire(change))

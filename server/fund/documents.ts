/** Rows of the fund, and their conversion to the contract's documents. Dates come from SQL as text. */
import { z } from 'zod'
import {
  type FundAccrual,
  type FundLot,
  type FundRate,
  type FundRedemption,
  fundAccrual,
  fundLot,
  fundRate,
  fundRedemption,
  type RateProposal,
  rateProposal,
} from '#contract/fund.ts'
import { PRACTICE_CURVE } from '#contract/review.ts'
import { dayStart } from '#rules/business-day.ts'
import { formatAmount } from '#rules/amounts.ts'

export interface LotRow {
  id: bigint
  user_id: bigint
  kind: string
  amount: bigint
  remaining: bigint
  status: string
  created_at: bigint
  trade_day: string
  cancellable_until: bigint
  confirm_day: string
  confirmed_at: bigint | null
  ended_at: bigint | null
}
export interface RedemptionRow {
  id: bigint
  user_id: bigint
  amount: bigint
  speed: string
  status: string
  created_at: bigint
  trade_day: string
  cancellable_until: bigint | null
  pay_day: string
  ended_at: bigint | null
}
/** A row of a day's income. */
export interface AccrualRow {
  day: string
  share: bigint
  daily_rate: number
  carry_before: number
  credited: bigint
  carry_after: number
}
export interface RateRow {
  from_day: string
  daily_rate: number
  published_at: bigint
  proposed_by: string
  approved_by: string
}
/** The columns of a proposal. */
export const PROPOSAL = `id, from_day::text, daily_rate, why, status, proposed_by, proposed_at,
  decided_by, decided_at`
/** A row of a proposal of a rate. */
export interface ProposalRow {
  id: bigint
  from_day: string
  daily_rate: number
  why: string
  status: RateProposal['status']
  proposed_by: string
  proposed_at: bigint
  decided_by: string | null
  decided_at: bigint | null
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))

// Each of these functions throws when the row does not match the contract.

export const lotOfRow = (row: LotRow): FundLot =>
  fundLot.parse({
    id: row.id.toString(),
    kind: row.kind,
    amount: formatAmount(row.amount),
    remaining: formatAmount(row.remaining),
    status: row.status,
    createdAt: moment(row.created_at),
    tradeDay: row.trade_day,
    cancellableUntil: moment(row.cancellable_until),
    confirmDay: row.confirm_day,
    confirmsAt: dayStart(row.confirm_day),
    confirmedAt: moment(row.confirmed_at),
    endedAt: moment(row.ended_at),
  })

export const redemptionOfRow = (row: RedemptionRow): FundRedemption =>
  fundRedemption.parse({
    id: row.id.toString(),
    amount: formatAmount(row.amount),
    speed: row.speed,
    status: row.status,
    createdAt: moment(row.created_at),
    tradeDay: row.trade_day,
    cancellableUntil: moment(row.cancellable_until),
    payDay: row.pay_day,
    paysAt: row.speed === 'instant' ? moment(row.created_at) : dayStart(row.pay_day),
    endedAt: moment(row.ended_at),
  })

export const accrualOfRow = (row: AccrualRow): FundAccrual =>
  fundAccrual.parse({
    day: row.day,
    share: formatAmount(row.share),
    dailyRate: row.daily_rate,
    carryBefore: row.carry_before,
    credited: formatAmount(row.credited),
    carryAfter: row.carry_after,
  })

export const rateOfRow = (row: RateRow): FundRate =>
  fundRate.parse({
    from: row.from_day,
    dailyRate: row.daily_rate,
    publishedAt: moment(row.published_at),
    by: row.proposed_by === PRACTICE_CURVE ? [PRACTICE_CURVE] : [row.proposed_by, row.approved_by],
  })

/** A row as the desk sees it. */
export const proposalOfRow = (row: ProposalRow): RateProposal =>
  rateProposal.parse({
    id: row.id.toString(),
    from: row.from_day,
    dailyRate: row.daily_rate,
    why: row.why,
    status: row.status,
    proposedBy: row.proposed_by,
    proposedAt: moment(row.proposed_at),
    decidedBy: row.decided_by,
    decidedAt: moment(row.decided_at),
  })

export const lotJson = (row: LotRow): string => JSON.stringify(z.encode(fundLot, lotOfRow(row)))
export const redemptionJson = (row: RedemptionRow): string =>
  JSON.stringify(z.encode(fundRedemption, redemptionOfRow(row)))

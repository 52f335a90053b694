/** A real server with the fund, by a clock that the test moves, and users of it who act as their page would. */
import { type Balance, balance } from '#contract/balance.ts'
import * as rows from '#contract/endpoints/fund.ts'
import { problem } from '#contract/errors.ts'
import type { FundLot, FundRedemption, FundState, FundStatement } from '#contract/fund.ts'
import { dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import {
  type TestServer,
  type TestServerOptions,
  type TestUser,
  testServer,
} from '#support/server.ts'
import { giveMoney } from '#support/trading-fixture.ts'
import { until } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

/** `2024-03-01T10:00`, of UTC. */
export const utc = (text: string): number => Date.parse(`${text}Z`)

export interface FundFixture extends TestServer {
  clock: ManualClock
  /** Moves the clock to this moment of UTC, and waits until the job has begun every day. */
  to(text: string): Promise<void>
  daysBegun(): Promise<void>
}

export async function fundFixture(
  start: string,
  options: Omit<TestServerOptions, 'clock'> = {},
): Promise<FundFixture> {
  const clock = manualClock(utc(start))
  const server = await testServer({ ...options, clock })
  const isBegun = async (): Promise<boolean> => {
    const rest = await server.db.query(
      'select 1 from fund_accounts where not idle and opened_through < $1 limit 1',
      [dayOf(clock.now())],
    )
    return rest.length === 0
  }
  const daysBegun = async (): Promise<void> => void (await until('the days of the fund', isBegun))
  // Not a copy: a restart puts another app into the server.
  return Object.assign(server, {
    clock,
    daysBegun,
    to: async (text: string) => {
      await clock.leap(utc(text) - clock.now())
      await daysBegun()
    },
  })
}

export interface Wish {
  amount: string
  speed: 'instant' | 'next_day'
  tradingPassword?: string
  /** Default: as it would be now. */
  payDay?: string
}

export interface FundVisit extends TestUser {
  userId: bigint
  /** `confirmDay`: default as it would be now. */
  transferIn(transfer: { amount: string; confirmDay?: string }, key?: string): Promise<Answer>
  withdraw(wish: Wish, key?: string): Promise<Answer>
  cancel(own: FundLot | FundRedemption, key?: string): Promise<Answer>
  fund(): Promise<FundState>
  statement(): Promise<FundStatement>
  balance(): Promise<Balance>
  /** Newest first. */
  lots(): Promise<FundLot[]>
  redemptions(): Promise<FundRedemption[]>
}

export const lotIn = ({ body, text }: Answer): FundLot => {
  const reply = rows.openSubscription.reply.safeParse(body)
  if (!reply.success) throw new Error(text)
  return reply.data.lot
}
export const redemptionIn = ({ body, text }: Answer): FundRedemption => {
  const reply = rows.openRedemption.reply.safeParse(body)
  if (!reply.success) throw new Error(text)
  return reply.data.redemption
}
/** Of an answer that refuses. */
export function refusal({ status, body }: Answer) {
  const { code, params } = problem.parse(body)
  return { status, code, ...(params && { params }) }
}

/** Registered, logged in, and with so many cents. */
export async function fundVisit(house: FundFixture, cash = 200_000_000n): Promise<FundVisit> {
  const user = await house.registerUser()
  const userId = await userIdOf(house, user.account)
  if (cash > 0n) await giveMoney(house.owner, userId, cash)
  const { visitor } = user
  const { clock } = house
  return {
    ...user,
    userId,
    transferIn: (transfer, key) => {
      const confirmDay = fundDates(clock.now()).settleDay
      return visitor.command('/api/fund/subscriptions', { confirmDay, ...transfer }, key)
    },
    withdraw: (wish, key) => {
      const now = clock.now()
      const payDay = wish.speed === 'instant' ? dayOf(now) : fundDates(now).settleDay
      const body = { payDay, tradingPassword: null, ...wish }
      return visitor.command('/api/fund/redemptions', body, key)
    },
    cancel: (own, key) => {
      const list = 'speed' in own ? 'redemptions' : 'subscriptions'
      return visitor.command(`/api/fund/${list}/${own.id}/cancel`, {}, key)
    },
    fund: () => visitor.read(rows.getFund.reply, '/api/fund'),
    statement: () => visitor.read(rows.getFundStatement.reply, '/api/fund/statement'),
    balance: () => visitor.read(balance, '/api/balance'),
    lots: async () => (await visitor.read(rows.listFundLots.reply, '/api/fund/lots')).lots,
    redemptions: async () =>
      (await visitor.read(rows.listRedemptions.reply, '/api/fund/redemptions')).redemptions,
  }
}

/** A real server with the fund, by a clock that the test moves: its days are begun when a test says so. */
import { getFund, getFundStatement } from '#contract/endpoints/fund.ts'
import { dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { giveMoney } from '#support/trading-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, type TestServerOptions, testServer } from '#support/server.ts'
import { pause } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

export const utc = (text: string): number => Date.parse(`${text}Z`)

export interface FundHouse extends TestServer {
  clock: ManualClock
  /** Moves the clock to this moment of UTC, and waits until every day of the fund has begun. */
  to(text: string): Promise<void>
  /** Waits for the job. */
  daysBegun(): Promise<void>
}

export interface FundUser {
  id: bigint
  account: string
  tradingPassword: string
  visitor: Visitor
}

const WAIT_MS = 20_000

export async function fundHouse(
  start: string,
  options: Omit<TestServerOptions, 'clock'> = {},
): Promise<FundHouse> {
  const clock = manualClock(utc(start))
  const server = await testServer({ ...options, clock })
  const due = async (): Promise<boolean> => {
    const [row] = await server.db.query<{ due: boolean }>(
      'select exists (select 1 from fund_accounts where not idle and opened_through < $1) as due',
      [dayOf(clock.now())],
    )
    return row?.due ?? false
  }
  const daysBegun = async (): Promise<void> => {
    const end = performance.now() + WAIT_MS
    while (await due()) {
      if (performance.now() > end) throw new Error('the days of the fund do not begin')
      await pause(5)
    }
  }
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

/** Registered, logged in, and with money. */
export async function fundUser(house: FundHouse, cash = 100_000_000n): Promise<FundUser> {
  const { account, tradingPassword, visitor } = await house.registerUser()
  const [row] = await house.db.query<{ id: bigint }>('select id from users where account = $1', [
    account,
  ])
  if (row === undefined) throw new Error('no user was registered')
  if (cash > 0n) await giveMoney(house.db, row.id, cash)
  return { id: row.id, account, tradingPassword, visitor }
}

/** As the page would send it: with the day that it shows now. */
export const transferIn = (
  { clock }: FundHouse,
  { visitor }: FundUser,
  amount: string,
): Promise<Answer> =>
  visitor.command('/api/fund/subscriptions', {
    amount,
    confirmDay: fundDates(clock.now()).settleDay,
  })

export interface Withdrawal {
  amount: string
  speed: 'instant' | 'next_day'
  tradingPassword?: string | null
}
export function withdraw(
  { clock }: FundHouse,
  { visitor }: FundUser,
  { amount, speed, tradingPassword = null }: Withdrawal,
): Promise<Answer> {
  const now = clock.now()
  const payDay = speed === 'instant' ? dayOf(now) : fundDates(now).settleDay
  return visitor.command('/api/fund/redemptions', { amount, speed, payDay, tradingPassword })
}

export const fundOf = ({ visitor }: FundUser) => visitor.read(getFund.reply, '/api/fund')
export const statementOf = ({ visitor }: FundUser) =>
  visitor.read(getFundStatement.reply, '/api/fund/statement')

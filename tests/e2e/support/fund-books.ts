/** What entries and documents say about one user's fund, added up apart from the server's way. */
import type { RunningServer } from './server.ts'

export interface FundFigures {
  total: bigint
  confirmed: bigint
  pending: bigint
  redeemable: bigint
  incomeToday: bigint
  incomeTotal: bigint
  subscriptionsLeft: number
  redemptionsLeft: number
  instantLeft: bigint
  cash: bigint
}

export interface LotRow {
  id: string
  kind: 'transfer' | 'income'
  amount: string
  remaining: string
  status: string
  trade: string
  confirm: string
}
export interface RedemptionRow {
  id: string
  amount: string
  speed: string
  status: string
  trade: string
  pay: string
}
export interface AccrualRow {
  day: string
  share: string
  rate: number
  credited: string
  before: number
  after: number
}

export interface FundBooks {
  account: string
  /** On the business day of this moment, ms. */
  figures(atMs: number): Promise<FundFigures>
  /** Oldest first, all of these. */
  lots(kind: LotRow['kind']): Promise<LotRow[]>
  redemptions(): Promise<RedemptionRow[]>
  accruals(): Promise<AccrualRow[]>
  /** From which lots a withdrawal was paid, oldest first. */
  paidFrom(redemption: string): Promise<{ lot: string; amount: string }[]>
  /** Balances after each posting, newest first; one that also moves cash is the cash's. */
  lines(account: 'cash' | 'fund_confirmed'): Promise<string[]>
}

const DAILY = { subscriptions: 10, redemptions: 5, instant: 1_000_000n }

const FIGURES = `
  with me as (select id from users where account = $1),
  day as (select fund_day($2) as today, fund_day_start(fund_day($2)) as begins),
  mine as (select a.kind as account, t.kind, t.ref, e.amount from entries e
    join accounts a on a.id = e.account_id join transfers t on t.id = e.transfer_id
    where a.user_id = (select id from me)),
  asked as (select * from fund_redemptions where user_id = (select id from me))
  select
    coalesce(sum(amount) filter (where account = 'cash'), 0)::text as cash,
    coalesce(sum(amount) filter (where account = 'fund_pending'), 0)::text as pending,
    coalesce(sum(amount) filter (where account = 'fund_confirmed'), 0)::text as confirmed,
    coalesce(sum(amount) filter (where kind = 'fund_income'), 0)::text as income,
    coalesce(sum(amount) filter (where kind = 'fund_income'
      and ref = (select me.id || ':' || (day.today - 1) from me, day)), 0)::text as income_today,
    (select coalesce(sum(amount), 0) from asked where status = 'requested')::text as redeeming,
    (select coalesce(sum(amount), 0) from asked, day
      where speed = 'instant' and created_at >= begins)::text as instant,
    (select count(*) from asked, day where created_at >= begins)::int as redemptions,
    (select count(*) from fund_lots, day where user_id = (select id from me)
      and kind = 'transfer' and created_at >= begins)::int as subscriptions
  from mine`

interface FigureRow {
  cash: string
  pending: string
  confirmed: string
  income: string
  income_today: string
  redeeming: string
  instant: string
  redemptions: number
  subscriptions: number
}

function figuresOf(row: FigureRow): FundFigures {
  const confirmed = BigInt(row.confirmed)
  const pending = BigInt(row.pending)
  return {
    total: confirmed + pending,
    confirmed,
    pending,
    redeemable: confirmed - BigInt(row.redeeming),
    incomeToday: BigInt(row.income_today),
    incomeTotal: BigInt(row.income),
    subscriptionsLeft: DAILY.subscriptions - row.subscriptions,
    redemptionsLeft: DAILY.redemptions - row.redemptions,
    instantLeft: DAILY.instant - BigInt(row.instant),
    cash: BigInt(row.cash),
  }
}

export function fundBooksOf(server: RunningServer, account: string): FundBooks {
  const ask = <Row extends object>(sql: string, ...more: unknown[]): Promise<Row[]> =>
    server.ask<Row>(sql, [account, ...more])
  const mine = 'user_id = (select id from users where account = $1)'
  return {
    account,
    figures: async (atMs) => {
      const [row] = await ask<FigureRow>(FIGURES, atMs)
      if (row === undefined) throw new Error(`no figures of ${account}`)
      return figuresOf(row)
    },
    lots: (kind) =>
      ask(
        `select id::text, kind, amount::text, remaining::text, status, trade_day::text as trade,
           confirm_day::text as confirm
         from fund_lots where ${mine} and kind = $2 order by fund_lots.id`,
        kind,
      ),
    redemptions: () =>
      ask(
        `select id::text, amount::text, speed, status, trade_day::text as trade,
           pay_day::text as pay from fund_redemptions where ${mine} order by fund_redemptions.id`,
      ),
    accruals: () =>
      ask(
        `select day::text, share::text, daily_rate as rate, credited::text,
           carry_before as before, carry_after as after
         from fund_accruals where ${mine} order by fund_accruals.day`,
      ),
    paidFrom: (redemption) =>
      ask(
        `select lot_id::text as lot, p.amount::text from fund_redemption_lots p
         join fund_lots l on l.id = p.lot_id
         where l.${mine} and redemption_id = $2 order by l.confirm_day, l.id`,
        redemption,
      ),
    lines: async (kind) => {
      const rows = await ask<{ after: string }>(
        `select e.balance_after::text as after from entries e
         join accounts a on a.id = e.account_id join transfers t on t.id = e.transfer_id
         where a.${mine} and a.kind = $2 and (t.kind <> 'fund_redeem' or a.kind = 'cash')
         order by t.id desc`,
        kind,
      )
      return rows.map(({ after }) => after)
    },
  }
}

/** More than a day's practice money, as if it were of a day long past. */
export async function enrich(server: RunningServer, account: string, minor: bigint): Promise<void> {
  await server.ask(
    `with posted as (
       select u.id, post(array['practice_issue'], array[u.id || ':1999-01-01'], array[u.id], array[1, 1],
         array[6, user_account(u.id, 'cash')], array[-$2::bigint, $2::bigint]) as ids
       from users u where u.account = $1
     ) insert into practice_issues (transfer_id, user_id, day, at)
       select ids[1], id, '1999-01-01', fund_day_start('1999-01-01') from posted`,
    [account, minor.toString()],
  )
}

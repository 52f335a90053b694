/** Compares the database, and what was published to users, with the model of a ledger sequence. */
import { DAY_MS } from '#contract/time.ts'
import { fundState } from '#contract/fund.ts'
import type { LedgerFixture } from '#support/ledger-fixture.ts'
import {
  askedBackOf,
  confirmedOf,
  LIMITS,
  type ModelFund,
  pendingOf,
  textOf,
} from '#support/ledger-fund.ts'
import type { LedgerModel, ModelDocument } from '#support/ledger-model.ts'

interface Row {
  row: object
  lots: string | null
  redemptions: string | null
  told: string
}

const selectFunds = (fixture: LedgerFixture): Promise<Row[]> =>
  fixture.room.owner.query<Row>(
    `select json_build_object('user', f.user_id::text, 'day', opened_through, 'version', f.version,
        'carry', carry, 'income', income, 'today', income_today, 'transfers', subscriptions,
        'withdrawals', redemptions, 'instant', instant, 'pending', p.balance,
        'confirmed', c.balance) as row, (
        select string_agg(format('%s of %s %s %s', remaining, amount, status, confirm_day), ', '
          order by id) from fund_lots l where l.user_id = f.user_id
      ) as lots, (
        select string_agg(format('%s %s %s', id, amount, status), ', ' order by id)
        from fund_redemptions r where r.user_id = f.user_id
      ) as redemptions, (
        select payload from outbox e where e.user_id = f.user_id and topic = 'fund'
        order by seq desc limit 1
      ) as told
      from fund_accounts f join accounts p on p.id = user_account(f.user_id, 'fund_pending')
      join accounts c on c.id = user_account(f.user_id, 'fund_confirmed')
      where f.user_id = any ($1) order by f.user_id`,
    [fixture.users],
  )

/** As the database must have it. */
const rowOf = (user: bigint | undefined, fund: ModelFund): object => ({
  user: `${user}`,
  day: textOf(fund.day),
  version: fund.version,
  carry: Number(fund.carry),
  income: Number(fund.income),
  today: Number(fund.today),
  transfers: fund.transfers,
  withdrawals: fund.withdrawals,
  instant: Number(fund.instant),
  pending: Number(pendingOf(fund)),
  confirmed: Number(confirmedOf(fund)),
})

/** As the fund topic must have told it; the parsed wire, so that amounts are minor units here too. */
function stateOf(fund: ModelFund): object {
  const [pending, confirmed, redeeming] = [pendingOf(fund), confirmedOf(fund), askedBackOf(fund)]
  const used = LIMITS.instant - fund.instant
  return {
    version: fund.version,
    total: pending + confirmed,
    confirmed,
    pending,
    redeeming,
    redeemable: confirmed - redeeming,
    income: { today: fund.today, total: fund.income, carry: Number(fund.carry) },
    subscriptions: { limit: LIMITS.transfers, remaining: LIMITS.transfers - fund.transfers },
    redemptions: {
      limit: LIMITS.withdrawals,
      remaining: LIMITS.withdrawals - fund.withdrawals,
      instantRemaining: used,
    },
    resetsAt: (fund.day + 1) * DAY_MS,
    pendingLots: fund.lots.filter(({ status }) => status === 'pending').map(({ id }) => id),
    pendingRedemptions: fund.redemptions
      .filter(({ status }) => status === 'requested')
      .map(({ id }) => id),
  }
}
function toldIn(payload: string): object {
  const { pendingLots, pendingRedemptions, ...state } = fundState.parse(JSON.parse(payload))
  const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
  return {
    ...state,
    pendingLots: ids(pendingLots),
    pendingRedemptions: ids(pendingRedemptions),
  }
}

export async function compareFund(model: LedgerModel, fixture: LedgerFixture): Promise<void> {
  const held = model.users.flatMap(({ fund }, i) =>
    fund === null ? [] : [{ user: fixture.users[i], fund }],
  )
  if (held.length === 0) return
  const rows = await selectFunds(fixture)
  const inOrder = (texts: readonly string[]): string | null =>
    texts.length === 0 ? null : texts.join(', ')
  same(
    'funds',
    rows.map(({ row, lots, redemptions }) => ({ row, lots, redemptions })),
    held.map(({ user, fund }) => ({
      row: rowOf(user, fund),
      lots: inOrder(
        fund.lots.map((lot) => `${lot.left} of ${lot.amount} ${lot.status} ${textOf(lot.settles)}`),
      ),
      redemptions: inOrder(
        fund.redemptions.map(
          (redemption) => `${redemption.id} ${redemption.amount} ${redemption.status}`,
        ),
      ),
    })),
  )
  same(
    'what the sockets heard of the fund',
    rows.map(({ told }) => toldIn(told)),
    held.map(({ fund }) => stateOf(fund)),
  )
}

export function same(what: string, real: unknown, model: unknown): void {
  const [is, must] = [real, model].map((side) =>
    JSON.stringify(side, (_, x) => (typeof x === 'bigint' ? `${x}` : x)),
  )
  if (is !== must) throw new Error(`${what}: is ${is}, must be ${must}`)
}

interface Standing {
  cash: bigint
  staked: bigint
  held: bigint
  version: bigint
  told: bigint | null
  fates: string | null
  documents: string | null
}

export async function compare(model: LedgerModel, fixture: LedgerFixture): Promise<void> {
  const { owner } = fixture.room
  const rows = await owner.query<Standing>(
    `select c.balance as cash, s.balance as staked, h.balance as held,
      (select sum(version) from accounts a where a.user_id = c.user_id)::bigint as version, (
        select (payload::json ->> 'version')::bigint from outbox e
        where e.user_id = c.user_id and topic = 'balance' order by seq desc limit 1
      ) as told, (
        select string_agg(case when o.status in ('open', 'live') then '-' else o.status end
          || coalesce(' ' || x.void_reason, ''), ',' order by o.id)
        from orders o left join settlements x on x.order_id = o.id where o.user_id = c.user_id
      ) as fates, (
        select string_agg(d.id || ' ' || d.status, ',' order by d.id) from (
          select id, status, user_id from deposits union all
          select id, status, user_id from withdrawals
        ) d where d.user_id = c.user_id
      ) as documents
      from accounts c join accounts s on s.user_id = c.user_id and s.kind = 'stake'
      join accounts h on h.user_id = c.user_id and h.kind = 'withdrawal_hold'
      where c.kind = 'cash' and c.user_id = any ($1) order by c.user_id`,
    [fixture.users],
  )
  const inOrder = (documents: readonly ModelDocument[]): ModelDocument[] =>
    documents.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  const listed = (texts: readonly string[]): string | null =>
    texts.length === 0 ? null : texts.join(',')
  const expected = model.users.map(({ cash, staked, held, version, orders, documents }) => ({
    cash,
    staked,
    held,
    version: BigInt(version),
    told: version === 0 ? null : BigInt(version),
    fates: listed(
      orders.map((order) => (order.outcome ?? '-') + (order.reason ? ` ${order.reason}` : '')),
    ),
    documents: listed(inOrder(documents).map(({ id, status }) => `${id} ${status}`)),
  }))
  same('accounts', rows, expected)
}

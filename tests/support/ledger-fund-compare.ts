/** Everybody's fund in the database and as their sockets were last told of it, against the model's. */
import { fundState } from '#contract/fund.ts'
import {
  askedBackOf,
  confirmedOf,
  DAY_MS,
  LIMITS,
  type ModelFund,
  pendingOf,
  textOf,
} from '#support/ledger-fund.ts'
import { type House, same } from '#support/ledger-house.ts'
import type { LedgerModel } from '#support/ledger-model.ts'

interface Row {
  row: object
  lots: string | null
  redemptions: string | null
  told: string
}

const selectFunds = (house: House): Promise<Row[]> =>
  house.room.owner.query<Row>(
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
    [house.users],
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
  const ids = (it: readonly { id: string }[]): string[] => it.map(({ id }) => id)
  return {
    ...state,
    pendingLots: ids(pendingLots),
    pendingRedemptions: ids(pendingRedemptions),
  }
}

export async function compareFund(model: LedgerModel, house: House): Promise<void> {
  const held = model.users.flatMap(({ fund }, i) =>
    fund === null ? [] : [{ user: house.users[i], fund }],
  )
  if (held.length === 0) return
  const rows = await selectFunds(house)
  const inOrder = (it: readonly string[]): string | null => (it.length === 0 ? null : it.join(', '))
  same(
    'funds',
    rows.map(({ row, lots, redemptions }) => ({ row, lots, redemptions })),
    held.map(({ user, fund }) => ({
      row: rowOf(user, fund),
      lots: inOrder(
        fund.lots.map((it) => `${it.left} of ${it.amount} ${it.status} ${textOf(it.settles)}`),
      ),
      redemptions: inOrder(fund.redemptions.map((it) => `${it.id} ${it.amount} ${it.status}`)),
    })),
  )
  same(
    'what the sockets heard of the fund',
    rows.map(({ told }) => toldIn(told)),
    held.map(({ fund }) => stateOf(fund)),
  )
}

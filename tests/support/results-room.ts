/** Generated orders and other changes of an account, and what the results of them are, worked out in memory. */
import { DAY_MS } from '#contract/time.ts'
import type { OrderFigures, Results } from '#contract/results.ts'
import type { Direction } from '#contract/scalars.ts'
import type { Database } from '#server/platform/db/database.ts'
import { chanceOf } from '#support/chance.ts'

type Outcome = 'won' | 'lost' | 'draw' | 'void'

export interface MadeOrder {
  id: number
  product: { id: number; symbol: string }
  direction: Direction
  durationMs: number
  /** Minor units; small enough to be exact as numbers. */
  stake: number
  payout: number
  outcome: Outcome
  settledAt: number
}
/** What changed the total assets besides orders. */
export interface MadeChange {
  at: number
  amount: number
}

/** Shares of a thousand; the rest is void. */
const SHARES = [
  ['won', 470],
  ['lost', 960],
  ['draw', 980],
] as const

export interface Plan {
  seed: number
  count: number
  /** The last moment at which an order is settled. */
  endMs: number
  /** Over how many days before the end the orders are spread. */
  days: number
  firstId: number
}

/** Settled orders in no order of time; every twentieth is settled on the first or last millisecond of a day. */
export function makeOrders({ seed, count, endMs, days, firstId }: Plan): MadeOrder[] {
  const chance = chanceOf(seed)
  const below = (limit: number): number => Math.floor(chance() * limit)
  const pick = <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0]
  return Array.from({ length: count }, (_, i) => {
    const share = below(1_000)
    const stake = 100 + below(500_000)
    const rate = 7_000 + below(2_500)
    const moment = endMs - below(days * DAY_MS)
    const dayStart = moment - (moment % DAY_MS)
    const edge = chance() < 0.5 ? dayStart : dayStart - 1
    return {
      id: firstId + i,
      product: chance() < 0.7 ? { id: 9, symbol: 'EURUSD' } : { id: 1, symbol: 'GC' },
      direction: pick<Direction>(['up', 'down']),
      durationMs: pick([1_000, 30_000, 60_000, 900_000]),
      stake,
      payout: stake + Math.floor((stake * rate) / 10_000),
      outcome: SHARES.find(([, to]) => share < to)?.[0] ?? 'void',
      settledAt: i % 20 === 0 ? edge : moment,
    }
  })
}

export const gainOf = ({ outcome, stake, payout }: MadeOrder): number =>
  outcome === 'won' ? payout - stake : outcome === 'lost' ? -stake : 0

/** Writes the orders and their settlements as the owner of the tables, past the ledger. */
export async function insertOrders(
  owner: Database<never>,
  userId: bigint,
  orders: readonly MadeOrder[],
): Promise<void> {
  const column = <T>(of: (order: MadeOrder) => T): T[] => orders.map(of)
  await owner.query(
    `with made as (
       select * from unnest($2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[],
         $7::bigint[], $8::text[], $9::bigint[], $10::bigint[])
         m (id, product_id, direction, duration_ms, stake, payout, outcome, gain, settled_at)
     ), placed as (
       insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout, duration_ms,
         accepted_at, expires_at, terms_id, rule_version, source, intent_key, receipt_text,
         receipt_signature, receipt_key_id, status, entry_seq, entry_time, entry_price)
       select id, $1, product_id, direction, stake, 8500, payout, duration_ms, settled_at - duration_ms,
         settled_at, '00000000000000aa', 1, 'simulated', 'made-' || id, repeat('x', 700), '', 'key',
         outcome, 1, settled_at, 100 from made
     )
     insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout,
       outcome, void_reason, entry_seq, profit_and_loss, settled_at)
     select id, $1, product_id, direction, duration_ms, stake, payout, outcome,
       case outcome when 'void' then 'late_entry' end, 1, gain, settled_at from made`,
    [
      userId,
      column(({ id }) => id),
      column(({ product }) => product.id),
      column(({ direction }) => direction),
      column(({ durationMs }) => durationMs),
      column(({ stake }) => stake),
      column(({ payout }) => payout),
      column(({ outcome }) => outcome),
      column(gainOf),
      column(({ settledAt }) => settledAt),
    ],
  )
}

/** Writes deposits at given times, a move between two accounts of the user, and the balance that all of it gives. */
export async function insertChanges(
  owner: Database<never>,
  userId: bigint,
  { changes, total }: { changes: readonly MadeChange[]; total: number },
): Promise<void> {
  const moved = 5_000
  await owner.query(
    `with made as (
       insert into transfers (kind, ref, user_id, at)
       select 'deposit', 'made-' || $1::bigint || '-' || n, $1, to_timestamp(at / 1000.0)
       from unnest($2::bigint[]) with ordinality x (at, n) order by n returning id, ref
     ), moved as (
       insert into transfers (kind, ref, user_id, at)
       values ('fund_subscribe', 'made-' || $1::bigint, $1, to_timestamp($4::bigint / 1000.0)) returning id
     )
     insert into entries (transfer_id, account_id, amount, version, balance_after)
     select id, account, amount, case when account > 15 then n end, case when account > 15 then 0 end
     from made join unnest($3::bigint[]) with ordinality a (amount_in, n) on ref = 'made-' || $1::bigint || '-' || n,
       lateral (values (user_account($1, 'cash'), amount_in), (4, -amount_in)) leg (account, amount)
     union all
     select id, account, amount, 1000000, 0 from moved,
       (values (user_account($1, 'cash'), -$5::bigint), (user_account($1, 'fund_pending'), $5::bigint))
         leg (account, amount)`,
    [
      userId,
      changes.map(({ at }) => at),
      changes.map(({ amount }) => amount),
      changes[0]?.at ?? 0,
      moved,
    ],
  )
  await owner.query(
    `update accounts set balance = case kind when 'cash' then $2::bigint - $3::bigint else $3::bigint end
      where user_id = $1 and kind in ('cash', 'fund_pending')`,
    [userId, total, moved],
  )
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The end of the interval that the score test gives, found by halving; `towards` is 0 or 1. */
function scoreEnd(won: number, of: number, towards: 0 | 1): number {
  const rate = won / of
  const rejected = (p: number): boolean =>
    (rate - p) ** 2 > (1.959963984540054 ** 2 * p * (1 - p)) / of
  let [inside, outside] = [rate, towards as number]
  if (!rejected(outside)) return outside
  for (let i = 0; i < 100; i++) {
    const middle = (inside + outside) / 2
    if (rejected(middle)) outside = middle
    else inside = middle
  }
  return inside
}

function figures(orders: readonly MadeOrder[]): OrderFigures {
  const counts = { won: 0, lost: 0, draw: 0, void: 0 }
  const sums = { staked: 0, gain: 0, stake: 0, payout: 0 }
  for (const order of orders) {
    counts[order.outcome] += 1
    sums.staked += order.stake
    sums.gain += gainOf(order)
    if (order.outcome === 'won' || order.outcome === 'lost') {
      sums.stake += order.stake
      sums.payout += order.payout
    }
  }
  const of = counts.won + counts.lost
  const low = of === 0 || counts.won === 0 ? 0 : Math.floor(scoreEnd(counts.won, of, 0) * 10_000)
  const high =
    of === 0 || counts.lost === 0 ? 10_000 : Math.ceil(scoreEnd(counts.won, of, 1) * 10_000)
  const breakEven = Math.ceil((sums.stake / sums.payout) * 10_000)
  const compared = low > breakEven ? 'above' : high < breakEven ? 'below' : 'unclear'
  const rate = Math.round((counts.won / of) * 10_000)
  return {
    orders: orders.length,
    ...counts,
    staked: BigInt(sums.staked),
    profitAndLoss: BigInt(sums.gain),
    winRate: of === 0 ? null : { rate, low, high, breakEven, compared },
  }
}

function grouped<K extends string | number>(
  orders: readonly MadeOrder[],
  keyOf: (order: MadeOrder) => K,
): [K, OrderFigures][] {
  return [...Map.groupBy(orders, keyOf)].map(([key, group]) => [key, figures(group)])
}

const byTime = (a: MadeOrder, b: MadeOrder): number => a.settledAt - b.settledAt || a.id - b.id

function extremeOrder(orders: readonly MadeOrder[], sign: 1 | -1) {
  const [most] = orders
    .filter((order) => gainOf(order) * sign > 0)
    .toSorted((a, b) => (gainOf(b) - gainOf(a)) * sign || byTime(a, b))
  return most === undefined
    ? null
    : {
        id: `${most.id}`,
        symbol: most.product.symbol,
        profitAndLoss: BigInt(gainOf(most)),
        settledAt: most.settledAt,
      }
}

function extremeDay(days: readonly [string, OrderFigures][], sign: 1n | -1n) {
  const [most] = days
    .filter(([, { profitAndLoss }]) => profitAndLoss * sign > 0n)
    .toSorted(
      ([dayA, a], [dayB, b]) =>
        Number((b.profitAndLoss - a.profitAndLoss) * sign) || dayA.localeCompare(dayB),
    )
  return most === undefined ? null : { day: most[0], profitAndLoss: most[1].profitAndLoss }
}

interface Account {
  orders: readonly MadeOrder[]
  changes: readonly MadeChange[]
}

function assets({ orders, changes }: Account, fromMs: number): unknown {
  const all = [
    ...orders.map((order) => ({ at: order.settledAt, amount: gainOf(order) })),
    ...changes,
  ].toSorted((a, b) => a.at - b.at)
  let total = 0
  let before = 0
  const ends = new Map<string, { total: number; moved: number }>()
  for (const { at, amount } of all) {
    total += amount
    if (at < fromMs) before = total
    else {
      const moved = (ends.get(isoDay(at))?.moved ?? 0) + amount
      ends.set(isoDay(at), { total, moved })
    }
  }
  const days = [...ends].filter(([, { moved }]) => moved !== 0)
  return {
    before: BigInt(before),
    days: days.map(([day, end]) => ({ day, total: BigInt(end.total) })),
  }
}

/** What `GET /results` has to answer at `nowMs`, as parsed by the contract. */
export function expectedResults(
  { orders: all, changes }: Account,
  { nowMs, days }: { nowMs: number; days: number | null },
): Results {
  const today = Date.parse(isoDay(nowMs))
  const fromMs = days === null ? 0 : today - (days - 1) * DAY_MS
  const orders = all.filter(({ settledAt }) => settledAt >= fromMs)
  const perDay = grouped(orders, ({ settledAt }) => isoDay(settledAt)).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  let total = 0n
  const expected: Record<keyof Results, unknown> = {
    at: nowMs,
    from: days === null ? null : isoDay(fromMs),
    to: isoDay(nowMs),
    all: figures(orders),
    days: perDay.map(([day, group]) => {
      total += group.profitAndLoss
      return { ...group, day, total }
    }),
    products: grouped(orders, ({ product }) => product.symbol)
      .toSorted(([a, x], [b, y]) => y.orders - x.orders || a.localeCompare(b))
      .map(([symbol, group]) => ({ ...group, symbol })),
    durations: grouped(orders, ({ durationMs }) => durationMs)
      .toSorted(([a], [b]) => a - b)
      .map(([durationMs, group]) => ({ ...group, durationMs })),
    directions: grouped(orders, ({ direction }) => direction)
      .toSorted(([a], [b]) => b.localeCompare(a))
      .map(([direction, group]) => ({ ...group, direction })),
    bestOrder: extremeOrder(orders, 1),
    worstOrder: extremeOrder(orders, -1),
    bestDay: extremeDay(perDay, 1n),
    worstDay: extremeDay(perDay, -1n),
    assets: assets({ orders: all, changes }, fromMs),
  }
  // Days, ids and times have brands that only parsing gives.
  return expected as Results
}

/** The SQL of a user's own results. Everything is read from the index `settlements_by_user` and the user's accounts. */
import { DAY_MS } from '#contract/time.ts'
import type { Direction } from '#contract/scalars.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** The sums of a group of settled orders. The columns of the three other groupings are null. */
export interface GroupRow {
  /** The day's number since 1970-01-01 (UTC). */
  day: number | null
  symbol: string | null
  duration_ms: bigint | null
  direction: Direction | null
  won: number
  lost: number
  draw: number
  void: number
  staked: bigint
  profit_and_loss: bigint
  /** The sums over won and lost orders. */
  decided_stake: bigint
  decided_payout: bigint
}

/**
 * Sums the user's orders that were settled at or after `fromMs` by day, by product, by duration and by direction. One
 * pass reduces them to a row per day and outcome and a row per combination of the rest, which is fastest: 100,000
 * orders become about three thousand rows. Call it in a transaction.
 */
export async function selectGroups(
  tx: Queryable,
  userId: bigint,
  fromMs: number,
): Promise<GroupRow[]> {
  // The planner cannot know how many days there are. With less it expects too many to sum in memory, and sorts.
  await tx.query("set local work_mem = '32MB'")
  return tx.query<GroupRow>(
    `with summed as materialized (
       select settled_at / ${DAY_MS} as day, product_id, duration_ms, direction, outcome,
         count(*) as orders, sum(stake)::bigint as stake, sum(payout)::bigint as payout,
         sum(profit_and_loss)::bigint as profit_and_loss
       from settlements where user_id = $1 and settled_at >= $2
       group by grouping sets ((settled_at / ${DAY_MS}, outcome), (product_id, duration_ms, direction, outcome))
     ), grouped as (
       select day, product_id, duration_ms, direction,
         coalesce(sum(orders) filter (where outcome = 'won'), 0)::int as won,
         coalesce(sum(orders) filter (where outcome = 'lost'), 0)::int as lost,
         coalesce(sum(orders) filter (where outcome = 'draw'), 0)::int as draw,
         coalesce(sum(orders) filter (where outcome = 'void'), 0)::int as void,
         sum(stake)::bigint as staked, sum(profit_and_loss)::bigint as profit_and_loss,
         coalesce(sum(stake) filter (where outcome in ('won', 'lost')), 0)::bigint as decided_stake,
         coalesce(sum(payout) filter (where outcome in ('won', 'lost')), 0)::bigint as decided_payout
       from summed group by grouping sets (day, product_id, duration_ms, direction)
     )
     select g.day::int as day, p.symbol, g.duration_ms, g.direction, g.won, g.lost, g.draw, g.void, g.staked,
       g.profit_and_loss, g.decided_stake, g.decided_payout
     from grouped g left join products p on p.id = g.product_id
     -- Each grouping also collects the rows of the other kind, which lack its column.
     where num_nonnulls(g.day, g.product_id, g.duration_ms, g.direction) = 1`,
    [userId, fromMs],
  )
}

/** An order that won or lost most. */
export interface ExtremeRow {
  id: bigint
  symbol: string
  profit_and_loss: bigint
  settled_at: bigint
}

/** Finds the settled orders with the highest and the lowest result, the first of several; they may be one order. */
export const selectExtremes = (
  db: Queryable,
  userId: bigint,
  fromMs: number,
): Promise<ExtremeRow[]> =>
  db.query<ExtremeRow>(
    `with highest as (
       select order_id, product_id, profit_and_loss, settled_at from settlements
       where user_id = $1 and settled_at >= $2
       order by profit_and_loss desc, settled_at, order_id limit 1
     ), lowest as (
       select order_id, product_id, profit_and_loss, settled_at from settlements
       where user_id = $1 and settled_at >= $2
       order by profit_and_loss, settled_at, order_id limit 1
     )
     select s.order_id as id, p.symbol, s.profit_and_loss, s.settled_at
     from (select * from highest union select * from lowest) s join products p on p.id = s.product_id`,
    [userId, fromMs],
  )

/** By how much something changed the total assets on a day. */
export interface ChangeRow {
  day: number
  change: bigint
}

/** Reads the changes of the total assets since `fromMs` by everything but orders. Moves between accounts cancel out. */
export const selectOtherChanges = (
  db: Queryable,
  userId: bigint,
  fromMs: number,
): Promise<ChangeRow[]> =>
  db.query<ChangeRow>(
    `select floor(extract(epoch from t.at) / 86400)::int as day, sum(e.amount)::bigint as change
      from transfers t join entries e on e.transfer_id = t.id and e.account_id > 15
      where t.user_id = $1 and t.kind not in ('order_stake', 'order_settle')
        and t.at >= to_timestamp($2 / 1000.0)
      group by 1 having sum(e.amount) <> 0`,
    [userId, fromMs],
  )

/** The user's total assets now: all accounts, as the balance counts them. */
export async function selectTotal(db: Queryable, userId: bigint): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(
    'select sum(balance)::bigint as total from accounts where user_id = $1',
    [userId],
  )
  return row?.total ?? 0n
}

/** A user's own results, computed from the settlements and the ledger as of one moment. */
import type { OrderFigures, Results } from '#contract/results.ts'
import { type Day, orderId, symbol, timeMs } from '#contract/scalars.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type ChangeRow,
  type ExtremeRow,
  type GroupRow,
  selectExtremes,
  selectGroups,
  selectOtherChanges,
  selectTotal,
} from '#server/records/results-store.ts'
import { addDays, dayNumber, dayOf, dayOfNumber, dayStart } from '#rules/business-day.ts'
import { winRateOf } from '#rules/win-rate.ts'

type Sums = Omit<GroupRow, 'day' | 'symbol' | 'duration_ms' | 'direction'>

const NONE: Sums = {
  won: 0,
  lost: 0,
  draw: 0,
  void: 0,
  staked: 0n,
  profit_and_loss: 0n,
  decided_stake: 0n,
  decided_payout: 0n,
}

const figuresOf = (sums: Sums): OrderFigures => ({
  orders: sums.won + sums.lost + sums.draw + sums.void,
  won: sums.won,
  lost: sums.lost,
  draw: sums.draw,
  void: sums.void,
  staked: sums.staked,
  profitAndLoss: sums.profit_and_loss,
  winRate: winRateOf({ ...sums, stake: sums.decided_stake, payout: sums.decided_payout }),
})

const added = (a: Sums, b: Sums): Sums => ({
  won: a.won + b.won,
  lost: a.lost + b.lost,
  draw: a.draw + b.draw,
  void: a.void + b.void,
  staked: a.staked + b.staked,
  profit_and_loss: a.profit_and_loss + b.profit_and_loss,
  decided_stake: a.decided_stake + b.decided_stake,
  decided_payout: a.decided_payout + b.decided_payout,
})

/** Each grouping's rows with their figures, in the order of the reply. */
function groupsOf(rows: readonly GroupRow[]) {
  const dated = rows.flatMap((row) => (row.day === null ? [] : [{ ...row, day: row.day }]))
  let total = 0n
  return {
    all: figuresOf(dated.reduce<Sums>(added, NONE)),
    days: dated
      .toSorted((a, b) => a.day - b.day)
      .map((row) => {
        total += row.profit_and_loss
        return { ...figuresOf(row), day: dayOfNumber(row.day), total }
      }),
    products: rows
      .flatMap((row) =>
        row.symbol === null ? [] : [{ ...figuresOf(row), symbol: symbol.parse(row.symbol) }],
      )
      .toSorted((a, b) => b.orders - a.orders || a.symbol.localeCompare(b.symbol)),
    durations: rows
      .flatMap((row) =>
        row.duration_ms === null
          ? []
          : [{ ...figuresOf(row), durationMs: Number(row.duration_ms) }],
      )
      .toSorted((a, b) => a.durationMs - b.durationMs),
    directions: rows
      .flatMap((row) =>
        row.direction === null ? [] : [{ ...figuresOf(row), direction: row.direction }],
      )
      .toSorted((a, b) => b.direction.localeCompare(a.direction)),
  }
}

const orderOf = (row: ExtremeRow | undefined): Results['bestOrder'] =>
  row === undefined
    ? null
    : {
        id: orderId.parse(row.id.toString()),
        symbol: symbol.parse(row.symbol),
        profitAndLoss: row.profit_and_loss,
        settledAt: timeMs.parse(Number(row.settled_at)),
      }

interface DayResult {
  day: Day
  profitAndLoss: bigint
}
/** The first of the days with the highest result. */
const highest = (days: readonly DayResult[], sign: 1n | -1n): DayResult | null =>
  days.reduce<DayResult | null>((best, { day, profitAndLoss }) => {
    const value = profitAndLoss * sign
    if (value <= 0n || (best !== null && value <= best.profitAndLoss * sign)) return best
    return { day, profitAndLoss }
  }, null)

/**
 * The total assets at the start of the period and after each day that changed them, counted back from what they are
 * now. A change that the database dates later than the current day counts for the current day.
 */
function assetsOf(now: bigint, changes: readonly ChangeRow[], today: number): Results['assets'] {
  const byDay = new Map<number, bigint>()
  for (const { day, change } of changes) {
    const counted = Math.min(day, today)
    byDay.set(counted, (byDay.get(counted) ?? 0n) + change)
  }
  const sum = [...byDay.values()].reduce((total, change) => total + change, 0n)
  const before = now - sum
  let total = before
  const days = [...byDay]
    .filter(([, change]) => change !== 0n)
    .toSorted(([a], [b]) => a - b)
    .map(([day, change]) => {
      total += change
      return { day: dayOfNumber(day), total }
    })
  return { before, days }
}

/**
 * Computes a user's results of the last `days` days including the current one, or of all time if it is null. All of
 * them are of one moment of the database.
 */
export async function resultsOf(
  { db, clock }: { db: Database; clock: Pick<MarketClock, 'now'> },
  userId: bigint,
  days: number | null,
): Promise<Results> {
  const at = clock.now()
  const to = dayOf(at)
  const from = days === null ? null : addDays(to, 1 - days)
  const fromMs = from === null ? 0 : dayStart(from)
  const read = await db.snapshot(async (tx) => ({
    groups: await selectGroups(tx, userId, fromMs),
    extremes: await selectExtremes(tx, userId, fromMs),
    others: await selectOtherChanges(tx, userId, fromMs),
    total: await selectTotal(tx, userId),
  }))
  const groups = groupsOf(read.groups)
  const own = groups.days.map(({ day, profitAndLoss: change }) => ({ day: dayNumber(day), change }))
  return {
    at: timeMs.parse(at),
    from,
    to,
    ...groups,
    bestOrder: orderOf(read.extremes.find((row) => row.profit_and_loss > 0n)),
    worstOrder: orderOf(read.extremes.find((row) => row.profit_and_loss < 0n)),
    bestDay: highest(groups.days, 1n),
    worstDay: highest(groups.days, -1n),
    assets: assetsOf(read.total, [...own, ...read.others], dayNumber(to)),
  }
}

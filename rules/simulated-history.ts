/**
 * The simulated history before the first live price: one forward walk, with coarse steps first, that ends at that
 * price.
 */
import { DAY_MS } from '#contract/time.ts'
import type { Interval } from '#contract/product.ts'
import { openSpans, type CalendarName } from '#rules/calendar.ts'
import { INTERVAL_MS, openTimeOf, type Bar } from '#rules/candles.ts'
import { keystream } from '#rules/chacha20.ts'
import {
  chanceOf,
  createWalker,
  roundedByChance,
  scaleOf,
  type Chance,
  type Walker,
} from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'

const YEAR_MS = 365 * DAY_MS
const MOVES_PER_BAR = 4
/**
 * The pull towards the anchor per year, so that the first live price is plausible; half of a deviation is gone after
 * about ten weeks. No order is ever decided by this history, and the live series has no such pull.
 */
const PULL_PER_YEAR = 3.5

/** The interval of the steps by age in days, from coarse to fine. */
const STAGES: readonly { daysAgo: number; interval: Interval }[] = [
  { daysAgo: 400, interval: '4h' },
  { daysAgo: 60, interval: '30m' },
  { daysAgo: 5, interval: '1m' },
]

/** The bars of one interval. */
export interface HistoryStage {
  interval: Interval
  bars: Bar[]
}

/** What the history depends on. The same values always give the same bars. */
export interface HistoryWish {
  /** The seed: 32 bytes as lower-case hex. */
  seed: string
  parameters: SimulationParameters
  calendar: CalendarName
  /** The history ends with the minute before this time (ms). */
  nowMs: number
}

interface BarMaker {
  chance: Chance
  walker: Walker
  parameters: SimulationParameters
}

function move({ chance, walker, parameters: { anchor } }: BarMaker, dtMs: number): void {
  const pull = ((PULL_PER_YEAR * dtMs) / YEAR_MS) * (anchor - walker.price)
  walker.price += roundedByChance(chance, pull)
  walker.scale = scaleOf(walker.price, anchor)
  walker.step(dtMs)
}

function makeBar(maker: BarMaker, openTime: number, openMs: number): Bar {
  const { chance, walker, parameters } = maker
  const open = walker.price
  let high = open
  let low = open
  let close = open
  for (let i = 0; i < MOVES_PER_BAR; i++) {
    move(maker, openMs / MOVES_PER_BAR)
    close = walker.price
    high = Math.max(high, close)
    low = Math.min(low, close)
  }
  const meanSize = parameters.sizeStep * (1 + parameters.sizeSpread / 4)
  const ticks = (openMs / parameters.meanIntervalMs) * (0.5 + chance.uniform())
  const volume = Math.max(1, Math.round(ticks)) * Math.round(meanSize)
  const typical = Math.round((high + low + close) / 3)
  const turnover = BigInt(volume) * BigInt(typical)
  return { openTime, open, high, low, close, volume, turnover }
}

/** How long (ms) the market was open in each step. Steps in which it was closed are omitted. */
function openSteps(
  calendar: CalendarName,
  range: { from: number; to: number; stepMs: number },
): { openTime: number; openMs: number }[] {
  const steps = new Map<number, number>()
  for (const [start, end] of openSpans(calendar, range.from, range.to)) {
    for (let at = start; at < end; ) {
      const openTime = openTimeOf(at, range.stepMs)
      const until = Math.min(openTime + range.stepMs, end)
      steps.set(openTime, (steps.get(openTime) ?? 0) + until - at)
      at = until
    }
  }
  return [...steps].map(([openTime, openMs]) => ({ openTime, openMs }))
}

/**
 * Computes the history: the coarsest stage first, the bars of each stage in order of time. Each stage continues where
 * the one before ended.
 */
export function simulatedHistory(wish: HistoryWish): HistoryStage[] {
  const { seed, parameters, calendar, nowMs } = wish
  const chance = chanceOf(keystream(seed, [parameters.productId, 1, 0]))
  const start = Math.round(parameters.anchor * (0.9 + 0.2 * chance.uniform()))
  const walker = createWalker(chance, start, parameters)
  const end = openTimeOf(nowMs, INTERVAL_MS['1m'])
  // Every boundary is aligned to the coarser stage, so that no two stages share a bar.
  const begins = STAGES.map(({ daysAgo }, i) => {
    const grid = STAGES[Math.max(0, i - 1)]?.interval ?? '4h'
    return openTimeOf(end - daysAgo * DAY_MS, INTERVAL_MS[grid])
  })
  return STAGES.map(({ interval }, i) => {
    const range = {
      from: begins[i] ?? end,
      to: begins[i + 1] ?? end,
      stepMs: INTERVAL_MS[interval],
    }
    const bars = openSteps(calendar, range).map(({ openTime, openMs }) =>
      makeBar({ chance, walker, parameters }, openTime, openMs),
    )
    return { interval, bars }
  })
}

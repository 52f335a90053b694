/**
 * Does it pay to see the leading venue before the index does? A bettor without any delay bets on its last move, or on
 * its distance from the index. At the shortest lead that a live product allows, and at longer ones, this earns nothing.
 * With no lead it earns, which shows that the test would see it. The same holds while the other venues are as late as a
 * trade may be. With those that are later it would earn, so their trades must not count.
 */
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { LEAP_MS } from '#server/market/feeds/live/venue-clock.ts'
import { chanceOf } from '#support/chance.ts'
import {
  lateModel,
  type Model,
  MODELS,
  type Outcomes,
  playOrder,
  RULES,
} from '#support/venues/lead-model.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

/** Orders that are tried per product, rule and duration. */
const ORDERS = { short: 150, ci: 800, full: 20_000 } as const
/** About a quarter of these find a distance to bet on, which is enough to see what they earn. */
const CONTROL_ORDERS = 4_000
/** What a won order pays, and for how long it runs. Longer orders depend less on their first second. */
const DURATIONS = [
  { durationMs: 30_000, profit: 0.8 },
  { durationMs: 60_000, profit: 0.84 },
] as const
/** Venues that are so late must be noticed. */
const TOO_LATE_MS = 5_000
const STANDARD_ERRORS = 3
/** What seems to earn is tried again with so many times the orders: of many results some deviate by chance. */
const MORE_ORDERS = 4
/** Fewer results are counted and not judged. */
const MIN_RESULTS = 30
const FAR = 'its distance from the index of 5 bp or more'
const NEAR = 'its distance from the index of 0.5 bp or more'

interface Result {
  orders: number
  /** The mean result per stake, and its standard error. */
  mean: number
  error: number
}

function resultOf(outcomes: readonly Outcomes[], lead: number, profit: number): Result {
  const results = outcomes.flatMap((byLead) => {
    const outcome = byLead[lead] ?? null
    return outcome === null ? [] : [outcome > 0 ? profit : outcome]
  })
  const mean = results.reduce((sum, each) => sum + each, 0) / results.length
  const square = results.reduce((sum, each) => sum + (each - mean) ** 2, 0) / results.length
  return { orders: results.length, mean, error: Math.sqrt(square / results.length) }
}

const shown = ({ orders, mean, error }: Result): string =>
  `${(mean * 100).toFixed(1)} % ± ${(error * 100).toFixed(1)} % in ${orders} orders`

const earns = ({ orders, mean, error }: Result): boolean =>
  orders >= MIN_RESULTS && mean > STANDARD_ERRORS * error

interface Bets {
  model: Model
  name: string
  leadsMs: readonly number[]
  duration: (typeof DURATIONS)[number]
}

/** The results of the bets by lead. */
function play(context: FaultContext, bets: Bets, orders: number, seed: number): Result[] {
  const { model, name, leadsMs, duration } = bets
  const rule = RULES[name]
  if (rule === undefined) throw new Error(`no rule is named ${name}`)
  const chance = chanceOf(seed)
  const outcomes: Outcomes[] = []
  for (let i = 0; i < orders; i++) {
    const { durationMs } = duration
    const played = playOrder(model, { rule, leadsMs, durationMs, chance })
    if (played !== null) outcomes.push(played)
  }
  context.count('orders', outcomes.length)
  return leadsMs.map((_, lead) => resultOf(outcomes, lead, duration.profit))
}

function compare(context: FaultContext, model: Model, name: string, seed: number): void {
  const leadsMs = [model.leadMs, (model.leadMs + LEAD_MAX_MS) / 2, LEAD_MAX_MS]
  const orders = ORDERS[context.scale]
  for (const [n, duration] of DURATIONS.entries()) {
    const bets = { model, name, leadsMs, duration }
    const results = play(context, bets, orders, seed * DURATIONS.length + n)
    const again = results.some(earns) ? play(context, bets, orders * MORE_ORDERS, -seed - n) : []
    for (const [lead, result] of results.entries()) {
      const what = `${model.name}, ${name}, ${duration.durationMs} ms, a lead of ${leadsMs[lead]} ms`
      const second = again[lead]
      const isSure = earns(result) && second !== undefined && earns(second)
      context.check(!isSure, `${what} earns ${shown(result)}, and again ${shown(second ?? result)}`)
      if (lead === 0 && result.orders >= MIN_RESULTS) context.log(`${what}: ${shown(result)}`)
    }
  }
}

/** The bets earn without a lead, and with the least lead while what counts is later than is allowed. */
function checkControls(context: FaultContext): void {
  const medium = MODELS.find(({ name }) => name === 'medium')
  const dealers = MODELS.find(({ isDealers }) => isDealers)
  if (medium === undefined || dealers === undefined) throw new Error('a control is gone')
  for (const [control, leadMs, name] of [
    [medium, 0, FAR],
    [lateModel(medium, TOO_LATE_MS), medium.leadMs, FAR],
    [lateModel(dealers, dealers.lateMs + LEAP_MS), 0, NEAR],
    [lateModel(dealers, TOO_LATE_MS), dealers.leadMs, NEAR],
  ] as const) {
    const bets = { model: control, name, leadsMs: [leadMs], duration: DURATIONS[0] }
    const [result] = play(context, bets, CONTROL_ORDERS, context.seed)
    if (result === undefined) throw new Error('the control has no result')
    const what = `control: ${control.name}, a lead of ${leadMs} ms`
    context.log(`${what}: ${shown(result)}`)
    context.check(earns(result), `${what} earns only ${shown(result)}`)
  }
}

export const run: FaultScenario = async (context) => {
  checkControls(context)
  // A clock may be so much further ahead without being noticed.
  const late = MODELS.map((model) => lateModel(model, model.lateMs + LEAP_MS))
  for (const [m, model] of [...MODELS, ...late].entries()) {
    for (const [r, name] of Object.keys(RULES).entries()) {
      compare(context, model, name, context.seed + 100 * m + r)
    }
  }
}

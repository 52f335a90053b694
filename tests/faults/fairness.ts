/**
 * Is the simulated feed fair? A crowd on one side must win as often as a lone random user, and no rule for choosing a
 * direction may earn more or less than the odds page says.
 */
import type { Price, TimeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { settle, type SettleTerms } from '#rules/settle.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { BIASED_WALKS } from '#support/biased-walks.ts'
import {
  byRule,
  compareAll,
  compareControl,
  type Comparison,
  deviation,
  isUnfair,
  REPEATED_BEYOND,
} from '#support/fairness-compare.ts'
import { playScene, type PlayedOrder } from '#support/fairness-play.ts'
import { RULES } from '#support/fairness-rules.ts'
import { sceneOf } from '#support/fairness-scene.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

/** Orders per arm. */
const ORDERS = { short: 5_000, ci: 10_000, full: 80_000 } as const
/** Stretches of four hours per product. At scale `full` they hold more than a million orders. */
const SCENES = { short: 1, ci: 4, full: 40 } as const
/** At scale `short` version 1 of the series is played on one product only. */
const CONTROLS = { short: BIASED_WALKS.slice(1), ci: BIASED_WALKS, full: BIASED_WALKS } as const
/** Orders per product whose outcome is compared with the settlement rule. */
const SETTLED = 40
const EPOCH_MS = 3_600_000
const START_MS = 1_700_000_000_000
const DURATION_MS = 30_000
/** Orders do not overlap, so that each is a draw of its own. */
const SLOT_MS = 36_000
const SLOTS = EPOCH_MS / SLOT_MS - 1
/** A difference of more standard deviations is no chance: it would come up once in a million runs. */
const FAIR_WITHIN = 5
/** How long before expiry a dishonest feed would hold the price down. */
const NUDGE_MS = 2_000

type Feed = (ticks: readonly SimulatedTick[], crowd: readonly SettleTerms[]) => SimulatedTick[]

const honest: Feed = (ticks) => [...ticks]

/** A copy that looks at the open orders and holds the last prices below what the crowd needs, one time in five. */
const biased =
  (chance: Chance): Feed =>
  (ticks, crowd) => {
    const moved = ticks.map((tick) => ({ ...tick }))
    for (const { startsAt, expiresAt } of crowd.filter(() => chance() < 0.2)) {
      const entry = moved.find(({ timeMs }) => timeMs > startsAt)
      const last = moved.filter(
        ({ timeMs }) => timeMs > expiresAt - NUDGE_MS && timeMs <= expiresAt,
      )
      for (const tick of last) tick.price = Math.min(tick.price, (entry?.price ?? tick.price) - 1)
    }
    return moved
  }

function ticksOf(seed: string, parameters: SimulationParameters): SimulatedTick[] {
  const epoch = { seed, startsAt: START_MS, endsAt: START_MS + EPOCH_MS }
  const next = simulatedSeries({ ...epoch, startPrice: parameters.anchor, parameters })
  const ticks: SimulatedTick[] = []
  for (let tick = next(); tick !== null; tick = next()) ticks.push(tick)
  return ticks
}

const recordsOf = (ticks: readonly SimulatedTick[]): TickRecord[] =>
  ticks.map(({ timeMs, price, size }, n) => ({
    kind: 'tick',
    seq: n + 1,
    timeMs: timeMs as TimeMs,
    price: price as Price,
    size,
    hash: '',
  }))

/** From before acceptance to after expiry, so that the rule need not walk the hour. */
function slice(records: readonly TickRecord[], { startsAt, expiresAt }: SettleTerms) {
  const from = records.findIndex(({ timeMs }) => timeMs > startsAt - 4_000)
  const to = records.findIndex(({ timeMs }) => timeMs > expiresAt)
  return records.slice(from, to + 1)
}

interface Arm {
  won: number
  decided: number
}
function judge(arm: Arm, records: readonly TickRecord[], terms: SettleTerms): void {
  const outcome = settle(slice(records, terms), terms)?.outcome
  if (outcome !== 'won' && outcome !== 'lost') return
  arm.decided += 1
  if (outcome === 'won') arm.won += 1
}

const rate = ({ won, decided }: Arm): number => won / decided
/** How many standard deviations the two rates lie apart. */
function distance(one: Arm, other: Arm): number {
  const both = (one.won + other.won) / (one.decided + other.decided)
  return (
    (rate(one) - rate(other)) / Math.sqrt(both * (1 - both) * (1 / one.decided + 1 / other.decided))
  )
}

/** Every user in the crowd buys up; a lone user tosses a coin. */
function play(feedOf: (chance: Chance) => Feed, seed: number, orders: number) {
  const chance = chanceOf(seed)
  const feed = feedOf(chance)
  const products = [...SIMULATION_PARAMETERS.values()]
  const crowd: Arm = { won: 0, decided: 0 }
  const lone: Arm = { won: 0, decided: 0 }
  for (let placed = 0; placed < orders; placed += SLOTS) {
    const parameters = products[Math.floor(chance() * products.length)]
    if (parameters === undefined) throw new Error('no product is simulated')
    const hex = Array.from({ length: 64 }, () => Math.floor(chance() * 16).toString(16)).join('')
    const at = (slot: number) => START_MS + 4_500 + slot * SLOT_MS + Math.floor(chance() * 1_000)
    const slots = Array.from({ length: SLOTS }, (_, slot) => at(slot))
    const ups = slots.map(
      (startsAt): SettleTerms => ({
        direction: 'up',
        startsAt,
        expiresAt: startsAt + DURATION_MS,
      }),
    )
    const records = recordsOf(feed(ticksOf(hex, parameters), ups))
    for (const terms of ups) {
      judge(crowd, records, terms)
      judge(lone, records, { ...terms, direction: chance() < 0.5 ? 'up' : 'down' })
    }
  }
  return { crowd, lone, apart: distance(crowd, lone) }
}

const described = ({ symbol, rule, first, second }: Comparison): string => {
  const share = (amount: number): string => `${((amount / first.orders) * 100).toFixed(2)} %`
  const again = second === null ? '' : ', repeated on a second sample'
  return `${symbol}, ${rule}: ${share(first.result)} per order, the odds page says ${share(first.odds)}${again}`
}

/** Each played order has the outcome that the settlement rule gives it. */
function checkSettlement({ check, seed }: FaultContext): void {
  for (const [symbol, parameters] of SIMULATION_PARAMETERS) {
    const scene = sceneOf({ parameters, seed: `${seed} settled` })
    const { times, prices, sizes } = scene
    const records = recordsOf(
      times.map((timeMs, i) => ({ timeMs, price: prices[i] ?? 0, size: sizes[i] ?? 0 })),
    )
    const orders: PlayedOrder[] = []
    const onOrder = (order: PlayedOrder): void => void orders.push(order)
    playScene(scene, { productId: parameters.productId, seed, rules: [0], onOrder })
    const same = orders.slice(0, SETTLED).every((order) => {
      const direction = order.direction > 0 ? 'up' : 'down'
      const settled = settle(records.slice(order.entry - 2, order.exit + 2), {
        ...order,
        direction,
      })
      return settled?.entry?.seq === order.entry + 1 && settled.exit?.seq === order.exit + 1
    })
    check(orders.length > 0 && same, `${symbol}: an order is played otherwise than it is settled`)
  }
}

/** No rule earns anything on any product, and every biased walk is detected by the same procedure. */
function checkRules(context: FaultContext): void {
  const { check, count, log, seed, scale } = context
  const comparisons = compareAll({ name: `${seed}`, scenes: SCENES[scale] })
  const all = [...comparisons, ...byRule(comparisons)]
  const beyond = (bound: number): number =>
    comparisons.filter((each) => Math.abs(deviation(each)) > bound).length
  log(
    `${RULES.length} rules on ${SIMULATION_PARAMETERS.size} products: ` +
      `${beyond(2)} beyond 2 standard errors, ${beyond(REPEATED_BEYOND)} beyond 3; ` +
      `by chance ${(comparisons.length * 0.0455).toFixed(1)} and ${(comparisons.length * 0.0027).toFixed(1)}`,
  )
  count(
    'orders by rule',
    comparisons.reduce((sum, { first }) => sum + first.orders, 0),
  )
  for (const each of all) check(!isUnfair(each), described(each))
  for (const walk of CONTROLS[scale]) {
    const found = compareControl(walk, `${seed}`).filter(isUnfair)
    const [first] = found.sort((a, b) => Math.abs(deviation(b)) - Math.abs(deviation(a)))
    check(first !== undefined, `${walk.name} is not detected on ${walk.symbol}`)
    if (first !== undefined) log(`detected: ${walk.name}. ${described(first)}`)
  }
}

export const run: FaultScenario = async (context) => {
  const { seed, scale, count, check, log } = context
  const ours = play(() => honest, seed, ORDERS[scale])
  const copy = play(biased, seed, ORDERS[scale])
  const percent = (arm: Arm): string => `${(rate(arm) * 100).toFixed(2)} % of ${arm.decided}`
  for (const [name, bank] of Object.entries({ ours, copy })) {
    log(
      `${name}: crowd wins ${percent(bank.crowd)}, lone user ${percent(bank.lone)}, ${bank.apart.toFixed(2)} apart`,
    )
  }
  count('orders an arm', ORDERS[scale])
  check(Math.abs(ours.apart) < FAIR_WITHIN, `the crowd wins otherwise: ${ours.apart} apart`)
  const even: Arm = { won: ours.crowd.decided / 2, decided: ours.crowd.decided }
  check(
    Math.abs(distance(ours.crowd, even)) < FAIR_WITHIN,
    `up is not as likely as down: ${percent(ours.crowd)}`,
  )
  check(copy.apart < -FAIR_WITHIN, `a copy that steers is not caught: ${copy.apart} apart`)
  checkSettlement(context)
  checkRules(context)
}

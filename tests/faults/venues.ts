/**
 * Live prices from local venues with every fault that venues have: each record is what the trades that were sent give,
 * recomputed by an oracle in Python. Losses are published, lies have no effect, and hostile frames are no prices.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { TickRecord } from '#contract/tick-log.ts'
import { settle } from '#rules/settle.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { MISTAKES } from '#support/venues/index-mistakes.ts'
import { LiveWorld, type WorldEvent } from '#support/venues/live-world.ts'
import { tryMutants } from '#support/venues/mutants.ts'
import { type Action, planOf } from '#support/venues/world-faults.ts'
import {
  createIds,
  scriptOf,
  skewsOf,
  WORLD_PRODUCTS,
  WORLD_VENUES,
} from '#support/venues/world-script.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const SCALES = {
  short: { mutants: 2_000, ms: 80_000, orders: 150 },
  ci: { mutants: 5_000, ms: 200_000, orders: 500 },
  full: { mutants: 100_000, ms: 3_600_000, orders: 10_000 },
} as const
const ORACLE = fileURLToPath(new URL('../support/venues/index-oracle.py', import.meta.url))
const DURATIONS_MS = [5_000, 10_000, 30_000] as const
/** What a run must have had. In a short one the faults stand so close that one may hide another. */
const SEEN = [
  'ticks',
  'losses',
  'ticks beside lies',
  'stamps that leap',
  'clocks that are ahead',
  'orders won',
  'orders void',
]
const MAX_ANSWER_BYTES = 100_000_000

const oracleAnswer = z.object({
  counts: z.record(z.string(), z.number()),
  faults: z.array(z.string()),
})

interface Question {
  terms: Record<string, object>
  events: readonly WorldEvent[]
  records: Record<string, TickRecord[]>
  inputs: Record<string, string>
  orders: Record<string, object[]>
}

function askOracle(question: Question): z.infer<typeof oracleAnswer> {
  const { stdout, stderr, status } = spawnSync('python3', [ORACLE], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    maxBuffer: MAX_ANSWER_BYTES,
  })
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`)
  return oracleAnswer.parse(JSON.parse(stdout))
}

/** Plays the script and the faults, each at its time. */
async function play(world: LiveWorld, context: FaultContext): Promise<void> {
  const { ms } = SCALES[context.scale]
  const chance = chanceOf(context.seed)
  const startMs = world.clock.now()
  const ids = createIds()
  const skews = skewsOf(chance)
  const plan = planOf({ ms, chance, ids, skews, startMs })
  const isSilent = (venue: string, at: number): boolean =>
    plan.silences.some((each) => each.venue === venue && at >= each.from && at < each.to)
  const trades = scriptOf({ ms, startMs, chance, ids, skews, ...plan })
    .filter(({ venue, at }) => !isSilent(venue, at))
    .map(({ at, venue, product, trade }) => ({
      at,
      run: (to: LiveWorld) => to.trade(venue, product.symbol, [trade]),
    }))
  const all: Action[] = [...plan.actions, ...trades].sort((a, b) => a.at - b.at)
  for (const { at, run } of all) {
    await world.advance(Math.max(0, startMs + at - world.clock.now()))
    await run(world)
    const wrong = world.wronglyServing()
    if (wrong.length > 0) context.fail(`${wrong.join()} served at ${at} ms without a connection`)
  }
  // By now every venue is well again, and the longest delay between attempts is half a minute.
  for (let i = 0; i < 160 && !world.allServe(); i++) await world.advance(250)
  for (const [name, times] of plan.counts) context.count(name, times)
  const refused = plan.counts.get('hostile frames refused') ?? 0
  context.check(
    refused === (plan.counts.get('hostile frames') ?? 0) && refused > 0,
    `${refused} hostile frames were refused, not all`,
  )
}

/** Orders at random moments with the outcome that the server's rule gives them. */
function ordersOn(records: readonly TickRecord[], orders: number, chance: Chance): object[] {
  const first = records[0]?.timeMs ?? 0
  const span = (records.at(-1)?.timeMs ?? 0) - first
  return Array.from({ length: orders }, () => {
    const startsAt = first + Math.floor(chance() * span)
    const durationMs = DURATIONS_MS[Math.floor(chance() * DURATIONS_MS.length)] ?? 0
    const direction = chance() < 0.5 ? ('up' as const) : ('down' as const)
    const terms = { direction, startsAt, expiresAt: startsAt + durationMs }
    return { ...terms, outcome: settle(records, terms)?.outcome ?? null }
  })
}

async function compare(world: LiveWorld, context: FaultContext): Promise<void> {
  const chance = chanceOf(context.seed + 1)
  const { events } = world
  const question: Question = { terms: {}, events, records: {}, inputs: {}, orders: {} }
  for (const { id, symbol } of WORLD_PRODUCTS) {
    const log = await world.log(id)
    question.terms[symbol] = world.termsOf(id)
    question.records[symbol] = log.records
    question.inputs[symbol] = log.inputs
    question.orders[symbol] = ordersOn(log.records, SCALES[context.scale].orders, chance)
  }
  const { counts, faults } = askOracle(question)
  for (const fault of faults) context.fail(fault)
  for (const [name, times] of Object.entries(counts)) {
    if (name === 'comparisons') context.pass(times)
    else context.count(name, times)
  }
  for (const name of context.scale === 'short' ? SEEN.slice(0, 1) : SEEN) {
    context.check((counts[name] ?? 0) > 0, `the run had no ${name}`)
  }
  checkMistakes(world, context, question)
}

/** Servers that make prices by another rule are found, each by the oracle that finds nothing in ours. */
function checkMistakes(world: LiveWorld, context: FaultContext, question: Question): void {
  for (const [name, mistake] of Object.entries(MISTAKES)) {
    const found = WORLD_PRODUCTS.flatMap(({ id, symbol }) => {
      const records = question.records[symbol] ?? []
      const logged = { records, inputs: question.inputs[symbol] ?? '', events: question.events }
      const terms = world.termsOf(id)
      const made = mistake(logged, terms.decimals)
      return askOracle({
        terms: { [symbol]: terms },
        events: made.events,
        records: { [symbol]: made.records },
        inputs: { [symbol]: made.inputs },
        orders: { [symbol]: [] },
      }).faults
    })
    context.check(found.length > 0, `a server that ${name} was not found`)
    context.count('mistakes of servers that were found')
  }
}

export const run: FaultScenario = async (context) => {
  tryMutants(context, SCALES[context.scale].mutants)
  const world = new LiveWorld(context.seed)
  try {
    await world.open(WORLD_VENUES)
    await play(world, context)
    await compare(world, context)
    for (const [name, { server, feed }] of world.lines) {
      context.check(server.violations.length === 0, server.violations.join('; '))
      context.check(feed?.isServing === true, `${name} does not serve at the end`)
      context.count('connections', server.attempts.length)
      context.count(
        'trades sent',
        world.events.filter((event) => event.kind === 'trade' && event.line === name).length,
      )
    }
  } finally {
    await world.close()
  }
}

/** Commands of a ledger sequence about the fund's rates: two operators who propose, publish and reject. */
import fc from 'fast-check'
import { day } from '#contract/scalars.ts'
import { Rejected } from '#server/platform/errors.ts'
import { dayAt, textOf } from '#support/ledger-fund.ts'
import { type House, same } from '#support/ledger-house.ts'
import {
  applyDecision,
  decideAnswer,
  listed,
  type ModelProposal,
  type ModelRates,
  proposeAnswer,
} from '#support/ledger-rates.ts'
import { type Step, step } from '#support/ledger-step.ts'

const MANY = 11
const OPERATORS = ['operator-one', 'operator-two']

const codeOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.code
  throw error
}

async function compareRates(rates: ModelRates, house: House): Promise<void> {
  const [row] = await house.room.owner.query<{ rates: string | null }>(
    `select string_agg(from_day || ' ' || daily_rate, ',' order by from_day) as rates
      from fund_rates`,
  )
  same('rates', row?.rates ?? '', listed(rates))
}

interface Proposal {
  ahead: number
  rate: number
  by: string
}
async function proposeOnce(rates: ModelRates, house: House, it: Proposal): Promise<void> {
  const { rate, by } = it
  const at = house.room.clock.now()
  const from = dayAt(at) + it.ahead
  const must = proposeAnswer(rates, from, at)
  const intent = { from: day.parse(textOf(from)), dailyRate: rate, why: 'a test', actor: by }
  const saw = await house.rates.propose(intent).catch(codeOf)
  same('propose', typeof saw === 'string' ? saw : 'ok', must)
  house.count(`rate proposed ${must}`)
  if (typeof saw === 'string') return
  rates.proposals.push({ id: saw.id, from, rate: BigInt(rate), by, status: 'proposed' })
}
/** `times`: more than may wait, or one. */
const propose = (it: Proposal, times: number): Step =>
  step(`propose(${it.ahead}, ${it.rate}, ${it.by}, ${times})`, async ({ rates }, house) => {
    for (let n = 0; n < times; n++) await proposeOnce(rates, house, it)
  })

interface Decision {
  /** By who proposed it. */
  own: boolean
  publish: boolean
}
async function decideOnce(
  { rates, house }: { rates: ModelRates; house: House },
  it: ModelProposal,
  { own, publish }: Decision,
): Promise<void> {
  const by = OPERATORS.find((name) => (name === it.by) === own) ?? ''
  const at = house.room.clock.now()
  const must = decideAnswer(rates, it, { by, publish, at })
  const run = publish
    ? house.rates.publish(it.id, by)
    : house.rates.reject(it.id, by, 'customer_request')
  const verb = publish ? 'published' : 'rejected'
  same(`${verb} a rate`, await run.then(() => 'ok', codeOf), must)
  house.count(`rate ${verb} ${must}`)
  if (must === 'ok') applyDecision(rates, it, publish)
  await compareRates(rates, house)
}
const decide = (which: number, it: Decision): Step =>
  step(`decide(${which}, ${it.own}, ${it.publish})`, async ({ rates }, house) => {
    const proposal = rates.proposals.at(-1 - (which % Math.max(1, rates.proposals.length)))
    if (proposal !== undefined) await decideOnce({ rates, house }, proposal, it)
  })

/** Both propose for the same day, and each publishes what the other proposed. */
const rivals = (it: Omit<Proposal, 'by'>): Step =>
  step(`rivals(${it.ahead}, ${it.rate})`, async ({ rates }, house) => {
    const before = rates.proposals.length
    for (const by of OPERATORS) await proposeOnce(rates, house, { ...it, by })
    for (const proposal of rates.proposals.slice(before)) {
      await decideOnce({ rates, house }, proposal, { own: false, publish: true })
    }
  })

const ahead = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 8 }) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 0, 31, 32) },
)
const rate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 30, max: 70 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 300) },
)
const by = fc.constantFrom(...OPERATORS)
const oneIn = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((it) => it === 0)
export const RATE_COMMANDS = [
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.record({ ahead, rate, by }), oneIn(20))
      .map(([it, many]) => propose(it, many ? MANY : 1)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 0, 0, 1, 2), oneIn(6), oneIn(6))
      .map(([which, own, reject]) => decide(which, { own, publish: !reject })),
  },
  { weight: 1, arbitrary: fc.record({ ahead, rate }).map(rivals) },
]

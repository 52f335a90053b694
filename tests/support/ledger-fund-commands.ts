/** Commands of a ledger sequence for the fund and its rates, and how often each comes. */
import { DAY_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { day } from '#contract/scalars.ts'
import { proposeRate } from '#server/fund/proposals.ts'
import { same } from '#support/ledger-compare.ts'
import { codeOf, fundStep, type LedgerFixture, type Step, step } from '#support/ledger-fixture.ts'
import {
  type Amount,
  foundBy,
  keep,
  redeem,
  type Sides,
  cancelAny,
  cancelAtCutOff,
  type Taking,
  told,
  transferIn,
  type Wanted,
  type What,
} from '#support/ledger-fund-acts.ts'
import { dayAt, isIdle, textOf } from '#support/ledger-fund.ts'
import { seated } from '#support/seats.ts'
import {
  applyDecision,
  decideAnswer,
  listed,
  type ModelProposal,
  type ModelRates,
  proposeAnswer,
} from '#support/ledger-model.ts'

/** One of those who have something to take out by now; which one is chance. */
function holder({ model, fixture }: Sides, who: number): number {
  const today = dayAt(fixture.room.clock.now())
  const all = model.users.flatMap(({ fund }, i) =>
    fund?.lots.some(
      ({ status, settles }) => status === 'confirmed' || (status === 'pending' && settles <= today),
    )
      ? [i]
      : [],
  )
  return all[who % Math.max(1, all.length)] ?? who
}

const transferring = (who: number, wanted: Wanted): Step =>
  fundStep(`transferIn(${who}, ${told(wanted.amount)}, ${wanted.off})`, (model, fixture) =>
    transferIn({ model, fixture }, who, wanted),
  )
const redeeming = (who: number, taking: Taking): Step =>
  fundStep(
    `redeem(${who}, ${told(taking.amount)}, ${taking.speed}, ${taking.off})`,
    (model, fixture) => redeem({ model, fixture }, holder({ model, fixture }, who), taking),
  )
const takingBack = (what: What, which: number): Step =>
  fundStep(`cancel(${what} ${which})`, (model, fixture) =>
    cancelAny({ model, fixture }, what, which),
  )
const takingBackAtCutOff = (what: What, by: number): Step =>
  fundStep(`cancelAtCutOff(${what} ${by})`, (model, fixture) =>
    cancelAtCutOff({ model, fixture }, what, by),
  )

/** As many as one may have in a day, and one more. */
const BURST = { transfer: 11, redemption: 6 }
/** Of withdrawals the first takes `first`, the others a cent. */
const burst = (who: number, what: What, first: Amount): Step =>
  fundStep(`burst(${who}, ${what}, ${told(first)})`, async (model, fixture) => {
    const sides = { model, fixture }
    const often = { off: 0, speed: 'instant', password: true } as const
    for (let n = 0; n < BURST[what]; n++) {
      if (what === 'transfer') await transferIn(sides, who, { ...often, amount: 100n })
      else await redeem(sides, holder(sides, who), { ...often, amount: n === 0 ? first : 1n })
    }
  })

/** Time leaps to an hour of a later day, as for servers that stood still meanwhile. */
const newDays = (days: number, ofDay: number): Step =>
  step(`newDays(${days}, ${ofDay})`, async (_, fixture) => {
    const now = fixture.room.clock.now()
    const to = (dayAt(now) + days) * DAY_MS + ofDay
    await fixture.sleep(to > now ? to - now : to + DAY_MS - now)
    fixture.count('leaps')
  })

/** The job's round, by this many servers at once. */
const job = (servers: number): Step =>
  fundStep(`job(${servers})`, async (model, fixture) => {
    const at = fixture.room.clock.now()
    await fixture.beginDays(servers)
    for (const user of model.users) {
      if (user.fund === null || isIdle(user.fund) || user.fund.day >= dayAt(at)) continue
      keep(fixture, user, foundBy(model, user, at))
      fixture.count('days begun by the job')
    }
  })

const WINDFALL = 120_000_000n
/** More than a fund may hold; once a user. */
const windfall = (who: number): Step =>
  step(`windfall(${who})`, async (model, fixture) => {
    const user = model.user(who)
    if (user.rich) return
    await fixture.giveMoney(fixture.userId(who), WINDFALL)
    Object.assign(user, { rich: true, cash: user.cash + WINDFALL, version: user.version + 1 })
  })

const who = fc.nat(3)
const off = fc.oneof(
  { weight: 24, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1) },
)
const part = fc.record({
  percent: fc.constantFrom(10, 33, 50, 80, 100, 100),
  and: fc.constantFrom(-1n, 0n, 0n, 1n),
})
const transferAmount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 100n, max: 60_000n }) },
  { weight: 3, arbitrary: fc.bigInt({ min: 60_000n, max: 900_000n }) },
  { weight: 5, arbitrary: part },
  { weight: 1, arbitrary: fc.constantFrom(99n, 100n, 99_999_900n, 99_999_901n, 100_000_000n) },
)
const redeemAmount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 20_000n }) },
  { weight: 7, arbitrary: part },
  { weight: 1, arbitrary: fc.constantFrom(99_999n, 100_000n, 100_001n, 999_999n, 1_000_001n) },
)
const CUT_OFF = 15 * 3_600_000
const ofDay = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, CUT_OFF - 1, CUT_OFF, CUT_OFF + 1) },
  { weight: 3, arbitrary: fc.nat(DAY_MS - 1) },
)
const days = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 20 }) },
)
const speed = fc.constantFrom('instant' as const, 'next_day' as const)
const password = fc.integer({ min: 0, max: 5 }).map((digit) => digit > 0)
const what = fc.constantFrom('transfer' as const, 'redemption' as const)

/** Each as often as its like matters in the fund. */
export const FUND_COMMANDS = [
  {
    weight: 10,
    arbitrary: fc
      .tuple(who, fc.record({ amount: transferAmount, off }))
      .map(([index, wish]) => transferring(index, wish)),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(who, fc.record({ amount: redeemAmount, off, speed, password }))
      .map(([index, wish]) => redeeming(index, wish)),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(what, fc.nat(3)).map(([wish, which]) => takingBack(wish, which)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(what, fc.constantFrom(-1, 0))
      .map(([wish, by]) => takingBackAtCutOff(wish, by)),
  },
  { weight: 9, arbitrary: fc.tuple(days, ofDay).map(([n, at]) => newDays(n, at)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map(job) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(who, what, fc.constantFrom<Amount>(1n, { percent: 100, and: 0n }))
      .map(([index, wish, first]) => burst(index, wish, first)),
  },
  { weight: 2, arbitrary: who.map(windfall) },
]

const MANY = 11
const OPERATORS = ['operator-one', 'operator-two']

async function compareRates(rates: ModelRates, fixture: LedgerFixture): Promise<void> {
  const [row] = await fixture.room.owner.query<{ rates: string | null }>(
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
async function proposeOnce(
  rates: ModelRates,
  fixture: LedgerFixture,
  proposal: Proposal,
): Promise<void> {
  const { rate, by } = proposal
  const at = fixture.room.clock.now()
  const from = dayAt(at) + proposal.ahead
  const must = proposeAnswer(rates, from, at)
  const intent = {
    from: day.parse(textOf(from)),
    dailyRate: rate,
    why: 'a test',
    actor: seated(by),
  }
  const { db, clock } = fixture.room
  const deskChanges = { changed: () => undefined }
  const saw = await proposeRate({ db, clock, deskChanges }, intent).catch(codeOf)
  same('propose', typeof saw === 'string' ? saw : 'ok', must)
  fixture.count(`rate proposed ${must}`)
  if (typeof saw === 'string') return
  rates.proposals.push({ id: saw.id, from, rate: BigInt(rate), by, status: 'proposed' })
}
/** `times`: more than may wait, or one. */
const propose = (proposal: Proposal, times: number): Step =>
  step(
    `propose(${proposal.ahead}, ${proposal.rate}, ${proposal.by}, ${times})`,
    async ({ rates }, fixture) => {
      for (let n = 0; n < times; n++) await proposeOnce(rates, fixture, proposal)
    },
  )

interface Decision {
  /** By who proposed it. */
  own: boolean
  publish: boolean
}
async function decideOnce(
  { rates, fixture }: { rates: ModelRates; fixture: LedgerFixture },
  proposal: ModelProposal,
  { own, publish }: Decision,
): Promise<void> {
  const by = OPERATORS.find((name) => (name === proposal.by) === own) ?? ''
  const at = fixture.room.clock.now()
  const must = decideAnswer(rates, proposal, { by, publish, at })
  const id = BigInt(proposal.id)
  const run = fixture.documents.move(
    'fund_rate',
    publish
      ? { id, actor: seated(by), step: 'approve' }
      : { id, actor: seated(by), step: 'reject', reason: 'customer_request' },
  )
  const verb = publish ? 'published' : 'rejected'
  same(`${verb} a rate`, await run.then(() => 'ok', codeOf), must)
  fixture.count(`rate ${verb} ${must}`)
  if (must === 'ok') applyDecision(rates, proposal, publish)
  await compareRates(rates, fixture)
}
const decide = (which: number, decision: Decision): Step =>
  step(`decide(${which}, ${decision.own}, ${decision.publish})`, async ({ rates }, fixture) => {
    const proposal = rates.proposals.at(-1 - (which % Math.max(1, rates.proposals.length)))
    if (proposal !== undefined) await decideOnce({ rates, fixture }, proposal, decision)
  })

/** Both propose for the same day, and each publishes what the other proposed. */
const rivals = (rival: Omit<Proposal, 'by'>): Step =>
  step(`rivals(${rival.ahead}, ${rival.rate})`, async ({ rates }, fixture) => {
    const before = rates.proposals.length
    for (const by of OPERATORS) await proposeOnce(rates, fixture, { ...rival, by })
    for (const proposal of rates.proposals.slice(before)) {
      await decideOnce({ rates, fixture }, proposal, { own: false, publish: true })
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
const oneIn = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((chance) => chance === 0)
export const RATE_COMMANDS = [
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.record({ ahead, rate, by }), oneIn(20))
      .map(([wish, many]) => propose(wish, many ? MANY : 1)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 0, 0, 1, 2), oneIn(6), oneIn(6))
      .map(([which, own, reject]) => decide(which, { own, publish: !reject })),
  },
  { weight: 1, arbitrary: fc.record({ ahead, rate }).map(rivals) },
]

/** Commands of a ledger sequence in the fund, and how often each comes. */
import fc from 'fast-check'
import {
  type Amount,
  foundBy,
  keep,
  redeem,
  type Sides,
  takeBackAny,
  takeBackAtCutOff,
  type Taking,
  told,
  transferIn,
  type Wanted,
  type What,
} from '#support/ledger-fund-acts.ts'
import { dayAt, DAY_MS, isIdle } from '#support/ledger-fund.ts'
import { fundStep, type Step, step } from '#support/ledger-step.ts'

/** One of those who have something to take out by now; which one is chance. */
function holder({ model, house }: Sides, who: number): number {
  const today = dayAt(house.room.clock.now())
  const all = model.users.flatMap(({ fund }, i) =>
    fund?.lots.some(
      ({ status, settles }) => status === 'confirmed' || (status === 'pending' && settles <= today),
    )
      ? [i]
      : [],
  )
  return all[who % Math.max(1, all.length)] ?? who
}

const transferring = (who: number, it: Wanted): Step =>
  fundStep(`transferIn(${who}, ${told(it.amount)}, ${it.off})`, (model, house) =>
    transferIn({ model, house }, who, it),
  )
const redeeming = (who: number, it: Taking): Step =>
  fundStep(`redeem(${who}, ${told(it.amount)}, ${it.speed}, ${it.off})`, (model, house) =>
    redeem({ model, house }, holder({ model, house }, who), it),
  )
const takingBack = (what: What, which: number): Step =>
  fundStep(`takeBack(${what} ${which})`, (model, house) =>
    takeBackAny({ model, house }, what, which),
  )
const takingBackAtCutOff = (what: What, by: number): Step =>
  fundStep(`takeBackAtCutOff(${what} ${by})`, (model, house) =>
    takeBackAtCutOff({ model, house }, what, by),
  )

/** As many as one may have in a day, and one more. */
const BURST = { transfer: 11, redemption: 6 }
/** Of withdrawals the first takes `first`, the others a cent. */
const burst = (who: number, what: What, first: Amount): Step =>
  fundStep(`burst(${who}, ${what}, ${told(first)})`, async (model, house) => {
    const sides = { model, house }
    const often = { off: 0, speed: 'instant', password: true } as const
    for (let n = 0; n < BURST[what]; n++) {
      if (what === 'transfer') await transferIn(sides, who, { ...often, amount: 100n })
      else await redeem(sides, holder(sides, who), { ...often, amount: n === 0 ? first : 1n })
    }
  })

/** Time leaps to an hour of a later day, as for servers that stood still meanwhile. */
const newDays = (days: number, ofDay: number): Step =>
  step(`newDays(${days}, ${ofDay})`, async (_, house) => {
    const now = house.room.clock.now()
    const to = (dayAt(now) + days) * DAY_MS + ofDay
    await house.sleep(to > now ? to - now : to + DAY_MS - now)
    house.count('leaps')
  })

/** The job's round, by this many servers at once. */
const job = (servers: number): Step =>
  fundStep(`job(${servers})`, async (model, house) => {
    const at = house.room.clock.now()
    await house.beginDays(servers)
    for (const user of model.users) {
      if (user.fund === null || isIdle(user.fund) || user.fund.day >= dayAt(at)) continue
      keep(house, user, foundBy(model, user, at))
      house.count('days begun by the job')
    }
  })

const WINDFALL = 120_000_000n
/** More than a fund may hold; once a user. */
const windfall = (who: number): Step =>
  step(`windfall(${who})`, async (model, house) => {
    const user = model.user(who)
    if (user.rich) return
    await house.giveMoney(house.userId(who), WINDFALL)
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
const password = fc.integer({ min: 0, max: 5 }).map((it) => it > 0)
const what = fc.constantFrom('transfer' as const, 'redemption' as const)

/** Each as often as its like matters in the fund. */
export const FUND_COMMANDS = [
  {
    weight: 10,
    arbitrary: fc
      .tuple(who, fc.record({ amount: transferAmount, off }))
      .map(([index, it]) => transferring(index, it)),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(who, fc.record({ amount: redeemAmount, off, speed, password }))
      .map(([index, it]) => redeeming(index, it)),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(what, fc.nat(3)).map(([it, which]) => takingBack(it, which)),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(what, fc.constantFrom(-1, 0)).map(([it, by]) => takingBackAtCutOff(it, by)),
  },
  { weight: 9, arbitrary: fc.tuple(days, ofDay).map(([n, at]) => newDays(n, at)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map(job) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(who, what, fc.constantFrom<Amount>(1n, { percent: 100, and: 0n }))
      .map(([index, it, first]) => burst(index, it, first)),
  },
  { weight: 2, arbitrary: who.map(windfall) },
]

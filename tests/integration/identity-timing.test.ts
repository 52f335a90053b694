import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MarketClock } from '#server/platform/clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { saidBy, type Answer } from '#support/visitor.ts'

/** Minutes pass with each try, so that no throttle speaks. */
let now = 1_700_000_000_000
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: () => () => undefined,
}
const STEP_MS = 5 * 60_000
const PAIRS = 41
/** Of the larger median, for the median difference of a pair: a hash left out would be far beyond. */
const TOLERANCE = 0.25

let its: TestServer
beforeAll(async () => {
  // A tenth of the real cost: still most of what a log-in takes.
  its = await testServer({ clock, hashCost: { memoryCost: 8_192, timeCost: 2 } })
})
afterAll(() => its.close())

const median = (of: readonly number[]): number =>
  of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN

/** The processor's time, ms: unlike that of a clock, it is the server's own on a busy machine. */
interface Side {
  ms: number[]
  said: Set<string>
}
async function measure(into: Side, ask: () => Promise<Answer>): Promise<void> {
  now += STEP_MS
  const before = process.cpuUsage()
  const answer = await ask()
  const { user, system } = process.cpuUsage(before)
  into.ms.push((user + system) / 1_000)
  into.said.add(saidBy(answer))
}

/** In pairs and in turns, so that both sides find the process in the same state. */
async function compare(one: () => Promise<Answer>, other: () => Promise<Answer>) {
  const sides = [
    { ms: [], said: new Set<string>() },
    { ms: [], said: new Set<string>() },
  ] satisfies Side[]
  const [first, second]: Side[] = sides
  if (first === undefined || second === undefined) throw new Error('two sides')
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const turns = [() => measure(first, one), () => measure(second, other)]
    for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  const difference = median(first.ms.map((ms, pair) => ms - (second.ms[pair] ?? 0)))
  return { first, second, difference, medians: [median(first.ms), median(second.ms)] as const }
}

it('a wrong password costs and says the same whether or not the account exists', async () => {
  const { account } = await its.registerUser()
  const logIn = (name: string) => () =>
    its.visitor().post('/api/session', { account: name, password: 'not-the-password' })
  const { first, second, difference, medians } = await compare(logIn(account), logIn('nobody_here'))
  expect([...first.said]).toEqual([...second.said])
  expect(first.said.size).toBe(1)
  const [known, unknown] = medians
  console.info(`log-in refused: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms`)
  expect(Math.abs(difference)).toBeLessThan(TOLERANCE * Math.max(known, unknown))
})

it('a wrong opening code costs and says the same for a taken account name and a free one', async () => {
  const { account } = await its.registerUser()
  const check = (name: string) => () =>
    its.visitor().post('/api/registration/check', {
      account: name,
      phone: '+8613812345678',
      openingCode: 'ZZZZZZZZZZ',
    })
  const { first, second, difference, medians } = await compare(check(account), check('free_name'))
  expect([...first.said]).toEqual([...second.said])
  expect(first.said.size).toBe(1)
  const [taken, free] = medians
  console.info(`opening code refused: taken ${taken.toFixed(1)} ms, free ${free.toFixed(1)} ms`)
  expect(Math.abs(difference)).toBeLessThan(Math.max(1, TOLERANCE * Math.max(taken, free)))
})

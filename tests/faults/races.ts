/** Commands that start at one moment on real PostgreSQL: exactly one wins, none deadlocks, every invariant holds. */
import fc from 'fast-check'
import { createCashier } from '#server/cashier/cashier.ts'
import { openDatabase, type Queryable } from '#server/platform/db/database.ts'
import { CASHIER_RACES, LIMIT_RACES } from '#support/cashier-races.ts'
import { FUND_RACES } from '#support/fund-races.ts'
import {
  addProduct,
  addTicks,
  enterRaw,
  placeRaw,
  PRACTICE_AMOUNT,
  settleRaw,
} from '#support/ledger-room.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'
import { manualClock } from '#support/manual-clock.ts'
import { testDatabase } from '#support/postgres.ts'
import {
  copies,
  exactlyOne,
  GOLD,
  orderOf,
  placing,
  raceFixture,
  type RaceFixture,
  type Round,
  STAKE,
  T0,
  times,
} from '#support/race-fixture.ts'
import { seatOperator } from '#support/seats.ts'
import { tick } from '#support/records.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const ROUNDS = { short: 10, ci: 40, full: 10_000 } as const
const CONNECTIONS = 12
/** Each round of settlements has minutes of its own in this product's log. */
const SILVER = 2
const ROUND_MS = 60_000
const RECORDS_OF_A_ROUND = 3

const byText = (a: string, b: string): number => a.localeCompare(b)
const doubleSubmit: Round = async (fixture, n) => {
  const order = orderOf(await fixture.user(100_000n), 'one-intent')
  const answers = await copies(fixture, n, (db) => placing(db, order))
  const [made] = await fixture.db.query<{ orders: bigint; staked: bigint }>(
    `select (select count(*) from orders where user_id = $1) as orders, balance as staked
      from accounts where id = user_account($1, 'stake')`,
    [order.userId],
  )
  if (made?.orders !== 1n || made.staked !== STAKE) return `${made?.orders} orders`
  return exactlyOne(answers, null)
}

const moneyForOne: Round = async (fixture) => {
  const userId = await fixture.user(STAKE + STAKE / 2n)
  const starts = times(4, (i) => placing(fixture.gated, orderOf(userId, `intent-${i}`)))
  return exactlyOne(await fixture.race(starts), 'available_too_low')
}

const lastPlace: Round = async (fixture, n) => {
  const userId = await fixture.user(100_000n)
  const byCount = n % 2 === 0
  const limits = byCount ? { maxPositions: 3 } : { maxOpenStake: 3n * STAKE }
  for (const i of [0, 1]) await placeRaw(fixture.db, orderOf(userId, `before-${i}`, limits))
  const starts = times(4, (i) => placing(fixture.gated, orderOf(userId, `intent-${i}`, limits)))
  return exactlyOne(await fixture.race(starts), byCount ? 'too_many_positions' : 'open_stake_limit')
}

/** Orders of three users, entered and settled by two at once in their own order, while their users place more. */
const twoSettlers: Round = async (fixture, n, random) => {
  const at = T0 + n * ROUND_MS
  const users = [
    await fixture.user(100_000n),
    await fixture.user(100_000n),
    await fixture.user(100_000n),
  ]
  const ids: bigint[] = []
  for (const [i, userId] of [...users, ...users].entries()) {
    ids.push(
      (await placeRaw(fixture.db, orderOf(userId, `intent-${i}`, { productId: SILVER, at }))) ?? 0n,
    )
  }
  const entry = { seq: n * RECORDS_OF_A_ROUND + 2, at: at + 1_500, price: 100 }
  const exit = { seq: entry.seq + 1, at: at + 30_500, price: 101 }
  const over = tick(at + 32_000, 100)
  await addTicks(fixture.owner, SILVER, [
    tick(entry.at, entry.price),
    tick(exit.at, exit.price),
    over,
  ])
  const shuffled = (): bigint[] => ids.toSorted(() => random() - 0.5)
  const both = (work: (tx: Queryable<'settlement'>) => Promise<number>) => () =>
    fixture.settling.transaction(work)
  const more = users.map((userId) =>
    placing(fixture.gated, orderOf(userId, 'meanwhile', { at: T0 + 1 })),
  )
  const entering = times(2, () => both((tx) => enterRaw(tx, shuffled(), entry)))
  const settling = times(2, () =>
    both((tx) =>
      settleRaw(
        tx,
        shuffled().map((id) => ({
          id,
          outcome: 'won',
          stake: STAKE,
          entrySeq: entry.seq,
          exit,
          at: over.at,
        })),
      ),
    ),
  )
  const entered = await fixture.race(entering)
  const settled = await fixture.race<number | bigint | null>([...settling, ...more])
  const inOrder = (values: readonly unknown[]): string => values.map(String).toSorted(byText).join()
  const events = inOrder(settled.slice(0, 2))
  // A positions event an order and a balance event a user; the other settler finds nothing left.
  if (inOrder(entered) !== '0,6' || events !== '0,9') {
    return `entered ${entered.join()}, settled ${settled.join()}`
  }
  return settled.slice(2).every((result) => typeof result === 'bigint') ? undefined : settled.join()
}

const twoClaims: Round = async (fixture) => {
  const userId = await fixture.user()
  const cashier = createCashier({
    db: fixture.gated,
    hub: { deliver: () => undefined },
    clock: manualClock(T0),
    practice: true,
  })
  const bodyHash = Buffer.from('{}')
  const starts = times(4, (i) => async () => {
    await cashier.takePractice({ userId, operation: 'practice_money', key: `claim-${i}`, bodyHash })
    return 1n
  })
  const seen = exactlyOne(await fixture.race(starts), 'practice_taken')
  const { available } = JSON.parse(await cashier.balance(userId))
  return seen ?? (BigInt(available.replace('.', '')) === PRACTICE_AMOUNT ? undefined : available)
}

const RACES = {
  doubleSubmit,
  moneyForOne,
  lastPlace,
  twoSettlers,
  twoClaims,
  ...CASHIER_RACES,
  ...FUND_RACES,
  ...LIMIT_RACES,
}

async function runRace(name: keyof typeof RACES, fixture: RaceFixture, context: FaultContext) {
  const { seed, scale, count, check, fail, log } = context
  const startedAt = performance.now()
  // fast-check's generator: one number stream from the seed.
  const numbers = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 4_096, seed })
  let drawn = 0
  const random = (): number => numbers[drawn++ % numbers.length] ?? 0
  const rounds = ROUNDS[scale]
  for (let n = 0; n < rounds; n++) {
    const wrong = await RACES[name](fixture, n, random)
    check(wrong === undefined, `${name}, round ${n}: ${wrong}`)
    count(`${name} rounds`)
  }
  const { first: faults } = await selectFaults(fixture.db, 20)
  for (const { invariant, detail } of faults) fail(`${name}: ${invariant}: ${detail}`)
  log(`${name}: ${rounds} rounds in ${Math.round(performance.now() - startedAt)} ms`)
}

export const run: FaultScenario = async (context) => {
  const database = await testDatabase()
  const db = openDatabase<'app'>(database.urls.app, { connections: CONNECTIONS })
  try {
    await addProduct(database.owner, GOLD, 'GC')
    await addProduct(database.owner, SILVER, 'SI')
    for (const id of [GOLD, SILVER]) await addTicks(database.owner, id, [tick(T0 - 1_000, 100)])
    for (const name of ['operator-one', 'operator-two', 'operator-three']) {
      await seatOperator(database.owner, name, T0)
    }
    const fixture = raceFixture(db, database)
    for (const name of Object.keys(RACES) as (keyof typeof RACES)[]) {
      await runRace(name, fixture, context)
    }
    const [stat] = await database.owner.query<{ deadlocks: bigint }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    context.count('deadlocks', Number(stat?.deadlocks ?? -1n))
    context.check(stat?.deadlocks === 0n, `${stat?.deadlocks} deadlocks`)
  } finally {
    await db.close()
    await database.close()
  }
}

/** The fund's job on a database of its own, with a clock that the test moves and users who hold shares. */
import { HOUR_MS } from '#contract/time.ts'
import { createFundDays, type DaysParts, type FundDays } from '#server/fund/days.ts'
import { createRates, type RateParts } from '#server/fund/rates.ts'
import { dayStart } from '#rules/business-day.ts'
import { redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

export interface DaysRoom extends TestDatabase {
  clock: ManualClock
  /** What the job cried over. */
  cries: unknown[]
  users: bigint[]
  /** Moves the clock to the beginning of this day. */
  to(day: string): void
  /** Another server's job. */
  job(more?: Partial<DaysParts>): FundDays
}

/** A Monday; there is a holiday ahead, on Wednesday. */
export const FIRST_DAY = '2024-04-29'

const hub: RateParts['hub'] = {
  addPublic: () => undefined,
  broadcast: () => undefined,
  deliver: () => undefined,
}

async function furnish({ db, owner }: TestDatabase, count: number): Promise<bigint[]> {
  const users: bigint[] = []
  const at = dayStart(FIRST_DAY) + 9 * HOUR_MS
  for (let n = 0; n < count; n++) {
    const userId = await addUser(db)
    await grant(owner, userId, 100_000_000n)
    await subscribeRaw(db, { userId, amount: 2_000_000n + BigInt(n % 12) * 777_777n, at })
    await subscribeRaw(db, { userId, amount: 50_000n, at: at + 8 * HOUR_MS })
    users.push(userId)
  }
  return users
}

/** On the evening of the first day, with the rates of the week. */
export async function daysRoom(count = 3): Promise<DaysRoom> {
  const database = await testDatabase()
  const { db } = database
  const clock = manualClock(dayStart(FIRST_DAY) - HOUR_MS)
  const cries: unknown[] = []
  const rates = createRates({ db, clock, hub, practice: true })
  await rates.publishCurve()
  const users = await furnish(database, count)
  clock.jump(20 * HOUR_MS)
  return {
    ...database,
    clock,
    cries,
    users,
    to: (day) => clock.jump(dayStart(day) - clock.now()),
    job: (more = {}) => {
      const log = { error: (cry: unknown) => void cries.push(cry) }
      const hub = { deliver: () => undefined }
      return createFundDays({ db, clock, hub, log, rates, ...more })
    },
  }
}

/** On this day each asks for something back; two of the users have it by then. */
export async function askBack({ db, users }: DaysRoom, day: string): Promise<void> {
  const at = dayStart(day) + 9 * HOUR_MS
  for (const userId of users) {
    await redeemRaw(db, { userId, amount: 2_000_100n, at, speed: 'next_day' })
    await redeemRaw(db, { userId, amount: 3_333n, at: at + 1, speed: 'instant' })
  }
}

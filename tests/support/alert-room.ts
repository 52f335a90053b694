/** Price alerts on a real database, with a market, a clock and a socket that the test moves by hand. */
import { pino } from 'pino'
import type { AlertDirection, PriceAlert } from '#contract/alerts.ts'
import { setAlert } from '#contract/endpoints/alerts.ts'
import { type Alerts, createAlerts } from '#server/alerts/alerts.ts'
import { AlertJudge } from '#server/alerts/judge.ts'
import { type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { tick } from '#support/records.ts'
import {
  type FakeHub,
  fakeHub,
  makeProducts,
  makeUser,
  START_MS,
} from '#support/trading-fixture.ts'

export interface AlertHouse {
  judge: AlertJudge
  alerts: Alerts
}
export interface AlertRoom extends TestDatabase {
  clock: ManualClock
  market: FakeMarket
  hub: FakeHub
  /** A process on this database: what it follows begins with `judge.start()`. */
  house(): AlertHouse
  user(): Promise<bigint>
  /** One tick of the market, a millisecond later. */
  tick(productId: number, price: number): void
  set(
    house: AlertHouse,
    userId: bigint,
    direction: AlertDirection,
    price: number,
  ): Promise<PriceAlert>
}

export async function alertRoom(): Promise<AlertRoom> {
  const database = await testDatabase()
  await makeProducts(database.owner)
  const { db, owner } = database
  const clock = manualClock(START_MS)
  const market = fakeMarket()
  const hub = fakeHub()
  const log = pino({ level: 'silent' })
  return {
    ...database,
    clock,
    market,
    hub,
    house: () => {
      const deliver = hub.deliver.bind(hub)
      const judge = new AlertJudge({ db, market, clock, log, deliver })
      return { judge, alerts: createAlerts({ db, hub, market, clock, judge }) }
    },
    user: () => makeUser(owner, 0n),
    tick: (productId, price) => {
      clock.jump(1)
      market.push(productId, tick(clock.now(), price))
    },
    set: (house, userId, direction, price) =>
      house.alerts.set(userId, setAlert.body.parse({ symbol: 'EURUSD', direction, price })),
  }
}

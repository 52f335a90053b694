/** The trading area on a real database with a market, clock and socket that the test moves by hand. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { placeOrder } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import { signerOf } from '#server/platform/signer.ts'
import { createTrading, type Trading } from '#server/trading/trading.ts'
import { FAKE_PRODUCTS, FAKE_TERMS_ID, type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { grant } from '#support/ledger-room.ts'
import { silentHub } from '#support/silent-hub.ts'

export const START_MS = 1_700_000_000_000

export interface FakeHub extends SocketHub {
  delivered: OutboxEvent[]
  topics: PrivateTopic[]
}
export function fakeHub(): FakeHub {
  const delivered: OutboxEvent[] = []
  const topics: PrivateTopic[] = []
  return {
    delivered,
    topics,
    ...silentHub({
      addPrivate: (topic) => void topics.push(topic),
      deliver: (events) => void delivered.push(...events),
    }),
  }
}

/** A user with practice-like money, made as the owner of the tables makes one. */
export async function makeUser(owner: Database, cash: bigint): Promise<bigint> {
  const name = `u${Math.abs(createHash('sha256').update(`${performance.now()}`).digest().readInt32LE())}`
  const [user] = await owner.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
      values ($1, '+8613800000000', $1, $1) returning id`,
    [name],
  )
  if (user === undefined) throw new Error('no user was made')
  if (cash > 0n) await giveMoney(owner, user.id, cash)
  return user.id
}
export async function giveMoney(owner: Database, userId: bigint, cash: bigint): Promise<void> {
  await grant(owner, userId, cash)
}

export async function makeProducts(owner: Database): Promise<void> {
  for (const { id, symbol } of FAKE_PRODUCTS) {
    await owner.query('insert into products values ($1, $2) on conflict do nothing', [id, symbol])
  }
}

export interface TradingFixture extends TestDatabase {
  clock: ManualClock
  market: FakeMarket
  hub: FakeHub
  trading: Trading
  /** Another instance of the area on the same database and market, as after a restart. */
  another(hub?: FakeHub): Trading
  place(userId: bigint, body?: object, key?: string): Promise<{ json: string; order: Order }>
}

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)

export async function tradingRoom(): Promise<TradingFixture> {
  const database = await testDatabase()
  await makeProducts(database.owner)
  const clock = manualClock(START_MS)
  const market = fakeMarket()
  market.storeIn(database.pools.market)
  const hub = fakeHub()
  const log = pino({ level: 'silent' })
  const another = (to = hub): Trading =>
    createTrading({
      pools: database.pools,
      hub: to,
      market,
      clock,
      signer,
      log,
      metrics: new Registry(),
      // No refusal is remembered.
      rateFactor: 1_000_000,
    })
  const trading = another()
  let keys = 0
  const place: TradingFixture['place'] = async (userId, body = {}, key) => {
    keys += 1
    const full = placeOrder.body.parse({
      symbol: 'EURUSD',
      direction: 'up',
      stake: '10.00',
      durationMs: 30_000,
      termsId: FAKE_TERMS_ID,
      ...body,
    })
    const bodyHash = createHash('sha256').update(
      JSON.stringify({ ...full, stake: `${full.stake}` }),
    )
    await market.stored()
    const request = {
      userId,
      operation: 'order',
      key: key ?? `intent-key-${keys.toString().padStart(8, '0')}`,
      bodyHash: bodyHash.digest(),
      body: full,
    }
    const json = await trading.place(request, {
      userId,
      guest: false,
      address: '127.0.0.1',
      waitedMs: 0,
    })
    return { json, order: placeOrder.reply.parse(JSON.parse(json)).order }
  }
  return { ...database, clock, market, hub, trading, another, place }
}

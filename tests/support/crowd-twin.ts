/**
 * A settlement engine that no one kills, on a database of its own: it gets the same orders, then hears a log, record
 * after record as it grew, by a clock that stands where the log stands.
 */
import { pino } from 'pino'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Market } from '#server/market/market.ts'
import {
  appendRecords,
  type LoggedRecord,
  readAfter,
  readSpanning,
} from '#server/market/tick-log-store.ts'
import { type Database, openDatabase, type Queryable } from '#server/platform/db/database.ts'
import { SettlementEngine } from '#server/trading/settlement.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { manualClock } from '#support/manual-clock.ts'

/** The engine hears what the log grew by within this time at once. */
const STEP_MS = 500
const ALL = 1_000_000
const CONNECTIONS = 10
/** No limit counts here: the orders were taken already. */
const NO_LIMIT = 1_000_000_000

type Logs = ReadonlyMap<number, readonly TickRecord[]>

/** The whole log of every product. */
export async function readLogs(db: Queryable): Promise<Map<number, TickRecord[]>> {
  const products = await db.query<{ id: number }>('select id from products order by id')
  const logs = new Map<number, TickRecord[]>()
  for (const { id } of products) {
    logs.set(id, await readAfter(db, id, { afterSeq: 0, limit: ALL }))
  }
  return logs
}

async function firstOrderAt(db: Queryable): Promise<number> {
  const [row] = await db.query<{ at: number }>('select min(accepted_at)::float8 as at from orders')
  return row?.at ?? 0
}

/** Orders as they were accepted, as one JSON array. Without a salt, because the twin's own log holds none. */
async function acceptedOrders(db: Queryable): Promise<string> {
  const [row] = await db.query<{ orders: string }>(
    `select coalesce(json_agg(to_jsonb(o) - '{status,entry_seq,entry_time,entry_price,salt}'::text[]
      order by id), '[]')::text as orders from orders o`,
  )
  return row?.orders ?? '[]'
}

async function placeAgain(twin: Queryable, orders: string): Promise<void> {
  // Their numbers were given out by the other database.
  await twin.query(
    `select setval('orders_id_seq', max((o ->> 'id')::bigint)) from jsonb_array_elements($1::jsonb) o`,
    [orders],
  )
  await twin.query(
    `select count(placed) from jsonb_array_elements($1::jsonb) o, lateral place_order(o, '', '{}',
      json_build_object('id', o ->> 'id', 'status', 'open')::text, $2, $3) placed`,
    [orders, NO_LIMIT, NO_LIMIT],
  )
}

interface Listening extends Market {
  /** Stores records, then tells the listener. */
  hear(logged: readonly LoggedRecord[]): Promise<void>
}

/** The market as far as an engine looks at it: a log that grows by what it hears. */
function listeningMarket(twin: Database<never>): Listening {
  let tell: Parameters<Market['onRecords']>[0] = () => undefined
  return {
    ...fakeMarket([]),
    onRecords: (listener) => {
      tell = listener
      return () => undefined
    },
    recordsSpanning: (id, fromMs, toMs) => readSpanning(twin, id, { fromMs, toMs }),
    hear: async (logged) => {
      await appendRecords(twin, logged)
      for (const { productId, record } of logged) tell(productId, [record])
    },
  }
}

/** What the log grew by after the twin's, in the order of time, in steps. */
async function growth(twin: Queryable, logs: Logs): Promise<LoggedRecord[][]> {
  const known = await readLogs(twin)
  const all = [...logs]
    .flatMap(([productId, records]) =>
      records.slice(known.get(productId)?.length ?? 0).map((record) => ({ productId, record })),
    )
    .sort((a, b) => a.record.timeMs - b.record.timeMs)
  const steps: LoggedRecord[][] = []
  let endsAt = 0
  for (const logged of all) {
    const { timeMs } = logged.record
    if (timeMs >= endsAt) {
      steps.push([])
      endsAt = timeMs + STEP_MS
    }
    steps.at(-1)?.push(logged)
  }
  return steps
}

/** `url`: of a database with the users, their money and the log's beginning, and no order yet. */
export async function playTwin(killed: Queryable, url: string, logs: Logs): Promise<void> {
  const twin = openDatabase(url, { connections: CONNECTIONS })
  const clock = manualClock(await firstOrderAt(killed))
  const market = listeningMarket(twin)
  const log = pino({ level: 'warn' })
  const deliver = (): void => undefined
  const engine = new SettlementEngine({ db: twin, market, clock, log, deliver })
  try {
    await placeAgain(twin, await acceptedOrders(killed))
    await engine.start()
    for (const step of await growth(twin, logs)) {
      const until = step.at(-1)?.record.timeMs ?? 0
      await clock.advance(Math.max(0, until + 1 - clock.now()))
      await market.hear(step)
      await engine.idle()
    }
  } finally {
    await engine.stop()
    await twin.close()
  }
}

/**
 * Placing orders over HTTP, the whole path, on the same PostgreSQL as its limit: for one caller the bare SQL call, for
 * 16 and 64 a bare route that reads the session, verifies the device's signature, signs, and calls the same SQL.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { openDatabase } from '#server/platform/db/database.ts'
import { type SigningDevice, signingDevice } from '#support/signing-device.ts'
import { PLACE_ORDER_SQL } from '#server/trading/trading-store.ts'
import { type BenchDatabase, benchDatabase } from './support/database.ts'
import { figure, goal, machine, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import {
  bareBodyOf,
  bareValues,
  benchProduct,
  bodyOf,
  signedBodyOf,
} from './support/order-intents.ts'
import { createSender, keyOf, makeOrderUsers, type OrderUser } from './support/order-users.ts'

const { smoke, pairs: PAIRS, seconds } = benchOptions({ seconds: 1.2, smokeSeconds: 0.2 })
const USERS = smoke ? 100 : 3_000
const CALLERS = smoke ? [4] : [1, 16, 64]
const SERVER = fileURLToPath(new URL('./support/order-server.ts', import.meta.url))

const hello = z.object({ address: z.string() })
const report = z.object({
  cpuMs: z.number(),
  stallP99: z.number(),
  head: z.object({ seq: z.number(), hash: z.string() }),
})

interface Caller extends OrderUser {
  device: SigningDevice
}
async function makeCallers({ owner }: BenchDatabase): Promise<Caller[]> {
  const users = await makeOrderUsers(owner, USERS)
  const devices = users.map(() => signingDevice())
  await owner.query(
    `insert into device_keys (key_id, user_id, public_key, seq, registered_at)
      select k, u, p, row_number() over (), 0 from unnest($1::text[], $2::bigint[], $3::text[]) x (k, u, p)`,
    [
      devices.map(({ keyId }) => keyId),
      users.map(({ userId }) => userId),
      devices.map(({ publicKey }) => publicKey),
    ],
  )
  return users.flatMap((user, i) => {
    const device = devices[i]
    return device === undefined ? [] : [{ ...user, device }]
  })
}

interface Round {
  orders: number
  rate: number
  p50: number
  p99: number
}
/** One round: every caller places one order after the other. */
async function measure(callers: number, call: () => Promise<void>): Promise<Round> {
  const times: number[] = []
  const from = performance.now()
  const until = from + seconds * 1_000
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now()
      await call()
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  const took = (performance.now() - from) / 1000
  return {
    orders: times.length,
    rate: times.length / took,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

const bench = await benchDatabase()
await bench.owner.query('insert into products values ($1, $2)', [
  benchProduct.id,
  benchProduct.symbol,
])
// The database refuses numbers that it did not give out, and bare orders bring their own, here and in the server.
await bench.owner.query("select setval('orders_id_seq', 4000000000)")
const callers = await makeCallers(bench)
await bench.owner.query('analyze')
// PostgreSQL as the server starts it takes 50 connections in all.
const direct = openDatabase<'app'>(bench.urls.app, { connections: 32 })
const server = fork(SERVER, { env: { ...process.env, BENCH_DATABASE: JSON.stringify(bench.urls) } })
const { address } = hello.parse((await once(server, 'message'))[0])
const sender = createSender(address)
const ask = async (): Promise<z.infer<typeof report>> => {
  server.send('report')
  return report.parse((await once(server, 'message'))[0])
}

let n = 0
const next = (): Caller => {
  n += 1
  const caller = callers[n % callers.length]
  if (caller === undefined) throw new Error('there are no callers')
  return caller
}
const overHttp = (): Promise<void> => {
  const { cookie } = next()
  return sender.place({ cookie, key: keyOf(n), body: bodyOf(n) })
}
let { head } = await ask()
/** As a device sends it that signs the start of its order. The head may be as old as the round. */
const signedOverHttp = (): Promise<void> => {
  const { cookie, device } = next()
  const key = keyOf(n)
  return sender.place({ cookie, key, body: signedBodyOf(n, { key, head, device }) })
}
const bareOverHttp = (): Promise<void> => {
  const { cookie, device } = next()
  const key = keyOf(n)
  return sender.place({ cookie, key, body: bareBodyOf(key, device), path: '/bare' })
}
const bare = async (): Promise<void> => {
  const { userId } = next()
  const values = bareValues(userId, BigInt(10_000_000 + n), `bench-bare-${n}`.padEnd(16, '-'))
  await direct.query(PLACE_ORDER_SQL, values)
}

type Served = Round & { cpuUs: number; stallP99: number }
/** A round with what the server's process used for it: its CPU time per order. */
async function served(callers: number, call: () => Promise<void>): Promise<Served> {
  head = (await ask()).head
  const round = await measure(callers, call)
  const { cpuMs, stallP99 } = await ask()
  return { ...round, cpuUs: (1_000 * cpuMs) / round.orders, stallP99 }
}

machine()
// Both paths once, so that plans and code are warm.
await measure(16, overHttp)
await measure(16, bare)
await measure(16, bareOverHttp)
// Every user once: the server knows the keys of all who have ordered since its start.
const known = n + USERS
const placed = (): number => n
while (placed() < known) {
  head = (await ask()).head
  await measure(16, signedOverHttp)
}
for (const count of CALLERS) {
  const pairs: { http: Served; signed: Served; limit: Round }[] = []
  for (let i = 0; i < PAIRS; i++) {
    const limit = await measure(count, count === 1 ? bare : bareOverHttp)
    // In turn, so that neither always follows the limit.
    const before = i % 2 === 1 ? await served(count, signedOverHttp) : undefined
    const http = await served(count, overHttp)
    const signed = before ?? (await served(count, signedOverHttp))
    pairs.push({ http, signed, limit })
  }
  type Pair = (typeof pairs)[number]
  const row = (name: string, of: (pair: Pair) => number, unit: string): number =>
    spread(`order-${count}-${name}`, pairs.map(of), unit)
  row('rate', ({ signed }) => signed.rate, 'orders/s')
  row('limit-rate', ({ limit }) => limit.rate, 'orders/s')
  const ratio = row('ratio', ({ signed, limit }) => signed.rate / limit.rate, 'x')
  row('p50', ({ signed }) => signed.p50, 'ms')
  row('limit-p50', ({ limit }) => limit.p50, 'ms')
  const more = row('p50-more', ({ signed, limit }) => signed.p50 - limit.p50, 'ms')
  row('p99', ({ signed }) => signed.p99, 'ms')
  row('server-cpu', ({ signed }) => signed.cpuUs, 'us/order')
  row('unsigned-server-cpu', ({ http }) => http.cpuUs, 'us/order')
  const stall = row('stall-p99', ({ signed }) => signed.stallP99, 'ms')
  if (count === 1) goal('order-1-p50', more <= 0.25, 'p50 at most the bare call + 0.25 ms')
  else goal(`order-${count}-rate`, ratio >= 0.8, 'at least 0.8 x the bare route')
  goal(`order-${count}-stall`, stall <= 20, 'event loop stall p99 <= 20 ms')
}
const faults = await bench.owner.query('select 1 from ledger_faults where invariant not like $1', [
  'practice%',
])
figure('order-ledger-faults', faults.length, 'rows')
const [stored] = await bench.owner.query<{ n: bigint }>('select count(*) as n from orders')
if (faults.length > 0 || Number(stored?.n) !== n)
  throw new Error(`${n} orders were placed, ${stored?.n} are stored, ${faults.length} faults`)
machine()
server.disconnect()
sender.close()
await direct.close()
await bench.close()

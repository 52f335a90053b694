/** The real server as a person starts it, with users who cannot pay, bystanders who trade, and a look into its log. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { parseAmount } from '#rules/amounts.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import {
  type CostlyLoad,
  type LoadAnswers,
  type LoadPlan,
  openCostlyLoad,
} from '#support/costly-load.ts'
import { addSession, openProducts, withRunning } from '#support/killable-server.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type FloodAnswers, type FloodPlan, openFlood } from '#support/order-flood.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { signingDevice } from '#support/signing-device.ts'
import { replayOf } from '#support/started-server.ts'
import { pause } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT']
const TICK_MS = 250
const MONEY = 1_000_000n
const STAKE = '1.00'
const UNCERTAINTY_MS = 20
/** Within the limit of orders per minute. */
const ORDER_EVERY_MS = 520
const LOOK_EVERY_MS = 100
/** The time in which bystanders become known to the server. */
const QUIET_MS = 2_000
const GUESTS_OF_ONE_ADDRESS = 20

export interface FloodedServer {
  server: ServerProcess
  owner: Database<never>
  products: readonly Product[]
}

/** Its event loop's longest delay since the last call, ms. */
export async function longestStall({ server }: FloodedServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? []
  return Number(seconds) * 1_000
}

/** The limits are those of a server that is started without settings. */
export async function withFloodedServer<T>(work: (room: FloodedServer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-flood-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const dataFolder = join(folder, 'data')
  const env = {
    ...replayOf(folder, { symbols: SYMBOLS, stepMs: TICK_MS }),
    TRUST_PROXY: '127.0.0.1',
    RATE_FACTOR: '1',
    LOG_LEVEL: 'warn',
  }
  const server = new ServerProcess(dataFolder, await freePort(), { env })
  try {
    server.start()
    await server.ready()
    const products = await openProducts(server.url)
    return await withRunning(dataFolder, (owner) => work({ server, owner, products }))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const cookieOf = (cookie: string): [string, string] => {
  const [name = '', value = ''] = cookie.split('=')
  return [name, value]
}
const addressOf = (n: number): string => `203.0.${113 + Math.floor(n / 200)}.${(n % 200) + 1}`

type Callers = FloodPlan['callers']

/** Guests without money, as many per address as one address may open at once. */
export async function pennilessGuests({ server }: FloodedServer, count: number): Promise<Callers> {
  const callers: Callers = []
  for (let n = 0; n < count; n++) {
    const address = addressOf(Math.floor(n / GUESTS_OF_ONE_ADDRESS))
    const guest = new Visitor(server.url)
    const headers = { 'x-forwarded-for': address }
    const { status, text } = await guest.ask('POST', '/api/guest', {
      body: { key: randomUUID() },
      headers,
    })
    if (status !== 200) throw new Error(`a guest was answered ${status} ${text}`)
    callers.push({ cookie: guest.cookieHeader, address })
  }
  return callers
}

/** Registered users without money, each at an address of its own. */
export async function pennilessUsers({ owner }: FloodedServer, count: number): Promise<Callers> {
  const callers: Callers = []
  for (let n = 0; n < count; n++) {
    const userId = await addUser(owner)
    const cookie = await addSession(owner, userId, `penniless-${userId}`)
    callers.push({ cookie, address: addressOf(200 + n) })
  }
  return callers
}

/** Users with money and an order each, who will call everything else that costs much. */
export async function costlyLoad(room: FloodedServer, count: number): Promise<CostlyLoad> {
  const { server, owner, products } = room
  const [product] = products
  if (product === undefined) throw new Error('no product is open')
  const { symbol, terms } = product
  const callers: LoadPlan['callers'] = []
  for (let n = 0; n < count; n++) {
    const userId = await addUser(owner)
    await grant(owner, userId, MONEY)
    const cookie = await addSession(owner, userId, `costly-${userId}`.padEnd(22, '-'))
    const user = new Visitor(server.url)
    user.cookies.set(...cookieOf(cookie))
    const wish = { symbol, direction: 'up', durationMs: 30_000, termsId: terms.termsId }
    const { status, text, body } = await user.command('/api/orders', { ...wish, stake: STAKE })
    if (status !== 200) throw new Error(`an order was answered ${status} ${text}`)
    const { order } = placeOrder.reply.parse(body)
    callers.push({ cookie, address: addressOf(400 + n), orderId: order.id })
  }
  return openCostlyLoad({ url: server.url, symbol, callers })
}

interface Answered {
  /** An error code, or `200`. */
  code: string
  tookMs: number
}

/** A user or guest with money who trades, and signs each order `leadMs` ahead. */
class Bystander {
  readonly #visitor: Visitor
  readonly #owner: Queryable
  readonly #products: readonly Product[]
  readonly #device = signingDevice()
  readonly #headers: Record<string, string>
  readonly #leadMs: number
  readonly answers: Answered[] = []

  private constructor({ server, owner, products }: FloodedServer, address: string, leadMs: number) {
    this.#leadMs = leadMs
    this.#visitor = new Visitor(server.url)
    this.#owner = owner
    this.#products = products
    this.#headers = { 'x-forwarded-for': address }
  }

  static async user(room: FloodedServer, leadMs: number): Promise<Bystander> {
    const bystander = new Bystander(room, '198.51.100.1', leadMs)
    const userId = await addUser(room.owner)
    await grant(room.owner, userId, MONEY)
    const cookie = await addSession(room.owner, userId, `bystander-${userId}`)
    bystander.#visitor.cookies.set(...cookieOf(cookie))
    return bystander.#registered()
  }

  static async guest(room: FloodedServer, leadMs: number): Promise<Bystander> {
    const bystander = new Bystander(room, '198.51.100.2', leadMs)
    await bystander.#post('/api/guest', { key: randomUUID() })
    await bystander.#post('/api/practice-money', {})
    return bystander.#registered()
  }

  async #registered(): Promise<this> {
    await this.#post('/api/device-keys', { publicKey: this.#device.publicKey })
    return this
  }

  async #post(path: string, body: object, key: string = randomUUID()): Promise<string> {
    const headers = { ...this.#headers, 'idempotency-key': key }
    const { status, body: reply } = await this.#visitor.ask('POST', path, { body, headers })
    return status === 200 ? '200' : problem.parse(reply).code
  }

  /** One order after the other, until `stopped`. The device sees the log's head as it is in the database. */
  async trade(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      const began = performance.now()
      const code = await this.#order()
      const tookMs = performance.now() - began
      this.answers.push({ code, tookMs })
      await pause(Math.max(0, ORDER_EVERY_MS - tookMs))
    }
  }

  async #order(): Promise<string> {
    // In turn, because a product has a limit of open positions.
    const product = this.#products[this.answers.length % this.#products.length]
    if (product === undefined) throw new Error('no product is open')
    const { id, symbol, terms } = product
    const [head] = await this.#owner.query<{ seq: number; hash: string }>(
      `select seq::int as seq, encode(hash, 'hex') as hash from ticks
        where product_id = $1 order by ticks.seq desc limit 1`,
      [id],
    )
    if (head === undefined) throw new Error(`${symbol} has no record`)
    const key = randomUUID()
    const wish = { symbol, direction: 'up', durationMs: 30_000, termsId: terms.termsId } as const
    const tappedAt = timeMs.parse(Date.now())
    const moment = { head, tappedAt, uncertaintyMs: UNCERTAINTY_MS }
    const startsAt = timeMs.parse(tappedAt + this.#leadMs)
    const stake = parseAmount(STAKE) ?? 0n
    const signed = this.#device.signOrder({ ...wish, ...moment, startsAt, key, stake })
    return this.#post('/api/orders', { ...wish, stake: STAKE, signed }, key)
  }
}

interface LogWatch {
  /** The greatest age that a product's newest record had, ms. */
  oldestMs: number
  /** The records that say that time is missing. */
  gaps: number
}

/** Reads the log from the database while `work` runs, past the server. */
async function watchLog(
  { owner, products }: FloodedServer,
  work: () => Promise<unknown>,
): Promise<LogWatch> {
  const from = Date.now()
  const ids = products.map(({ id }) => id)
  const state = { ended: false, oldestMs: 0 }
  const look = async (): Promise<void> => {
    const at = Date.now()
    const rows = await owner.query<{ newest: number }>(
      `select t.time_ms::float8 as newest from unnest($1::smallint[]) p (id) cross join lateral (
        select time_ms from ticks where product_id = p.id order by seq desc limit 1) t`,
      [ids],
    )
    state.oldestMs = Math.max(state.oldestMs, ...rows.map(({ newest }) => at - newest))
  }
  const watching = (async () => {
    for (; !state.ended; await pause(LOOK_EVERY_MS)) await look()
  })()
  await work().finally(() => (state.ended = true))
  await watching
  const [row] = await owner.query<{ n: number }>(
    'select count(*)::int as n from ticks where kind in (2, 5) and time_ms >= $1',
    [from],
  )
  return { oldestMs: state.oldestMs, gaps: row?.n ?? Number.NaN }
}

export interface Siege extends LogWatch {
  /** Of the bystanders' orders. */
  answers: readonly Answered[]
  flood: FloodAnswers
  costly: LoadAnswers
}
export interface SiegePlan {
  callers: Callers
  orders: number
  seconds: number
  /** How long before its start a bystander signs an order. */
  leadMs: number
  /** Runs meanwhile. */
  beside?: CostlyLoad
}

/** Lets a registered user and a guest trade while those without money send their orders, and watches the log. */
export async function besiege(room: FloodedServer, siege: SiegePlan): Promise<Siege> {
  const { leadMs, beside, ...plan } = siege
  const { server, products } = room
  const [product] = products
  if (product === undefined) throw new Error('no product is open')
  const bystanders = [await Bystander.user(room, leadMs), await Bystander.guest(room, leadMs)]
  const { symbol, terms } = product
  const flood = await openFlood({ ...plan, url: server.url, symbol, termsId: terms.termsId })
  const state = { ended: false, flood: {}, costly: {} }
  const trading = bystanders.map((each) => each.trade(() => state.ended))
  await pause(QUIET_MS)
  beside?.start()
  const seen = await watchLog(room, async () => {
    state.flood = await flood.send()
    state.costly = (await beside?.stop()) ?? {}
  })
  state.ended = true
  await Promise.all(trading)
  return {
    ...seen,
    flood: state.flood,
    costly: state.costly,
    answers: bystanders.flatMap(({ answers }) => answers),
  }
}

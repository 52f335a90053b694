/**
 * A real market on prices of local venues, in lock-step: market time stands still until the market has read every frame
 * that was sent, so that a run is the same each time and everything about it is known.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VenueName } from '#contract/index-price.ts'
import type { LineName } from '#contract/venue-lines.ts'
import type { IndexTerms } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { createMarket } from '#server/market/create-market.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import { createVenueFeed, type VenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import type { Venue } from '#server/market/feeds/live/venue.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { readInputsLines } from '#server/market/inputs-store.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import { createLogger } from '#server/platform/logging.ts'
import { signerOf } from '#server/platform/signer.ts'
import { sealOrders } from '#server/trading/sealed-orders.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { DatabaseWatch } from '#support/database-watch.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { pause } from '#support/until.ts'
import type { MadeTrade } from '#support/venues/protocol.ts'
import { VenueServer } from '#support/venues/venue-server.ts'
import { WORLD_PRODUCTS } from '#support/venues/world-script.ts'

/** A Tuesday, on which futures are open. */
const START_MS = Date.parse('2026-11-24T12:00:00.000Z')
/** Market time between two waits for the database. */
const STORE_EVERY_MS = 500
/** Binance's connections are renewed within a run, so its day is this long. */
const SHORT_DAY_MS = 40_000
/** Turns of the event loop without a frame, after which frames that are missing were sent to no one. */
const IDLE_TURNS = 12
/** So that connections that are being made get on. */
const MIN_TURNS = 2
const ALL = 1_000_000

/** What an operator sent on a connection that counts, or that a product of it has no such connection any more. */
export type WorldEvent =
  | { kind: 'drop'; at: number; venue: VenueName; product: string }
  | {
      kind: 'trade'
      at: number
      venue: VenueName
      line: LineName
      product: string
      id: string
      price: string
      stamp: number
      /** Negotiated off the book. */
      apart: boolean
      lie: boolean
    }

/** A line to one venue: the local server, the adapter that counts what it reads, and the connection. */
interface Line {
  server: VenueServer
  venue: Venue
  read: number
  feed: VenueFeed | null
  /** The symbols that the market subscribes. */
  symbols: readonly string[]
}

export class LiveWorld {
  readonly clock: ManualClock = manualClock(START_MS)
  readonly events: WorldEvent[] = []
  readonly lines = new Map<LineName, Line>()
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairtick-live-'))
  readonly #chance: Chance
  readonly #lies = new WeakSet<MadeTrade>()
  #database: TestDatabase | undefined
  #market: RunningMarket | undefined
  readonly #watch = new DatabaseWatch()
  #storedAt = START_MS

  constructor(seed: number) {
    this.#chance = chanceOf(seed)
  }

  get market(): RunningMarket {
    if (this.#market === undefined) throw new Error('the market is not open')
    return this.#market
  }

  /** Opens the venues and the market, and waits until every venue serves. */
  async open(names: readonly LineName[]): Promise<void> {
    for (const name of names) await this.#addLine(name)
    const database = await testDatabase()
    this.#database = database
    const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
    await database.owner.query('insert into signing_keys (key_id, public_key) values ($1, $2)', [
      signer.keyId,
      signer.publicKeyPem,
    ])
    this.#market = await createMarket({
      pools: { ...database.pools, market: this.#watch.of(database.pools.market) },
      clock: this.clock,
      log: createLogger('silent'),
      signer,
      sealOrders,
      dataFolder: this.#folder,
      feed: {
        kind: 'live',
        candles: null,
        venues: [...this.lines.values()].map(({ venue, server: { url } }) => ({ venue, url })),
        connect: (parts) => this.#connect(parts),
      },
    })
    await this.#market.start()
    for (let i = 0; i < 600 && !this.allServe(); i++) await this.advance(20)
    if (!this.allServe()) throw new Error('not every venue serves')
    // A venue's first trade is taken for one from before the subscription for a while.
    await this.advance(4_000)
  }

  line(name: LineName): Line {
    const line = this.lines.get(name)
    if (line === undefined) throw new Error(`${name} is not on`)
    return line
  }

  /** Sends trades of a product, all at once, and waits until they are read. */
  async trade(name: LineName, product: string, trades: readonly (MadeTrade & { lie: boolean })[]) {
    const { server } = this.line(name)
    for (const { lie, ...trade } of trades) {
      if (lie) this.#lies.add(trade)
      this.#note(name, product, trade)
      server.trade(trade)
    }
    await this.settle()
  }

  /** Moves market time on, and waits until everything that this brought about has happened. */
  async advance(ms: number): Promise<void> {
    const until = this.clock.now() + ms
    while (this.clock.now() < until) {
      const next = Math.min(until, this.#storedAt + STORE_EVERY_MS)
      await this.clock.advance(next - this.clock.now())
      await this.settle()
      if (this.clock.now() - this.#storedAt < STORE_EVERY_MS) continue
      this.#storedAt = this.clock.now()
      await this.#watch.idle()
    }
  }

  /** Resolves when the market has read every frame that reached it. */
  async settle(): Promise<void> {
    let idle = 0
    let read = -1
    for (let turns = 0; idle < IDLE_TURNS; turns++) {
      await new Promise((done) => void setImmediate(done))
      const lines = [...this.lines.values()]
      const now = lines.reduce((sum, line) => sum + line.read, 0)
      const sent = lines.reduce((sum, line) => sum + line.server.sent, 0)
      if (now === sent && turns >= MIN_TURNS && this.wronglyServing().length === 0) return
      idle = now === read ? idle + 1 : 0
      read = now
      if (idle > IDLE_TURNS / 2) await pause(1)
    }
    // What was sent to connections that ended was read by no one.
    for (const line of this.lines.values()) line.read = line.server.sent
  }

  /** Whether the trades of every venue count. */
  allServe(): boolean {
    return [...this.lines.values()].every(({ feed }) => feed?.isServing === true)
  }

  /** Venues of which the market wrongly thinks that they serve. A half-open one cannot be known at once. */
  wronglyServing(): LineName[] {
    return [...this.lines].flatMap(([name, { server, feed, symbols }]) =>
      server.health !== 'stalled' && feed?.isServing === true && !server.serves(symbols.length)
        ? [name]
        : [],
    )
  }

  /** The log of a product, and its published inputs as NDJSON. */
  async log(productId: number): Promise<{ records: TickRecord[]; inputs: string }> {
    await this.#watch.idle()
    const records = await this.market.recordsAfter(productId, 0, ALL)
    if (this.#database === undefined) throw new Error('the market is not open')
    const range = { after: 0, until: records.at(-1)?.seq ?? 0 }
    return { records, inputs: await readInputsLines(this.#database.db, productId, range) }
  }

  termsOf(productId: number): IndexTerms & { decimals: number } {
    const product = this.market.productById(productId)
    if (product?.terms.index === undefined) throw new Error(`product ${productId} is not live`)
    return { ...product.terms.index, decimals: product.priceDecimals }
  }

  async close(): Promise<void> {
    await this.#market?.close()
    for (const { feed, server } of this.lines.values()) {
      await feed?.stop()
      await server.close()
    }
    await this.#database?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Notes a trade that is sent now, if it counts. */
  #note(name: LineName, product: string, trade: MadeTrade): void {
    const { server, symbols } = this.line(name)
    if (!server.serves(symbols.length) || this.#isOld(name, trade.stampMs)) return
    const { tradeId: id, price, stampMs: stamp, isApart: apart = false } = trade
    const sent = { id, price, stamp, apart, lie: this.#lies.has(trade) }
    const { name: venue } = VENUES[name]
    this.events.push({ kind: 'trade', at: this.clock.now(), venue, line: name, product, ...sent })
  }

  /** A trade that a line repeats counts where the stamp decides, and the clock of its venue is ahead. */
  #noteRepeat(name: LineName, trade: MadeTrade): void {
    if (this.line(name).venue.repeats !== 'some' || trade.stampMs < this.clock.now()) return
    for (const { symbol } of WORLD_PRODUCTS) {
      if (symbolAt(symbol, name) === trade.symbol) this.#note(name, symbol, trade)
    }
  }

  /** Some lines may send trades from before a subscription, so the stamp decides. */
  #isOld(name: LineName, stampMs: number): boolean {
    const { server, symbols, venue } = this.line(name)
    return venue.repeats === 'some' && stampMs < server.subscribedAt(symbols.length)
  }

  async #addLine(name: LineName): Promise<void> {
    const server = await VenueServer.open(name, this.clock)
    server.onRepeat = (trade) => this.#noteRepeat(name, trade)
    const real = VENUES[name]
    const isShort = name === 'binance'
    if (isShort) server.cutAfterMs = SHORT_DAY_MS
    const limits = isShort ? { ...real.limits, cutAfterMs: SHORT_DAY_MS } : real.limits
    const line: Line = {
      server,
      read: 0,
      feed: null,
      symbols: [],
      venue: {
        ...real,
        limits,
        read: (frame) => {
          line.read += 1
          return real.read(frame)
        },
      },
    }
    this.lines.set(name, line)
  }

  #connect(parts: Parameters<typeof createVenueFeed>[0]): VenueFeed {
    const { line: name, name: operator } = parts.venue
    const line = this.line(name)
    line.symbols = parts.symbols
    for (const symbol of parts.symbols) {
      const stampMs = START_MS - 60_000
      line.server.remember({ symbol, tradeId: '1', price: '1', stampMs })
    }
    const feed = createVenueFeed({
      ...parts,
      random: this.#chance,
      onChange: () => {
        if (!feed.isServing) {
          for (const { symbol } of WORLD_PRODUCTS) {
            if (symbolAt(symbol, name) === undefined) continue
            this.events.push({
              kind: 'drop',
              at: this.clock.now(),
              venue: operator,
              product: symbol,
            })
          }
        }
        parts.onChange()
      },
    })
    line.feed = feed
    return feed
  }
}

/** Local venues and a dealer with one made price, and a server of a worker's own whose prices come from them. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { LineName } from '#contract/venue-lines.ts'
import { timeMs } from '#contract/scalars.ts'
import { writeClosings } from '#server/market/feeds/live/closings/closings-file.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { signingDevice } from '#support/signing-device.ts'
import { DealerServer } from '#support/venues/dealer-server.ts'
import { VenueServer } from '#support/venues/venue-server.ts'
import type { ClockedServer } from './clocked.ts'
import { test as base } from './fixtures.ts'
import type { Caller } from './ready-user.ts'

/** What the venues trade, each line those that it has: where the price begins, and how far it moves, in cents. */
const TRADED = [
  { product: 'BTCUSDT', firstCents: 6_168_000, waveCents: 2_000 },
  { product: 'XAUUSDT', firstCents: 418_000, waveCents: 140 },
] as const
/** What the dealer quotes: the middle, and how far it moves, in hundredths of a pip. */
const QUOTED = {
  instrument: 'EUR_USD',
  first: 108_500,
  wave: 60,
  side: 4,
  digits: 100_000,
} as const
const DEALER_TOKEN = '0123456789abcdef0123456789abcdef-fedcba9876543210'
const DEALER_ENV = {
  LIVE_DEALER: 'oanda',
  LIVE_DEALER_TOKEN: DEALER_TOKEN,
  LIVE_DEALER_ACCOUNT: '101-001-1234567-001',
  LIVE_DEALER_TERMS: 'accepted',
} as const
/** The calendar of contracts covers all of the months in which journeys play. */
const COVERS = [Date.parse('2026-12-01T00:00:00Z'), Date.parse('2027-03-01T00:00:00Z')] as const
const TRADE_EVERY_MS = 150
/** Market time that passes from one trade of the venues to the next. */
const STEP_MS = 250
/** The server may be a step behind the time that it plays to. A stamp from its future would not be believed. */
const STAMP_BEFORE_MS = 150
const CENTS = 100
/** The records that are looked at for the newest one, and when an order starts after its tap. */
const SEEN_MS = 2_000
const LEAD_MS = 2_500
/** How far the venues are apart. */
const APART_CENTS = 7

/** Venues that each trade the same price, a little apart, for as long as they are open. */
export class LiveVenues {
  readonly servers: ReadonlyMap<LineName, VenueServer>
  readonly dealer: DealerServer
  /** Whether the dealer quotes. */
  quotes = true
  /** Names the venues and their addresses for `VENUES`. */
  readonly file: string
  /** The calendar of closings for `CLOSINGS`. */
  readonly closings: string
  readonly #folder: string
  readonly #timer: NodeJS.Timeout
  /** The server's time. */
  now: () => number = Date.now
  /** Venues that trade. */
  readonly trading: Set<LineName>
  #count = 0

  private constructor(servers: ReadonlyMap<LineName, VenueServer>, dealer: DealerServer) {
    this.servers = servers
    this.dealer = dealer
    this.trading = new Set(servers.keys())
    this.#folder = mkdtempSync(join(tmpdir(), 'fairtick-venues-'))
    this.file = join(this.#folder, 'venues.json')
    const venues = Object.fromEntries([...servers].map(([name, { url }]) => [name, url]))
    writeFileSync(this.file, JSON.stringify({ venues, dealer: dealer.url, candles: null }))
    this.closings = join(this.#folder, 'closings.json')
    const readAt = COVERS[0]
    writeClosings(this.closings, { source: 'a journey', readAt, covers: [COVERS], closed: [] })
    this.#timer = setInterval(() => this.#send(), TRADE_EVERY_MS)
  }

  static async open(names: readonly LineName[]): Promise<LiveVenues> {
    const clock = createMarketClock()
    const opened = await Promise.all(
      names.map(async (name) => [name, await VenueServer.open(name, clock)] as const),
    )
    return new LiveVenues(new Map(opened), await DealerServer.open(clock, DEALER_TOKEN))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const server of this.servers.values()) await server.close()
    await this.dealer.close()
    rmSync(this.#folder, { recursive: true })
  }

  /** Resolves when the market has read it. */
  async trade(): Promise<void> {
    this.#send()
    await Promise.all([...this.servers.values()].map((server) => server.read()))
  }

  #send(): void {
    this.#count += 1
    // A slow wave, so that most orders are won or lost.
    const wave = Math.sin(this.#count / 40)
    if (this.quotes) this.#quote(wave)
    for (const { product, firstCents, waveCents } of TRADED) {
      const lines = [...this.servers].flatMap(([name, server]) => {
        const symbol = symbolAt(product, name)
        return symbol === undefined ? [] : [{ name, server, symbol }]
      })
      for (const [n, { name, server, symbol }] of lines.entries()) {
        if (!this.trading.has(name)) continue
        const cents = firstCents + Math.round(waveCents * wave) + (n - 1) * APART_CENTS
        server.trade({
          symbol,
          tradeId: `${4_000_000_000 + this.#count}`,
          price: (cents / CENTS).toFixed(2),
          stampMs: this.now() - STAMP_BEFORE_MS,
        })
      }
    }
  }

  #quote(wave: number): void {
    const { instrument, first, wave: most, side, digits } = QUOTED
    const middle = first + Math.round(most * wave)
    const price = (units: number): string => (units / digits).toFixed(5)
    const [bid, ask] = [price(middle - side), price(middle + side)]
    this.dealer.quote({ instrument, bid, ask, atMs: this.now() - STAMP_BEFORE_MS })
  }
}

/** Passes through so much market time, in steps before which the venues trade. */
export async function playLive(
  { server, venues }: { server: ClockedServer; venues: LiveVenues },
  ms: number,
): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await venues.trade()
    await server.play(Math.min(left, STEP_MS))
  }
}

const listed = z.object({
  products: z.array(z.object({ symbol: z.string(), terms: z.object({ termsId: z.string() }) })),
})
const records = z.object({ records: z.array(z.object({ seq: z.number(), hash: z.string() })) })
const placed = z.object({ order: z.object({ id: z.string() }) })

/** Places an order as a device does that signs it: live products take no other. Returns its number. */
export async function placeSigned(
  caller: Caller,
  server: ClockedServer,
  symbol: string,
): Promise<string> {
  const device = signingDevice()
  await caller.post('/device-keys', { publicKey: device.publicKey })
  // Then no time passes while the order is on its way.
  await server.hold()
  const { products } = listed.parse(await caller.get('/products'))
  const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId ?? ''
  const tappedAt = timeMs.parse(server.now())
  const seen = await caller.get(`/ticks/${symbol}?fromMs=${tappedAt - SEEN_MS}`)
  const head = records.parse(seen).records.at(-1)
  if (head === undefined) throw new Error('there is no price')
  const order = { symbol, direction: 'up', durationMs: 30_000, termsId } as const
  const key = randomUUID()
  const signed = device.signOrder({
    ...order,
    key,
    stake: 2_500n,
    head,
    tappedAt,
    uncertaintyMs: 50,
    startsAt: timeMs.parse(tappedAt + LEAD_MS),
  })
  const reply = await caller.post('/orders', { ...order, stake: '25.00', signed }, key)
  server.go()
  return placed.parse(reply).order.id
}

/** Until an order of 30 s is settled and the minute in which that happened is signed. */
const SIGNED_AFTER_MS = 95_000
/** On a busy machine trades reach the market late, and then an order has no price at its start. */
const TRIES = 3
const spot = z.object({ seq: z.number() }).nullable()
const settled = z.object({ orders: z.array(z.object({ id: z.string(), entry: spot, exit: spot })) })

/** Places a signed order of 30 s, and plays until its result and receipt are there. Returns its number. */
export async function decidedOrder(
  { caller, server, venues }: { caller: Caller; server: ClockedServer; venues: LiveVenues },
  symbol: string,
): Promise<string> {
  for (let n = 0; n < TRIES; n++) {
    const id = await placeSigned(caller, server, symbol)
    await playLive({ server, venues }, SIGNED_AFTER_MS)
    const { orders } = settled.parse(await caller.get('/orders?status=settled'))
    const order = orders.find((each) => each.id === id)
    if (order?.entry && order.exit) return id
  }
  throw new Error(`${TRIES} orders on ${symbol} had no price at their start or end`)
}

interface StampFixture {
  stamps: undefined
}
interface LiveFixtures {
  venueNames: readonly LineName[]
  /** Where the clock begins, ISO. */
  begin: string | null
  /** Whether currencies have the quotes of the dealer. */
  withDealer: boolean
  venues: LiveVenues
}

/** Tests on a server of their worker's own, on live prices of local venues. */
export const liveTest = base.extend<StampFixture, LiveFixtures>({
  venueNames: [['binance', 'bybit', 'okx'], { option: true, scope: 'worker' }],
  begin: [null, { option: true, scope: 'worker' }],
  withDealer: [false, { option: true, scope: 'worker' }],
  venues: [
    async ({ venueNames }, use) => {
      const venues = await LiveVenues.open(venueNames)
      await use(venues)
      await venues.close()
    },
    { scope: 'worker' },
  ],
  stamps: [
    async ({ venues, server }, use) => {
      venues.now = () => server.now()
      await use(undefined)
    },
    { auto: true },
  ],
  serverOptions: [
    async ({ venues, begin, withDealer }, use) => {
      const live = { FEED: 'live', VENUES: venues.file, CLOSINGS: venues.closings }
      const env = withDealer ? { ...live, ...DEALER_ENV } : live
      await use({ env, ...(begin !== null && { at: begin }) })
    },
    { scope: 'worker' },
  ],
})

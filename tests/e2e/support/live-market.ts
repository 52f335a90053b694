/** Local venues that trade one made price, and a server of a worker's own whose prices come from them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VenueName } from '#contract/index-price.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { VenueServer } from '#support/venues/venue-server.ts'
import { pause } from '#support/until.ts'
import type { ClockedServer } from './clocked.ts'
import { test as base } from './fixtures.ts'

/** The symbol of BTCUSDT at each of the venues. */
const SYMBOLS: Partial<Record<VenueName, string>> = {
  binance: 'BTCUSDT',
  bybit: 'BTCUSDT',
  okx: 'BTC-USDT',
}
const TRADE_EVERY_MS = 150
const FIRST_CENTS = 6_168_000
/** Market time that passes while the venues trade once or twice. */
const STEP_MS = 400
const CENTS = 100
/** How far the venues are apart. */
const APART_CENTS = 7

/** Venues that each trade the same price, a little apart, for as long as they are open. */
export class LiveVenues {
  readonly servers: ReadonlyMap<VenueName, VenueServer>
  /** Names the venues and their addresses for `VENUES`. */
  readonly file: string
  readonly #folder: string
  readonly #timer: NodeJS.Timeout
  /** Venues that trade. */
  readonly trading: Set<VenueName>
  #count = 0

  private constructor(servers: ReadonlyMap<VenueName, VenueServer>) {
    this.servers = servers
    this.trading = new Set(servers.keys())
    this.#folder = mkdtempSync(join(tmpdir(), 'fairtick-venues-'))
    this.file = join(this.#folder, 'venues.json')
    const venues = Object.fromEntries([...servers].map(([name, { url }]) => [name, url]))
    writeFileSync(this.file, JSON.stringify({ venues, candles: null }))
    this.#timer = setInterval(() => this.#trade(), TRADE_EVERY_MS)
  }

  static async open(names: readonly VenueName[]): Promise<LiveVenues> {
    const clock = createMarketClock()
    const opened = await Promise.all(
      names.map(async (name) => [name, await VenueServer.open(name, clock)] as const),
    )
    return new LiveVenues(new Map(opened))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const server of this.servers.values()) await server.close()
    rmSync(this.#folder, { recursive: true })
  }

  #trade(): void {
    this.#count += 1
    // A slow wave, so that most orders are won or lost.
    const middle = FIRST_CENTS + Math.round(2_000 * Math.sin(this.#count / 40))
    for (const [n, [name, server]] of [...this.servers].entries()) {
      const symbol = SYMBOLS[name]
      if (symbol === undefined || !this.trading.has(name)) continue
      const cents = middle + (n - 1) * APART_CENTS
      server.trade({
        symbol,
        tradeId: `${4_000_000_000 + this.#count}`,
        price: (cents / CENTS).toFixed(2),
        stampMs: Date.now(),
      })
    }
  }
}

/** Passes through so much market time, in steps in which the venues trade. */
export async function playLive(server: ClockedServer, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    await server.play(Math.min(left, STEP_MS))
    await pause(TRADE_EVERY_MS)
  }
}

interface LiveFixtures {
  venueNames: readonly VenueName[]
  venues: LiveVenues
}

/** Tests on a server of their worker's own, on live prices of local venues. */
export const liveTest = base.extend<object, LiveFixtures>({
  venueNames: [['binance', 'bybit', 'okx'], { option: true, scope: 'worker' }],
  venues: [
    async ({ venueNames }, use) => {
      const venues = await LiveVenues.open(venueNames)
      await use(venues)
      await venues.close()
    },
    { scope: 'worker' },
  ],
  serverOptions: [
    async ({ venues }, use) => use({ env: { FEED: 'live', VENUES: venues.file } }),
    { scope: 'worker' },
  ],
})

/** The default feed: every product's published simulation, played in real time, epoch by epoch. */
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { z } from 'zod'
import { openSpans, sessionAt } from '#rules/calendar.ts'
import { openTimeOf } from '#rules/candles.ts'
import { type HistoryStage, simulatedHistory } from '#rules/simulated-history.ts'
import { SERIES_VERSION } from '#rules/simulation.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Emit, Feed, FeedLog } from '#server/market/feeds/feed.ts'
import {
  type Cursor,
  cursorOf,
  isPlayed,
  missedTicks,
  parametersOf,
  type SeededHour,
  takeDue,
} from '#server/market/feeds/hour-series.ts'
import { closedSession } from '#server/market/feeds/closed-hours.ts'
import type { SeededEpoch, SeedKeeper } from '#server/market/feeds/seed-keeper.ts'
import { seedOf } from '#server/market/feeds/seeds.ts'
import { marketSession } from '#contract/product.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const TEND_EVERY_MS = 60_000
const GATHER_EVERY_MS = 2_000
const RETRY_MS = 1_000
/** Longer than any market stays closed. */
const LOOK_BACK_MS = 10 * DAY_MS

const storedState = z.object({
  startedAt: z.int(),
  /** The first price of each product's log, by product id. */
  startPrices: z.record(z.string(), z.int().positive()),
  /** The version of the series that the log's hours follow. Version 1 did not store it. */
  series: z.int().positive().default(1),
})
type State = z.infer<typeof storedState>

/** The seeds that a database has published reproduce its hours under one version only. */
function refuseOtherSeries({ series }: State): void {
  if (series === SERIES_VERSION) return
  throw new StartRefused(
    `The simulated prices in this database follow version ${series} of the series, and this server ` +
      `makes version ${SERIES_VERSION}. Its published seeds would no longer reproduce its prices. ` +
      'Start with another data folder (--data-dir), or run the release that made this one.',
  )
}

/** What the simulated feed needs. */
export interface SimulatedParts {
  clock: MarketClock
  log: Logger
  seeds: SeedKeeper
  master: string
  products: readonly CatalogueProduct[]
}

/** Plays epochs. It reads the price at the start of each and emits ticks when they are due. */
class Player {
  readonly #parts: SimulatedParts
  readonly #emit: Emit
  readonly #feedLog: FeedLog
  #epoch: SeededEpoch | undefined
  #cursors: Cursor[] = []
  #cancel: Cancel = () => undefined
  #stopped = false
  #entering = false
  #entries = 0

  constructor(parts: SimulatedParts, emit: Emit, feedLog: FeedLog) {
    this.#parts = parts
    this.#emit = emit
    this.#feedLog = feedLog
  }

  get speaks(): boolean {
    return !this.#entering
  }

  /** Plays the current hour after `afterMs`. */
  async enter(afterMs: number): Promise<void> {
    const entry = ++this.#entries
    this.#cancel()
    this.#entering = true
    await this.#feedLog.drained()
    const epoch = await this.#parts.seeds.enter()
    const cursors = await this.#cursorsOf(epoch, afterMs)
    // A later call plays on from elsewhere.
    if (entry !== this.#entries) return
    this.#cursors = cursors
    this.#epoch = epoch
    this.#entering = false
    this.#arm()
  }

  pump(): void {
    const { clock } = this.#parts
    const now = clock.now()
    if (this.#stopped || this.#entering || this.#epoch === undefined) return
    const due = this.#cursors.flatMap((cursor) => takeDue(cursor, now))
    if (due.length > 0) this.#emit(due.sort((a, b) => a.timeMs - b.timeMs))
    if (now >= this.#epoch.endsAt) this.#enterNext(this.#epoch.endsAt)
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  /** Of the products that have prices in the epoch. */
  #cursorsOf(epoch: SeededEpoch, afterMs: number): Promise<Cursor[]> {
    return Promise.all(
      this.#parts.products.flatMap((product) =>
        isPlayed(product, epoch) ? [this.#cursor(product, epoch, afterMs)] : [],
      ),
    )
  }

  async #cursor(product: CatalogueProduct, epoch: SeededHour, afterMs: number): Promise<Cursor> {
    const startPrice = await this.#feedLog.priceAt(product.id, epoch.startsAt)
    return cursorOf(product, { ...epoch, startPrice }, afterMs)
  }

  #enterNext(afterMs: number): void {
    this.enter(afterMs).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'the next epoch could not begin; trying again')
      const again = this.#parts.clock.now() + RETRY_MS
      if (!this.#stopped) this.#cancel = this.#parts.clock.at(again, () => this.#enterNext(afterMs))
    })
  }

  #arm(): void {
    if (this.#stopped || this.#epoch === undefined) return
    this.#cancel()
    let next = this.#epoch.endsAt
    for (const cursor of this.#cursors) next = Math.min(next, cursor.next?.timeMs ?? next)
    this.#cancel = this.#parts.clock.at(next, () => {
      this.pump()
      if (!this.#entering) this.#arm()
    })
  }
}

/** The price at which each product's log starts: the end of its history. */
function startPricesOf(
  products: readonly CatalogueProduct[],
  histories: ReadonlyMap<number, readonly HistoryStage[]>,
): Record<string, number> {
  return Object.fromEntries(
    products.map((product) => {
      const bars = histories.get(product.id)?.findLast((stage) => stage.bars.length > 0)?.bars
      return [product.id, bars?.at(-1)?.close ?? parametersOf(product).anchor]
    }),
  )
}

export function createSimulatedFeed(parts: SimulatedParts): Feed {
  const { clock, log, seeds, master, products } = parts
  let state: State = { startedAt: clock.now(), startPrices: {}, series: SERIES_VERSION }
  let player: Player | undefined
  let stopTending: Cancel = () => undefined
  const historyEndsAt = (): number => openTimeOf(state.startedAt, MINUTE_MS)

  const run = (work: Promise<unknown>, failure: string): void => {
    work.catch((error: unknown) => log.error({ err: error }, failure))
  }
  const tend = (): void => run(seeds.tend(), 'seeds not tended')
  const gather = (): void => run(seeds.gather(), 'no round was gathered')
  const historyOf = (product: CatalogueProduct) =>
    simulatedHistory({
      seed: seedOf(master, 'history'),
      parameters: parametersOf(product),
      calendar: product.calendar,
      nowMs: state.startedAt,
    })
  return {
    source: 'simulated',
    speed: 1,
    products,
    fromBars: new Set(),
    watchOnly: new Set(),
    replayOf: () => null,
    notes: () => [],
    haltReason: 'closed',
    begin: () => {
      state = { ...state, startedAt: clock.now() }
      const histories = new Map(products.map((product) => [product.id, historyOf(product)]))
      state = { ...state, startPrices: startPricesOf(products, histories) }
      return { state, history: (product) => histories.get(product.id) ?? [] }
    },
    resume: (stored) => {
      const before = storedState.parse(stored)
      refuseOtherSeries(before)
      state = before
    },
    historyEndsAt,
    genesis: ({ id, calendar }) => {
      const price = state.startPrices[id]
      if (price === undefined) return null
      const now = clock.now()
      if (sessionAt(calendar, now).state === 'open') return { timeMs: now, price }
      const closedAt = openSpans(calendar, now - LOOK_BACK_MS, now).at(-1)?.[1] ?? now
      return { timeMs: closedAt - 1, price }
    },
    sessionAt: ({ calendar }, timeMs) =>
      marketSession.parse(closedSession(calendar, seeds.closed, timeMs)),
    onSessionChange: (listener) => seeds.onClosed(listener),
    alive: () => player?.speaks ?? false,
    missed: (spans, feedLog) => missedTicks(seeds, spans, feedLog),
    start: async (emit, feedLog, afterMs) => {
      await seeds.tend()
      const cancels = [clock.every(TEND_EVERY_MS, tend), clock.every(GATHER_EVERY_MS, gather)]
      stopTending = () => {
        for (const cancel of cancels) cancel()
      }
      player = new Player(parts, emit, feedLog)
      await player.enter(afterMs)
    },
    playAfter: async (afterMs) => player?.enter(afterMs),
    pump: () => player?.pump(),
    stop: () => {
      stopTending()
      player?.stop()
    },
  }
}

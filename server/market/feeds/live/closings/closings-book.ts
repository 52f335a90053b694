/** The closings that the server goes by. The file is read again each minute, because a timer writes it. */
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readClosingsFile } from '#server/market/feeds/live/closings/closings-file.ts'
import { DURATION_MAX_MS } from '#contract/product.ts'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { type CalendarSession, sessionAt } from '#rules/calendar.ts'
import {
  closingsSession,
  coveredUntil,
  type PublishedClosings,
  replaceClosings,
} from '#rules/closings.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

const LOOK_EVERY_MS = 60_000
/** No file closes a market sooner than so long after it was read: an order that was taken before has ended by then. */
const NOTICE_MS = DURATION_MAX_MS + LEAD_MAX_MS + 30_000
const NOTHING: PublishedClosings = { source: 'none', readAt: 0, covers: [], closed: [] }

export interface ClosingsParts {
  /** The first one that exists counts. */
  files: readonly string[]
  clock: MarketClock
  log: Logger
}

export class ClosingsBook {
  readonly #parts: ClosingsParts
  readonly #listeners = new Set<() => void>()
  #text = ''
  #closings: PublishedClosings

  constructor(parts: ClosingsParts) {
    this.#parts = parts
    this.#closings = this.#read() ?? NOTHING
    this.#text = JSON.stringify(this.#closings)
  }

  /** Until when the calendar says all. Null if it says nothing of now. */
  get until(): number | null {
    return coveredUntil(this.#closings, this.#parts.clock.now())
  }

  /** What the desk and readers are told. */
  get facts(): PublishedClosings & { until: number | null } {
    return { ...this.#closings, until: this.until }
  }

  /** Contracts follow markets with holidays. All other products have their weekly hours. */
  sessionAt({ calendar, terms }: CatalogueProduct, timeMs: number): CalendarSession {
    return terms.index?.perpetual === true
      ? closingsSession(calendar, this.#closings, timeMs)
      : sessionAt(calendar, timeMs)
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  start(): Cancel {
    return this.#parts.clock.every(LOOK_EVERY_MS, () => this.look())
  }

  /** Reads the file again. One that cannot be read changes nothing. */
  look(): void {
    const { clock, log } = this.#parts
    const next = this.#read()
    const text = JSON.stringify(next)
    if (next === null || text === this.#text) return
    const now = clock.now()
    this.#text = text
    this.#closings = { ...next, ...replaceClosings(this.#closings, next, now, now + NOTICE_MS) }
    log.info({ source: next.source, until: this.until }, 'closings were read again')
    for (const listener of this.#listeners) listener()
  }

  #read(): PublishedClosings | null {
    const { files, log } = this.#parts
    for (const file of files) {
      try {
        const found = readClosingsFile(file)
        if (found !== null) return found
      } catch (error) {
        log.error({ file, error }, 'a file of closings cannot be used')
        return null
      }
    }
    return null
  }
}

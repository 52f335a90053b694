/** Which old rows a check of the ledger reads, so that all of them are read in turn and a change of one is found. */
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { type MarketClock, placeAt } from '#server/platform/clock.ts'

/** A day, less ten minutes for slices that end early at the newest row. */
const ROTATION_MS = DAY_MS - 600_000
/** A check after a long pause reads for at most so much of it. */
const MAX_PAUSE_MS = 600_000
/** With more orders than this, a rotation takes longer than a day and no check longer than one with so many. */
const MAX_ORDERS_PER_ROTATION = 10_000_000
/** Rows that are read in any case. They keep the rotation of a small history short, and cost a fraction of a second. */
const ANYWAY = { orders: 2_000, transfers: 8_000, users: 2_000, ticks: 20_000 } as const

type Part = 'orders' | 'transfers' | 'users'
const PARTS = ['orders', 'transfers', 'users'] as const

/** The lowest and the highest number of the rows of each part, and the newest record of each product. */
export type LedgerEnds = Record<Part, { low: number; high: number }> & {
  ticks: readonly { product: number; newest: number }[]
}

type Range = readonly [from: number, to: number]
/** What the SQL function check_ledger reads beside what is new and what is open. */
export type LedgerSlice = Record<Part, Range> & {
  ticks: (readonly [product: number, from: number, to: number])[]
}

/** Turns through all rows. */
export interface LedgerRotation {
  /** The next slice, and how long a rotation takes at this pace, in ms. The same one until `advance` is called. */
  next(ends: LedgerEnds): { slice: LedgerSlice; rotationMs: number }
  /** The slice was read. */
  advance(): void
}

const EVERY: Range = [0, Number.MAX_SAFE_INTEGER]

/** The slice that is everything. */
export const wholeSlice = ({ ticks }: LedgerEnds): LedgerSlice => ({
  orders: EVERY,
  transfers: EVERY,
  users: EVERY,
  ticks: ticks.map(({ product }) => [product, ...EVERY]),
})

const countOf = ({ low, high }: { low: number; high: number }): number => high - low + 1

/** The part of all rows that a check reads, after this pause since the one before. At most 1. */
function shareOf(ends: LedgerEnds, pauseMs: number): number {
  const records = ends.ticks.reduce((sum, { newest }) => sum + newest, 0)
  const anyway = Math.min(
    ANYWAY.ticks / Math.max(1, records),
    ...PARTS.map((part) => ANYWAY[part] / Math.max(1, countOf(ends[part]))),
  )
  const paceMs = ROTATION_MS * Math.max(1, countOf(ends.orders) / MAX_ORDERS_PER_ROTATION)
  return Math.min(1, Math.max(anyway, Math.min(pauseMs, MAX_PAUSE_MS) / paceMs))
}

/** Creates the rotation. It starts at a place that depends on the time. */
export function createLedgerRotation(clock: Pick<MarketClock, 'now'>): LedgerRotation {
  const start = placeAt(clock.now())
  let readAt = clock.now() - MINUTE_MS
  let places = new Map<string, number>()
  let coming = places

  const take = (name: string, low: number, high: number, share: number): Range => {
    const count = countOf({ low, high })
    const known = places.get(name) ?? low + Math.floor(count * start)
    const from = known >= low && known <= high ? known : low
    const to = from + Math.max(1, Math.ceil(count * share)) - 1
    coming.set(name, to < high ? to + 1 : low)
    return [from, to]
  }

  return {
    next: (ends) => {
      const pauseMs = Math.max(MINUTE_MS, clock.now() - readAt)
      const share = shareOf(ends, pauseMs)
      const rotationMs = Math.ceil(1 / share) * pauseMs
      coming = new Map()
      if (share === 1) return { slice: wholeSlice(ends), rotationMs }
      const range = (part: Part): Range => take(part, ends[part].low, ends[part].high, share)
      const slice = {
        orders: range('orders'),
        transfers: range('transfers'),
        users: range('users'),
        ticks: ends.ticks.map(
          ({ product, newest }) => [product, ...take(`of ${product}`, 1, newest, share)] as const,
        ),
      }
      return { slice, rotationMs }
    },
    advance: () => {
      readAt = clock.now()
      places = coming
    },
  }
}

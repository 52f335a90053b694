/**
 * The last seconds of every product, in slots of 5 ms. The changes in any interval can be read from it, whichever turns
 * a page has skipped.
 */
import type { Bar } from '#contract/quote-frames.ts'
import type { QuoteState } from '#server/platform/socket/hub.ts'

/** The length of a slot in ms. */
export const SLOT_MS = 5
/** The number of slots: 2.56 s. A page that has skipped more starts again from a snapshot. */
export const TAPE_SLOTS = 512

/** The tape of one product. There is one object for it, as long as the tape lasts. */
export interface Reel {
  readonly productId: number
  price: number
  timeMs: number
  /** The slot of the newest tick. −1 if there was none within the tape. */
  slot: number
  /** By slot modulo TAPE_SLOTS: the bar of that slot, and the previous slot with a tick. */
  bars: Float64Array
  before: Float64Array
}

const BAR_FIELDS = 4

/** The tape of all products. */
export interface QuoteTape {
  /** The market-wide count of ticks, from the newest tick. */
  seq(): number
  put(tick: QuoteState, slot: number): void
  /** Undefined before the first tick of the product. */
  reel(productId: number): Reel | undefined
}

const createReel = (productId: number): Reel => ({
  productId,
  price: 0,
  timeMs: 0,
  slot: -1,
  bars: new Float64Array(TAPE_SLOTS * BAR_FIELDS),
  before: new Float64Array(TAPE_SLOTS),
})

function record(reel: Reel, price: number, slot: number): void {
  const cell = slot % TAPE_SLOTS
  const at = cell * BAR_FIELDS
  const { bars } = reel
  if (reel.slot === slot) {
    bars[at + 1] = Math.max(bars[at + 1] ?? price, price)
    bars[at + 2] = Math.min(bars[at + 2] ?? price, price)
    bars[at + 3] = price
    return
  }
  bars.fill(price, at, at + BAR_FIELDS)
  reel.before[cell] = reel.slot
  reel.slot = slot
}

/** The bar of the slots after `fromSlot`, which must be on the tape. There must have been a tick since. */
export function barSince({ bars, before, slot }: Reel, fromSlot: number): Bar {
  const bar: Bar = { open: 0, high: -Infinity, low: Infinity, close: 0 }
  bar.close = bars[(slot % TAPE_SLOTS) * BAR_FIELDS + 3] ?? 0
  for (let at = slot; at > fromSlot; at = before[at % TAPE_SLOTS] ?? -1) {
    const cell = (at % TAPE_SLOTS) * BAR_FIELDS
    bar.open = bars[cell] ?? 0
    bar.high = Math.max(bar.high, bars[cell + 1] ?? 0)
    bar.low = Math.min(bar.low, bars[cell + 2] ?? 0)
  }
  return bar
}

/** Creates an empty tape. */
export function createQuoteTape(): QuoteTape {
  const reels = new Map<number, Reel>()
  let seq = 0
  return {
    seq: () => seq,
    put: (tick, slot) => {
      const reel = reels.get(tick.productId) ?? createReel(tick.productId)
      reels.set(tick.productId, reel)
      reel.price = tick.price
      reel.timeMs = tick.timeMs
      record(reel, tick.price, slot)
      seq = Math.max(seq, tick.seq)
    },
    reel: (productId) => reels.get(productId),
  }
}

/**
 * Builds quotes frames. A product's part is encoded once per slot, and a whole frame once for all pages that need the
 * same.
 */
import { envelopeText, framePacket, SAME_EPOCH } from '#contract/frame-text.ts'
import {
  type QuoteBase,
  type QuotePart,
  quotePart,
  quoteStart,
  quotesText,
} from '#contract/quote-frames.ts'
import { barSince, type QuoteTape, type Reel } from '#server/platform/socket/quote-tape.ts'
import { websocketFrame } from '#server/platform/socket/socket-frame.ts'

/** The products that a page shows. Pages with the same products share one object. */
export interface VisibleProducts {
  list: readonly number[]
  detail: readonly number[]
  frame: BuiltFrame | null
}

/** The slots and the count that a page's last frames reached. */
export interface FrameNeed {
  slot: number
  timeMs: number
  fromSeq: number
  listFrom: number
  detailFrom: number
  /** Whether this turn includes the products of the list. */
  withList: boolean
}

interface BuiltFrame {
  need: FrameNeed
  /** Null if no product has ticked. */
  built: { bytes: Buffer; envelope: string } | null
}

/** What the frames of one slot say of a product, in one of the two views. */
interface Part {
  slot: number
  from: number
  part: QuotePart
}

/** What is known of a product. Its base never changes, because each page has got it with its own snapshot. */
interface Cell {
  readonly base: QuoteBase
  reel: Reel | undefined
  readonly views: [list: Part | null, detail: Part | null]
}

const sameNeed = (a: FrameNeed, b: FrameNeed): boolean =>
  a.slot === b.slot &&
  a.fromSeq === b.fromSeq &&
  a.detailFrom === b.detailFrom &&
  a.withList === b.withList &&
  (!a.withList || a.listFrom === b.listFrom)

/** Builds quotes frames. */
export interface QuoteFrames {
  /** The current state of all of `products`, whether they have ticked or not, with their bases. */
  snapshot(products: readonly number[], timeMs: number): string
  /** The changes since the page's last frame. Frames for the same need are built once. */
  delta(visible: VisibleProducts, need: FrameNeed): BuiltFrame['built']
  heartbeat(timeMs: number): string
}

/** Creates the builder. */
export function createQuoteFrames(tape: QuoteTape, epoch: string): QuoteFrames {
  const cells = new Map<number, Cell>()
  const head = { topic: 'quotes', epoch: SAME_EPOCH } as const

  const cellOf = (id: number): Cell => {
    const known = cells.get(id)
    if (known !== undefined) {
      known.reel ??= tape.reel(id)
      return known
    }
    const reel = tape.reel(id)
    const cell: Cell = { base: { id, base: reel?.price ?? 0 }, reel, views: [null, null] }
    cells.set(id, cell)
    return cell
  }
  const start = (productId: number, timeMs: number): QuotePart => {
    const { base, reel } = cellOf(productId)
    if (reel === undefined) return quoteStart(base, null)
    return quoteStart(base, { price: reel.price, ageMs: Math.max(0, timeMs - reel.timeMs) })
  }
  /** Null if the product has not ticked. */
  const part = (
    productId: number,
    view: 0 | 1,
    from: number,
    need: FrameNeed,
  ): QuotePart | null => {
    const { base, reel, views } = cellOf(productId)
    if (reel === undefined || reel.slot <= from) return null
    const known = views[view]
    if (known !== null && known.slot === need.slot && known.from === from) return known.part
    const ageMs = Math.max(0, need.timeMs - reel.timeMs)
    const made = quotePart(base, barSince(reel, from), ageMs)
    views[view] = { slot: need.slot, from, part: made }
    return made
  }
  const build = (visible: VisibleProducts, need: FrameNeed): BuiltFrame['built'] => {
    const body: QuotePart[] = []
    const add = (each: QuotePart | null): void => {
      if (each !== null) body.push(each)
    }
    if (need.withList) for (const id of visible.list) add(part(id, 0, need.listFrom, need))
    for (const id of visible.detail) add(part(id, 1, need.detailFrom, need))
    if (body.length === 0) return null
    const frame = { ...head, seq: tape.seq(), kind: 'delta', timeMs: need.timeMs } as const
    const envelope = envelopeText(frame, quotesText(need.fromSeq, body))
    return { envelope, bytes: websocketFrame(framePacket(envelope)) }
  }
  return {
    snapshot: (products, timeMs) => {
      const body = products.map((id) => start(id, timeMs))
      const frame = { ...head, epoch, seq: tape.seq(), kind: 'snapshot', timeMs } as const
      return envelopeText(frame, quotesText(tape.seq(), body))
    },
    heartbeat: (timeMs) =>
      envelopeText({ ...head, seq: tape.seq(), kind: 'heartbeat', timeMs }, 'null'),
    delta: (visible, need) => {
      if (visible.frame === null || !sameNeed(visible.frame.need, need)) {
        visible.frame = { need: { ...need }, built: build(visible, need) }
      }
      return visible.frame.built
    },
  }
}

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
import type { QuoteTape } from '#server/platform/socket/quote-tape.ts'
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

/** A frame that was built for a need. */
export interface BuiltFrame {
  need: FrameNeed
  /** Null if no product has ticked. */
  built: { bytes: Buffer; envelope: string } | null
}

interface Part {
  slot: number
  from: number
  /** Null if the product has not ticked. */
  part: QuotePart | null
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
  const parts = new Map<number, [Part, Part]>()
  const head = { topic: 'quotes', epoch: SAME_EPOCH } as const

  /** Bases never change, because each page has got them with its own snapshot. */
  const bases = new Map<number, QuoteBase>()
  const baseOf = (id: number): QuoteBase => {
    const known = bases.get(id) ?? { id, base: tape.newest(id)?.price ?? 0 }
    bases.set(id, known)
    return known
  }
  const start = (productId: number, timeMs: number): QuotePart => {
    const newest = tape.newest(productId)
    const ageMs = Math.max(0, timeMs - (newest?.timeMs ?? 0))
    return quoteStart(
      baseOf(productId),
      newest === undefined ? null : { price: newest.price, ageMs },
    )
  }
  const part = (productId: number, view: 0 | 1, from: number, need: FrameNeed): Part['part'] => {
    const newest = tape.newest(productId)
    if (newest === undefined || newest.slot <= from) return null
    const known = parts.get(productId) ?? [empty(), empty()]
    parts.set(productId, known)
    const cached = known[view]
    if (cached.slot === need.slot && cached.from === from) return cached.part
    const bar = tape.barSince(productId, from)
    const age = Math.max(0, need.timeMs - newest.timeMs)
    cached.slot = need.slot
    cached.from = from
    cached.part = bar && quotePart(baseOf(productId), bar, age)
    return cached.part
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

const empty = (): Part => ({ slot: -1, from: -1, part: null })

/** Builds quotes frames: a product's part is encoded once a slot, a whole frame once for all owed the same. */
import { envelopeText, framePacket, quotePart, quotesText } from '#contract/frame-text.ts'
import type { QuoteTape } from '#server/platform/socket/quote-tape.ts'
import { websocketFrame } from '#server/platform/socket/socket-frame.ts'

/** What pages with the same visible products share. */
export interface VisibleProducts {
  list: readonly number[]
  detail: readonly number[]
  frame: BuiltFrame | null
}

/** Where a page stands: the slots and the count that its last frames reached. */
export interface FrameNeed {
  slot: number
  timeMs: number
  fromSeq: number
  listFrom: number
  detailFrom: number
  /** The turn of list products too. */
  withList: boolean
}

export interface BuiltFrame {
  need: FrameNeed
  /** Null: nothing has ticked. */
  built: { bytes: Buffer; envelope: string } | null
}

interface Part {
  slot: number
  from: number
  text: string
}

const sameNeed = (a: FrameNeed, b: FrameNeed): boolean =>
  a.slot === b.slot &&
  a.fromSeq === b.fromSeq &&
  a.detailFrom === b.detailFrom &&
  a.withList === b.withList &&
  (!a.withList || a.listFrom === b.listFrom)

export interface QuoteFrames {
  /** Everything in `products` as it stands, whether it ticked or not. */
  snapshot(products: readonly number[], timeMs: number): string
  /** What ticked since the page's last frame; the same need is built once. */
  delta(visible: VisibleProducts, need: FrameNeed): BuiltFrame['built']
  heartbeat(timeMs: number): string
}

export function createQuoteFrames(tape: QuoteTape, epoch: string): QuoteFrames {
  const parts = new Map<number, [Part, Part]>()
  const head = { topic: 'quotes', epoch } as const

  const still = (productId: number, timeMs: number): string => {
    const newest = tape.newest(productId)
    if (newest === undefined) return ''
    const { price } = newest
    const bar = { open: price, high: price, low: price, close: price }
    return quotePart(productId, bar, Math.max(0, timeMs - newest.timeMs))
  }
  const part = (productId: number, view: 0 | 1, from: number, need: FrameNeed): string => {
    const newest = tape.newest(productId)
    if (newest === undefined || newest.slot <= from) return ''
    const known = parts.get(productId) ?? [empty(), empty()]
    parts.set(productId, known)
    const cached = known[view]
    if (cached.slot === need.slot && cached.from === from) return cached.text
    const bar = tape.barSince(productId, from)
    const age = Math.max(0, need.timeMs - newest.timeMs)
    cached.slot = need.slot
    cached.from = from
    cached.text = bar === null ? '' : quotePart(productId, bar, age)
    return cached.text
  }
  const build = (visible: VisibleProducts, need: FrameNeed): BuiltFrame['built'] => {
    let body = ''
    if (need.withList) for (const id of visible.list) body += part(id, 0, need.listFrom, need)
    for (const id of visible.detail) body += part(id, 1, need.detailFrom, need)
    if (body === '') return null
    const frame = { ...head, seq: tape.seq(), kind: 'delta', timeMs: need.timeMs } as const
    const envelope = envelopeText(frame, quotesText(need.fromSeq, body))
    return { envelope, bytes: websocketFrame(framePacket(envelope)) }
  }
  return {
    snapshot: (products, timeMs) => {
      const body = products.map((id) => still(id, timeMs)).join('')
      const frame = { ...head, seq: tape.seq(), kind: 'snapshot', timeMs } as const
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

const empty = (): Part => ({ slot: -1, from: -1, text: '' })

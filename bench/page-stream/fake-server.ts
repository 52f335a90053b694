/** Replaces the server inside the page: conflated frames as the server encodes them, made before the measurement. */
import type { z } from 'zod'
import { envelopeText, type FrameHead } from '#contract/frame-text.ts'
import { type Product, product } from '#contract/product.ts'
import {
  type Bar,
  createQuotesDecoder,
  QUOTE_FIELDS,
  type QuoteBase,
  type QuotePart,
  quotePart,
  quoteStart,
  quotesText,
} from '#contract/quote-frames.ts'
import { SOCKET_LIMITS, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { statsRow } from '#contract/market-topics.ts'
import { subscribeRequest, type VisibleRequest, visibleRequest } from '#contract/topics.ts'
import type { Transport } from '#streams/wire/transport.ts'
import { chanceOf } from '#support/chance.ts'

export const PRODUCTS = 200
const TICKS_PER_SECOND = 50_000
const { listFlushMs: LIST_MS, detailFlushMs: DETAIL_MS } = SOCKET_LIMITS
/** Ticks of one product that a frame conflates. */
const ticksIn = (frameMs: number): number => (TICKS_PER_SECOND / PRODUCTS) * (frameMs / 1_000)
const STATS_MS = 1_000
const EPOCH = 'bench'
/** The price of a product before anything has moved. */
export const firstPrice = (id: number): number => 1_000_000 + id * 1_000
export const REFERENCE = 1_000_000
const TICK_AGE_MS = 3

type ProductRow = z.input<typeof product>
/** As the server writes them. */
export const productRows: readonly ProductRow[] = Array.from(
  { length: PRODUCTS },
  (_, i): ProductRow => ({
    id: i + 1,
    symbol: `BENCH${i + 1}`,
    class: 'virtual',
    priceDecimals: 2,
    sizeDecimals: 2,
    quoteCurrency: 'USD',
    source: 'simulated',
    fromBars: false,
    replay: null,
    terms: {
      termsId: '0123456789abcdef',
      ruleVersion: 1,
      durations: [{ durationMs: 60_000, payoutRate: 8500 }],
      stakeMin: '1.00',
      stakeMax: '1000.00',
      maxOpenPositions: 10,
      maxOpenStake: '10000.00',
      bandBps: 100,
    },
    session: { state: 'open', opensAt: null, closesAt: null },
  }),
)
export const products: readonly Product[] = productRows.map((row) => product.parse(row))

type StatsRow = z.input<typeof statsRow>
const baseOf = (id: number): QuoteBase => ({ id, base: firstPrice(id) })
const partsOf = (bars: readonly { id: number; bar: Bar }[]): QuotePart[] =>
  bars.map(({ id, bar }) => quotePart(baseOf(id), bar, TICK_AGE_MS))
const startOf = (ids: readonly number[]): QuotePart[] =>
  ids.map((id) => quoteStart(baseOf(id), { price: firstPrice(id), ageMs: TICK_AGE_MS }))

/** Each product walks tick by tick; a frame keeps only its bar. */
function createMarketTape() {
  // Both pages see the same prices.
  const next = chanceOf(7)
  const prices = new Map(products.map(({ id }) => [Number(id), firstPrice(id)]))
  const walk = (id: number, frameMs: number): { id: number; bar: Bar } => {
    const open = prices.get(id) ?? firstPrice(id)
    let [close, high, low] = [open, open, open]
    for (let i = 0; i < ticksIn(frameMs); i += 1) {
      close += Math.round((next() - 0.5) * 40)
      high = Math.max(high, close)
      low = Math.min(low, close)
    }
    prices.set(id, close)
    return { id, bar: { open, high, low, close } }
  }
  return {
    /** Data of one frame: the visible products, each with the time that the frame covers for it. */
    quotes: (fromSeq: number, shown: readonly (readonly [id: number, frameMs: number])[]): string =>
      quotesText(fromSeq, partsOf(shown.map(([id, frameMs]) => walk(id, frameMs)))),
    stats: (ids: readonly number[]): string => {
      const rows = ids.map((id): StatsRow => {
        const last = prices.get(id) ?? firstPrice(id)
        return [id, last, REFERENCE, last + 500, last - 500, 123_456, '9876543.21']
      })
      return JSON.stringify(rows)
    },
  }
}

export const serverNow = (): number => Math.floor(performance.timeOrigin + performance.now())
const head = (topic: string, kind: FrameHead['kind'], seq: number): FrameHead => ({
  topic,
  epoch: EPOCH,
  seq,
  kind,
  timeMs: serverNow(),
})

/** Texts that arrive together, and how often they do. */
export interface Tape {
  beatMs: number
  beats: readonly string[][]
}

/** What arrives over the socket: texts, to be read by the page. Detail products are in every frame, twice as often. */
export function createTape(seconds: number, { list, detail }: VisibleRequest): Tape {
  const market = createMarketTape()
  const beats: string[][] = []
  const beatMs = detail.length === 0 ? LIST_MS : DETAIL_MS
  const step = TICKS_PER_SECOND * (beatMs / 1_000)
  const each = (ids: readonly number[], ms: number) => ids.map((id) => [id, ms] as const)
  const slots = (seconds * 1_000) / LIST_MS
  for (let i = 0; i < slots * (LIST_MS / beatMs); i += 1) {
    const seq = 1 + (i + 1) * step
    const passedMs = (i + 1) * beatMs
    const whole = passedMs % LIST_MS === 0
    const shown = [...each(detail, beatMs), ...(whole ? each(list, LIST_MS) : [])]
    const beat = [envelopeText(head('quotes', 'delta', seq), market.quotes(1 + i * step, shown))]
    if (passedMs % STATS_MS === LIST_MS) {
      const stats = market.stats([...detail, ...list])
      beat.push(envelopeText(head('stats', 'delta', seq), stats))
    }
    beats.push(beat)
  }
  return { beatMs, beats }
}

/** A decoder that has read the first snapshot. */
export function quotesReader(): ReturnType<typeof createQuotesDecoder> {
  const read = createQuotesDecoder()
  read(JSON.parse(quotesText(1, startOf(products.map(({ id }) => id)))))
  return read
}

/** The prices in texts that arrive together. */
export function pricesOf([quotes = '[]']: readonly string[]): Map<number, number> {
  const [, , , , , data]: unknown[] = JSON.parse(quotes)
  const flat = quotesReader()(data) ?? []
  const prices = new Map<number, number>()
  for (let at = 1; at < flat.length; at += QUOTE_FIELDS) {
    prices.set(flat[at] ?? 0, flat[at + 1] ?? 0)
  }
  return prices
}

/** The prices on the screen when the tape is over. */
export const lastPrices = ({ beats }: Tape): Map<number, number> => pricesOf(beats.at(-1) ?? [])

export type Beat = (frames: readonly unknown[]) => void
/** Parses texts as the socket's client would, and stamps them with the time of their flush. */
export const parseFrames = (texts: readonly string[], flushedAt: number): unknown[] =>
  texts.map((text) => {
    const frame: unknown[] = JSON.parse(text)
    frame[4] = flushedAt
    return frame
  })

/** Sends the tape on its beat. */
export function play({ beatMs, beats }: Tape, beat: Beat, ended: () => void): void {
  let at = 0
  const timer = setInterval(() => {
    const texts = beats[at]
    at += 1
    if (texts === undefined) {
      clearInterval(timer)
      ended()
      return
    }
    beat(parseFrames(texts, serverNow()))
  }, beatMs)
}

/**
 * A transport that answers like the server and lets the page send frames through it. `own` are the snapshots of other
 * topics by their keys.
 */
export function createFakeServer(
  onVisible: (visible: VisibleRequest) => void,
  own: Readonly<Record<string, string>>,
) {
  const sinks = new Set<(frame: unknown) => void>()
  const ids = products.map(({ id }) => id)
  const snapshots: Record<string, string> = {
    quotes: quotesText(1, startOf(ids)),
    stats: createMarketTape().stats(ids),
    sessions: JSON.stringify(products.map(({ id, session }) => ({ productId: id, session }))),
    ...own,
  }
  const transport: Transport = (handlers) => {
    sinks.add(handlers.frame)
    setTimeout(handlers.up, 0)
    return {
      send: (event, payload) => {
        if (event === SOCKET_EVENTS.visible) onVisible(visibleRequest.parse(payload))
      },
      request: (event, payload, answer) => {
        if (event === SOCKET_EVENTS.clock) return answer(serverNow())
        answer({ ok: true })
        if (event !== SOCKET_EVENTS.subscribe) return
        const { topic } = subscribeRequest.parse(payload)
        setTimeout(() => {
          const text = envelopeText(head(topic, 'snapshot', 1), snapshots[topic] ?? '[]')
          handlers.frame(JSON.parse(text))
        }, 0)
      },
      close: () => sinks.delete(handlers.frame),
    }
  }
  const push: Beat = (frames) => {
    for (const frame of frames) for (const sink of sinks) sink(frame)
  }
  return { transport, push }
}

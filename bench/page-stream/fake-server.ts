/** Replaces the server inside the page: conflated frames as the server encodes them, made before the measurement. */
import type { z } from 'zod'
import {
  type Bar,
  envelopeText,
  type FrameHead,
  quotePart,
  quotesText,
} from '#contract/frame-text.ts'
import { type Product, product } from '#contract/product.ts'
import { QUOTE_FIELDS, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { SOCKET_LIMITS, type statsRow, subscribeRequest, visibleRequest } from '#contract/topics.ts'
import { decodeQuotes } from '#streams/wire/quotes-decoder.ts'
import type { Transport } from '#streams/wire/transport.ts'

const PRODUCTS = 200
const TICKS_PER_SECOND = 50_000
const FRAME_MS = SOCKET_LIMITS.listFlushMs
/** Ticks of one product that a frame conflates. */
const TICKS_PER_FRAME = (TICKS_PER_SECOND / PRODUCTS) * (FRAME_MS / 1_000)
const STATS_EVERY = 10
const EPOCH = 'bench'
const BASE = 1_000_000
const TICK_AGE_MS = 3

/** A small generator, so that both pages see the same prices. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const products: readonly Product[] = Array.from({ length: PRODUCTS }, (_, i) =>
  product.parse({
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
  } satisfies z.input<typeof product>),
)

type StatsRow = z.input<typeof statsRow>
const partsText = (parts: readonly { id: number; bar: Bar }[]): string =>
  parts.map(({ id, bar }) => quotePart(id, bar, TICK_AGE_MS)).join('')

/** Each product walks tick by tick; a frame keeps only its bar. */
function createMarketTape() {
  const next = chance(7)
  const prices = new Map(products.map(({ id }) => [Number(id), BASE + id * 1_000]))
  const walk = (id: number): { id: number; bar: Bar } => {
    const open = prices.get(id) ?? BASE
    let [close, high, low] = [open, open, open]
    for (let i = 0; i < TICKS_PER_FRAME; i += 1) {
      close += Math.round((next() - 0.5) * 40)
      high = Math.max(high, close)
      low = Math.min(low, close)
    }
    prices.set(id, close)
    return { id, bar: { open, high, low, close } }
  }
  return {
    /** Data of one frame of the visible products. */
    quotes: (ids: readonly number[], fromSeq: number): string =>
      quotesText(fromSeq, partsText(ids.map(walk))),
    stats: (ids: readonly number[]): string => {
      const rows = ids.map((id): StatsRow => {
        const last = prices.get(id) ?? BASE
        return [id, last, BASE, last + 500, last - 500, 123_456, '9876543.21']
      })
      return JSON.stringify(rows)
    },
  }
}

const serverNow = (): number => Math.floor(performance.timeOrigin + performance.now())
const head = (topic: string, kind: FrameHead['kind'], seq: number): FrameHead => ({
  topic,
  epoch: EPOCH,
  seq,
  kind,
  timeMs: serverNow(),
})

/** What arrives over the socket: texts, to be read by the page. */
export function createTape(seconds: number, ids: readonly number[]): string[][] {
  const market = createMarketTape()
  const beats: string[][] = []
  const step = TICKS_PER_SECOND * (FRAME_MS / 1_000)
  for (let i = 0; i < (seconds * 1_000) / FRAME_MS; i += 1) {
    const seq = 1 + (i + 1) * step
    const beat = [envelopeText(head('quotes', 'delta', seq), market.quotes(ids, 1 + i * step))]
    if (i % STATS_EVERY === 0) {
      beat.push(envelopeText(head('stats', 'delta', seq), market.stats(ids)))
    }
    beats.push(beat)
  }
  return beats
}

/** The prices on the screen when the tape is over. */
export function lastPrices(tape: readonly string[][]): Map<number, number> {
  const [, , , , , data]: unknown[] = JSON.parse(tape.at(-1)?.[0] ?? '[]')
  const flat = decodeQuotes(data) ?? []
  const prices = new Map<number, number>()
  for (let at = 1; at < flat.length; at += QUOTE_FIELDS) {
    prices.set(flat[at] ?? 0, flat[at + 1] ?? 0)
  }
  return prices
}

export type Beat = (frames: readonly unknown[]) => void
/** Sends the tape on its beat; each text is parsed as the socket's client would, and stamped with the time. */
export function play(tape: readonly string[][], beat: Beat, ended: () => void): void {
  let at = 0
  const timer = setInterval(() => {
    const texts = tape[at]
    at += 1
    if (texts === undefined) {
      clearInterval(timer)
      ended()
      return
    }
    beat(
      texts.map((one) => {
        const frame: unknown[] = JSON.parse(one)
        frame[4] = serverNow()
        return frame
      }),
    )
  }, FRAME_MS)
}

const still = (id: number): { id: number; bar: Bar } => {
  const price = BASE + id * 1_000
  return { id, bar: { open: price, high: price, low: price, close: price } }
}

/** A transport that answers like the server and lets the page send frames through it. */
export function createFakeServer(onVisible: (ids: readonly number[]) => void) {
  const sinks = new Set<(frame: unknown) => void>()
  const ids = products.map(({ id }) => id)
  const snapshots: Record<string, string> = {
    quotes: quotesText(1, partsText(ids.map(still))),
    stats: createMarketTape().stats(ids),
    sessions: JSON.stringify(products.map(({ id, session }) => ({ productId: id, session }))),
  }
  const transport: Transport = (handlers) => {
    sinks.add(handlers.frame)
    setTimeout(handlers.up, 0)
    return {
      send: (event, payload) => {
        if (event === SOCKET_EVENTS.visible) onVisible(visibleRequest.parse(payload).list)
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

/** Websocket readers in a process of their own, and what they read: checked, compared and timed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createQuotesDecoder, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS, SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import { envelope } from '#contract/topics.ts'
import { percentile } from './figures.ts'
import type {
  KeptFrame,
  OpeningStep,
  OpenReaders,
  ReadersReport,
  ToReaders,
} from './raw-readers.ts'

const READERS = fileURLToPath(new URL('./raw-readers.ts', import.meta.url))
const CATCH_UP_MS = 10_000
/** Where engine.io listens. */
export const ENGINE_PATH = '/socket.io/?EIO=4&transport=websocket'

export interface Readers {
  ask(message: ToReaders): Promise<ReadersReport>
  /** Waits until as much has been read as was written. */
  caughtUp(writtenBytes: number): Promise<ReadersReport>
  close(): void
}

/** Starts a process, and opens its readers. With `watch`, their frames are kept from the first one on. */
export async function startReaders(open: OpenReaders, watch = false): Promise<Readers> {
  const child = fork(READERS, { stdio: 'inherit' })
  child.once('exit', (code) => {
    if (code !== null) throw new Error(`the readers ended with code ${code}`)
  })
  const ask = async (message: ToReaders): Promise<ReadersReport> => {
    child.send(message)
    const [report]: ReadersReport[] = await once(child, 'message')
    if (report === undefined) throw new Error('the readers did not report')
    return report
  }
  if (watch) await ask('watch')
  await ask({ open })
  return {
    ask,
    caughtUp: async (writtenBytes) => {
      const until = performance.now() + CATCH_UP_MS
      for (;;) {
        const report = await ask('report')
        if (report.totalBytes >= writtenBytes) return report
        if (performance.now() < until) continue
        throw new Error(`${writtenBytes} bytes written, ${report.totalBytes} read`)
      }
    },
    close: () => void child.kill(),
  }
}

/** Opens a page that shows these products, and subscribes to the prices. */
export const quotesOpening = (list: readonly number[]): OpeningStep[] => [
  { send: ['40'], until: '40{' },
  {
    send: [
      `42${JSON.stringify(['visible', { list, detail: [] }])}`,
      '42["subscribe",{"topic":"quotes"}]',
    ],
    until: '"quotes"',
  },
]

/** An event as engine.io and socket.io write it. */
export const eventIn = (text: string): unknown[] => {
  const event: unknown = text.startsWith('42') ? JSON.parse(text.slice(2)) : null
  return Array.isArray(event) ? event : []
}

/** A frame with prices. `quotes`: what its products cost at a time in ms. */
export interface PriceFrame {
  reader: number
  /** When it arrived, and when the server began to write to the pages whose turn it was: ms. */
  atMs: number
  timeMs: number
  fromSeq: number
  seq: number
  quotes: { id: number; price: number; timeMs: number }[]
}

/** Reads frames by the contract's own schema and decoder. Each reader's snapshot has to be among the first. */
export function createPriceReader(): (frames: readonly KeptFrame[]) => PriceFrame[] {
  const decoders = new Map<number, ReturnType<typeof createQuotesDecoder>>()
  return (frames) =>
    frames.flatMap(({ reader, atMs, text }) => {
      const [event, data] = eventIn(text)
      if (event !== SOCKET_EVENTS.frame) return []
      const [topic, , seq, , timeMs, flat] = envelope.parse(data)
      if (topic !== 'quotes' || flat === null) return []
      const decode = decoders.get(reader) ?? createQuotesDecoder()
      decoders.set(reader, decode)
      const [fromSeq, ...rest] = decode(flat) ?? []
      if (fromSeq === undefined) throw new Error(`reader ${reader} cannot read ${text}`)
      const quotes = Array.from({ length: rest.length / QUOTE_FIELDS }, (_, n) => {
        const [id = 0, price = 0, , , , age = 0] = rest.slice(n * QUOTE_FIELDS)
        return { id, price, timeMs: timeMs - age }
      })
      return [{ reader, atMs, timeMs, fromSeq, seq, quotes }]
    })
}

/**
 * p99 of the time from the start of the server's turn to the arrival at the reader, ms. It includes what the turn wrote
 * to other pages before. The server's times are whole milliseconds, so it is up to 1 ms too long.
 */
export const pushP99 = (frames: readonly PriceFrame[]): number =>
  percentile(
    frames.map(({ atMs, timeMs }) => atMs - timeMs),
    0.99,
  )

/**
 * p99 of how late frames arrived, ms, including the lateness of their turns. A page has a turn every 100 ms, so its
 * earliest arrival within that period is on time: the one after the widest gap.
 */
export function rhythmP99(frames: readonly PriceFrame[]): number {
  const { listFlushMs } = SOCKET_LIMITS
  const late: number[] = []
  for (const page of Map.groupBy(frames, ({ reader }) => reader).values()) {
    const phases = page.map(({ atMs }) => atMs % listFlushMs).sort((a, b) => a - b)
    const gaps = phases.map(
      (phase, n) => phase - (phases.at(n - 1) ?? 0) + (n === 0 ? listFlushMs : 0),
    )
    const earliest = phases[gaps.indexOf(Math.max(...gaps))] ?? 0
    late.push(...phases.map((phase) => (phase - earliest + listFlushMs) % listFlushMs))
  }
  return percentile(late, 0.99)
}

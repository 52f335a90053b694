/** Servers that make live prices by another rule: what each would have logged on what its venues sent. */
import { type PublishedInputs, publishedInputs } from '#contract/index-price.ts'
import { price } from '#contract/scalars.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { inputsText, truncatedPrice } from '#rules/index-price.ts'
import { sha256 } from '#support/chained.ts'
import type { WorldEvent } from '#support/venues/live-world.ts'

/** The log of one product with its published inputs, and what all venues sent. */
interface Logged {
  records: TickRecord[]
  inputs: string
  events: readonly WorldEvent[]
}
type SentTrade = Extract<WorldEvent, { kind: 'trade' }>
type Mistake = (logged: Logged, decimals: number) => Logged

const LATE_MS = 50_000
const LEAP_MS = 30_000

const linesOf = ({ inputs }: Logged): PublishedInputs[] =>
  inputs
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [publishedInputs.parse(JSON.parse(text))]))

/** The log with other lines, each of which is committed to. */
function withLines(
  logged: Logged,
  change: (line: PublishedInputs) => Partial<PublishedInputs>,
): Logged {
  const lines = linesOf(logged).map((line) => {
    const changed = { ...line, ...change(line) }
    return { ...changed, hash: sha256(inputsText(changed.inputs)) }
  })
  const bySeq = new Map(lines.map((line) => [line.seq, line]))
  const records = logged.records.map((record) => {
    const line = bySeq.get(record.seq)
    return line === undefined || record.kind !== 'tick'
      ? record
      : tickRecord.parse({ ...record, price: line.price, inputs: line.hash })
  })
  const inputs = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return { ...logged, records, inputs }
}

/** What the venues would have sent, if the trades that made prices had been others. */
function withEvents(logged: Logged, change: (event: SentTrade) => Partial<SentTrade>): Logged {
  const used = new Set(
    linesOf(logged).flatMap(({ inputs }) => inputs.map(({ venue, tradeId }) => venue + tradeId)),
  )
  const events = logged.events.map((event): WorldEvent => {
    if (event.kind !== 'trade' || !used.has(event.venue + event.id)) return event
    return { ...event, ...change(event) }
  })
  return { ...logged, events }
}

/** By name. A server that makes none of these is the twin. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'takes the average': (logged, decimals) =>
    withLines(logged, ({ inputs }) => {
      const prices = inputs.map((each) => truncatedPrice(each.price, decimals))
      const sum = prices.reduce((all, each) => all + each, 0)
      return { price: price.parse(Math.floor(sum / prices.length)) }
    }),
  'judges age by arrival': (logged) =>
    withEvents(logged, ({ venue, stamp }) => (venue === 'okx' ? { stamp: stamp - LATE_MS } : {})),
  'believes stamps that leap': (logged) =>
    withEvents(logged, ({ venue, stamp, at }) =>
      venue === 'bybit' && at % 3 === 0 ? { stamp: stamp + LEAP_MS } : {},
    ),
  'corrects no clock': (logged) =>
    withLines(logged, ({ inputs }) => ({
      inputs: inputs.map((each) => ({ ...each, aheadMs: 0 })),
    })),
  'takes negotiated trades': (logged) =>
    withEvents(logged, ({ venue }) => (venue === 'bybit' ? { apart: true } : {})),
}

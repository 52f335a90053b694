/**
 * Reads recorded frames of venues with their adapters, and prints what each file holds and how well the venues cover
 * the products. Recordings are not part of this repository: `npm run record` makes them. A file is named after its
 * line (`okx…`, `okx-perpetual…`, `okx_swap…`; `spot…` is Binance), and has one frame per line after the time of its
 * receipt.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LineName, lineName } from '#contract/venue-lines.ts'
import { Coverage, type ProductCoverage } from '#server/market/feeds/live/recordings/coverage.ts'
import { framesIn } from '#server/market/feeds/live/recordings/recording.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'
import type { Venue, VenueSignal, VenueTrade } from '#server/market/feeds/live/venue.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'

const USAGE = `node scripts/replay-frames.ts FOLDER [--csv FILE]
  --csv  writes what was found of each product and hour of the week (UTC; 0 is Monday, 00:00 to 01:00)`

/** Kraken's recordings are of other protocols than version 2, which the adapter speaks. */
const OTHER_PROTOCOLS = /^kraken_(v1|futures)/

/** What the names of other recorders' files begin with, where it is not the line's own name. */
const PREFIXES: readonly (readonly [string, LineName])[] = [
  ['spot', 'binance'],
  ['binance_usdm', 'binance-perpetual'],
  ['bitget_mix', 'bitget-perpetual'],
  ['bybit_linear', 'bybit-perpetual'],
  ['gate_futures', 'gate-perpetual'],
  ['mexc_contract', 'mexc-perpetual'],
  ['okx_swap', 'okx-perpetual'],
]
/** The longest name that fits counts, because one of spot trades is the beginning of another. */
const NAMES = [...PREFIXES, ...lineName.options.map((name) => [name, name] as const)].toSorted(
  ([a], [b]) => b.length - a.length,
)

function venueOf(file: string): Venue | undefined {
  const [, line] = NAMES.find(([name]) => file.startsWith(name)) ?? []
  return line === undefined || OTHER_PROTOCOLS.test(file) ? undefined : VENUES[line]
}

let faults = 0

/** Counts what the frames of a file mean. */
class Summary {
  readonly #counts = new Map<string, number>()
  #frames = 0
  #ms = 0

  read(venue: Venue, frame: string): VenueSignal[] {
    const startedAt = performance.now()
    const signals = venue.read(frame)
    this.#ms += performance.now() - startedAt
    this.#frames += 1
    for (const signal of signals) {
      if (signal.kind === 'fault') faults += 1
      this.#add(signal.kind === 'fault' ? `fault (${signal.reason})` : signal.kind)
      if (signal.kind === 'trades') this.#add('single trades', signal.trades.length)
    }
    return signals
  }

  print(file: string): void {
    if (this.#frames === 0) {
      faults += 1
      return console.log(`${file}: no frame; a line is a time and a frame`)
    }
    const perFrame = ((this.#ms * 1_000) / this.#frames).toFixed(1)
    const counts = [...this.#counts].map(([what, count]) => `${what} ${count}`).join(', ')
    console.log(`${file}: ${this.#frames} frames, ${perFrame} µs each: ${counts}`)
  }

  #add(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by)
  }
}

interface Received {
  venue: Venue
  atMs: number
  trades: VenueTrade[]
}

/** What one venue sent, from its files in the order of their names. */
async function* receivedOf(
  venue: Venue,
  folder: string,
  files: readonly string[],
): AsyncGenerator<Received> {
  for (const file of files) {
    const summary = new Summary()
    try {
      for await (const { atMs, frame } of framesIn(join(folder, file))) {
        const signals = summary.read(venue, frame)
        yield { venue, atMs, trades: signals.flatMap((s) => (s.kind === 'trades' ? s.trades : [])) }
      }
      summary.print(file)
    } catch (error) {
      faults += 1
      console.log(
        `${file}: cannot be read (${error instanceof Error ? error.message : String(error)})`,
      )
    }
  }
}

/** What all venues sent, in the order of its receipt. */
async function* inOrder(all: readonly AsyncGenerator<Received>[]): AsyncGenerator<Received> {
  const next = async (from: AsyncGenerator<Received>) => ({ from, head: await from.next() })
  const waiting = await Promise.all(all.map(next))
  for (;;) {
    const open = waiting.filter(({ head }) => head.done !== true)
    const first = open.toSorted((a, b) => a.head.value.atMs - b.head.value.atMs)[0]
    if (first === undefined) return
    yield first.head.value
    first.head = await first.from.next()
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part * 100) / whole).toFixed(2)} %`

function lineOf({ symbol, all, trades, spreadBps, longestGap }: ProductCoverage): string {
  const venues = Object.entries(trades).map(([venue, count]) => `${venue} ${count}`)
  const spread =
    spreadBps === null
      ? 'never three venues'
      : `${spreadBps.median} bp apart, ${spreadBps.p99} bp in 1 of 100 seconds`
  return (
    `${symbol}: ${percent(all.covered, all.seconds)} of ${all.seconds} s with three venues, ${spread}, ` +
    `longest gap ${longestGap} s; trades: ${venues.join(', ')}`
  )
}

const csvOf = (results: readonly ProductCoverage[]): string =>
  [
    'symbol,hour,seconds,covered,trades',
    ...results.flatMap(({ symbol, hours }) =>
      hours.flatMap(({ seconds, covered, trades }, hour) =>
        seconds + trades === 0 ? [] : [[symbol, hour, seconds, covered, trades].join()],
      ),
    ),
    '',
  ].join('\n')

const { values, positionals } = parseArgs({
  options: { csv: { type: 'string' } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined || !existsSync(folder)) {
  console.error(USAGE)
  process.exit(2)
}
const files = Map.groupBy(readdirSync(folder).sort(), venueOf)
for (const file of files.get(undefined) ?? []) console.log(`${file}: no adapter`)
const coverage = new Coverage(LIVE_SOURCES)
const venues = [...files].flatMap(([venue, own]) =>
  venue === undefined ? [] : [receivedOf(venue, folder, own)],
)
for await (const { venue, atMs, trades } of inOrder(venues)) coverage.take(venue, trades, atMs)
const results = coverage.results()
for (const each of results) console.log(lineOf(each))
if (values.csv !== undefined) writeFileSync(values.csv, csvOf(results))
process.exit(faults === 0 ? 0 : 1)

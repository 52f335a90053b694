/**
 * Reads recorded frames of venues with their adapters and prints what each file holds. Recordings are not part of this
 * repository: `node scripts/replay-frames.ts FOLDER`. A file is named after its venue (`okx…`, `bitstamp…`; `spot…` is
 * Binance), and has one frame per line after the time of its receipt.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { venueName } from '#contract/index-price.ts'
import type { Venue, VenueSignal } from '#server/market/feeds/live/venue.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'

/** Kraken's recordings are of version 1 of its protocol, which the adapter does not speak. */
const OTHER_PROTOCOLS = /^kraken_v1/

function venueOf(file: string): Venue | undefined {
  const prefix = file.startsWith('spot') ? 'binance' : file
  const name = venueName.options.find((option) => prefix.startsWith(option))
  return name === undefined ? undefined : VENUES[name]
}

/** The frames that the venue sent. Lines with an address are what was sent to it. */
const framesOf = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line) => /^\d+(?:\.\d+)?:? (.*)$/.exec(line)?.[1] ?? [])

function summaryOf(signals: readonly VenueSignal[]): string {
  const counts = new Map<string, number>()
  const add = (what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by)
  for (const signal of signals) {
    add(signal.kind === 'fault' ? `fault (${signal.reason})` : signal.kind)
    if (signal.kind === 'trades') add('single trades', signal.trades.length)
  }
  return [...counts].map(([what, count]) => `${what} ${count}`).join(', ')
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/replay-frames.ts FOLDER')
  process.exit(2)
}
/** The text of a file. A file that cannot be read leaves the others, and counts as a fault. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    console.log(
      `${path}: cannot be read (${error instanceof Error ? error.message : String(error)})`,
    )
    return undefined
  }
}
let faults = 0
for (const file of readdirSync(folder).sort()) {
  const venue = venueOf(file)
  if (venue === undefined || OTHER_PROTOCOLS.test(file)) {
    console.log(`${file}: no adapter`)
    continue
  }
  const text = textOf(join(folder, file))
  const frames = text === undefined ? [] : framesOf(text)
  if (frames.length === 0) {
    if (text !== undefined) console.log(`${file}: no frame; a line is a time and a frame`)
    faults += 1
    continue
  }
  const startedAt = performance.now()
  const signals = frames.flatMap((frame) => venue.read(frame))
  const perFrame = ((performance.now() - startedAt) * 1_000) / frames.length
  faults += signals.filter(({ kind }) => kind === 'fault').length
  console.log(
    `${file}: ${frames.length} frames, ${perFrame.toFixed(1)} µs each: ${summaryOf(signals)}`,
  )
}
process.exit(faults === 0 ? 0 : 1)

/** `npm run record -- FOLDER`: records what the venues of live prices send, for `scripts/replay-frames.ts`. */
import { HOUR_MS } from '#contract/time.ts'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Recording } from '#server/market/feeds/live/recordings/recording.ts'
import { isBusy, symbolAt } from '#server/market/feeds/live/live-products.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'
import { liveChoiceOf } from '#server/market/feeds/live/venue-choice.ts'
import type { VenueChoice } from '#server/market/feeds/live/venue-desk.ts'
import { createVenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { ConfigFaults, readConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const USAGE = `npm run record -- FOLDER [options]   (until Ctrl-C)
  --hours N  stop after so long
and those of npm start that say which lines of venues are on: --venues FILE, --coinbase, --okx-perpetual, …
One compressed file per line and hour. node scripts/replay-frames.ts FOLDER reads them.`

class Usage extends Error {}

function readCommand(args: readonly string[]) {
  const [folder, ...flags] = args
  if (folder === undefined || folder.startsWith('-')) throw new Usage(USAGE)
  const at = flags.indexOf('--hours')
  const [, hours] = at < 0 ? [] : flags.splice(at, 2)
  if (at >= 0 && !(Number(hours) > 0)) throw new Usage(`--hours takes a positive number\n${USAGE}`)
  const config = readConfig(['--feed', 'live', ...flags], process.env, process.cwd())
  return { folder: resolve(folder), hours: hours === undefined ? null : Number(hours), config }
}

const clock = createMarketClock()
const log = createLogger('info')
const end = new AbortController()

function recordVenue({ venue, url }: VenueChoice, folder: string) {
  const recording = new Recording({
    folder,
    venue: venue.line,
    clock,
    onFault: (reason) => end.abort(new StartRefused(`${folder} cannot be written: ${reason}`)),
  })
  const products = Object.keys(LIVE_SOURCES)
  const symbolsOf = (some: readonly string[]): string[] =>
    some.flatMap((product) => symbolAt(product, venue.line) ?? [])
  const feed = createVenueFeed({
    // The adapter reads each frame once, also those of a connection that is not ready.
    venue: {
      ...venue,
      read: (frame) => {
        recording.write(frame, clock.now())
        return venue.read(frame)
      },
    },
    symbols: symbolsOf(products),
    busy: symbolsOf(products.filter(isBusy)),
    clock,
    log,
    ...(url !== undefined && { url }),
    random: Math.random,
    onTrades: () => undefined,
    onChange: () => undefined,
  })
  return { name: venue.line, recording, feed }
}

async function main(args: readonly string[]): Promise<void> {
  const { folder, hours, config } = readCommand(args)
  const { venues } = liveChoiceOf(config)
  mkdirSync(folder, { recursive: true })
  const lines = venues.map((venue) => recordVenue(venue, folder))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const stopTimer =
    hours === null ? null : clock.at(clock.now() + hours * HOUR_MS, () => end.abort())
  for (const { feed } of lines) feed.start()
  if (!end.signal.aborted) await once(end.signal, 'abort')
  stopTimer?.()
  await Promise.all(lines.map(({ feed }) => feed.stop()))
  await Promise.all(lines.map(({ recording }) => recording.close()))
  for (const { name, recording, feed } of lines)
    console.log(`${name}: ${recording.frames} frames, ${feed.faults} faults`)
  if (end.signal.reason instanceof StartRefused) throw end.signal.reason
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const isSaid = error instanceof Usage || error instanceof StartRefused
  if (!isSaid && !(error instanceof ConfigFaults)) throw error
  console.error(isSaid ? error.message : error.faults.join('\n'))
  process.exitCode = 1
})

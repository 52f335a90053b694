/** The server as server/main.ts starts it, by a clock that lines on standard input move. */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { startApp } from '#server/app.ts'
import { openMarket } from '#server/market/open-market.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/logging.ts'
import { startMessage } from '#server/platform/start-message.ts'
import { openStore } from '#server/platform/store.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const STOP_TIMEOUT_MS = 60_000

/** `to <ms>`: goes on from there. Wall and monotonic time leap alike, so nothing is slewed. */
const LINE = /^to (\d+)$/

interface MovedClock {
  clock: MarketClock
  moveTo(timeMs: number): void
}

function movedClock(startMs: number): MovedClock {
  let ahead = startMs - Date.now()
  const clock = createMarketClock({
    wallMs: () => Date.now() + ahead,
    monotonicMs: () => performance.now() + ahead,
  })
  return {
    clock,
    moveTo: (timeMs) => {
      ahead += Math.max(0, timeMs - clock.now())
    },
  }
}

const stops: (() => Promise<void>)[] = []
const grace = closeWithGrace(
  { delay: STOP_TIMEOUT_MS, logger: false, skip: ['beforeExit'] },
  async ({ err }) => {
    if (err !== undefined) process.stderr.write(`${err.stack}\n`)
    for (const stop of stops.toReversed()) await stop()
  },
)

async function start(clock: MarketClock): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env, process.cwd())
  const log = createLogger(config.logLevel)
  const store = await openStore(config, log, () => process.exit(1))
  stops.push(() => store.close())
  const app = await startApp({ config, log, db: store.db, clock, appFolder: DIST, openMarket })
  stops.push(() => app.close())
  const url = await app.listen()
  store.lock.announce(url)
  process.stdout.write(startMessage({ url, config, place: store.place, ...(await app.welcome()) }))
}

/** The first line starts the server there; with the last one its starter is gone. */
let moved: MovedClock | undefined
const lines = createInterface({ input: process.stdin })
lines.on('close', () => grace.close())
lines.on('line', (line) => {
  const [, at] = LINE.exec(line) ?? []
  if (at === undefined) throw new Error(`not understood: ${line}`)
  if (moved !== undefined) return moved.moveTo(Number(at))
  moved = movedClock(Number(at))
  // What it throws reaches closeWithGrace as an unhandled rejection.
  void start(moved.clock)
})

/** The server as server/main.ts starts it, on a clock that lines on standard input move. */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { startApp } from '#server/app.ts'
import { openMarket } from '#server/market/open-market.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/logging.ts'
import { startMessage } from '#server/platform/start-message.ts'
import { actRulesOf } from '#server/platform/db/act-rules.ts'
import { prepareRemote } from '#server/platform/db/remote-database.ts'
import { openStore } from '#server/platform/db/store.ts'
import { DatabaseWatch } from '#support/database-watch.ts'

/** Where the built app is; a journey may deploy to it meanwhile. */
const APP = process.env['APP_FOLDER'] ?? fileURLToPath(new URL('../../dist', import.meta.url))
const STOP_TIMEOUT_MS = 60_000
/** Ticks may enter the log at most 3 s late, so playing takes steps that are far shorter. */
const PLAY_STEP_MS = 250

/** `to <ms>` leaps there, `play <ms>` passes quickly through the time until then, `hold` and `go` stop and start it. */
const LINE = /^(to|play|hold|go)(?: (\d+))?$/

const watch = new DatabaseWatch()

interface MovedClock {
  clock: MarketClock
  /** At once, as for a process that was suspended: ticks of the time between are missed. */
  leapTo(timeMs: number): void
  /**
   * In small steps, so that every tick of the time between enters the log. Each ends when the server has stored what it
   * brought about.
   */
  playTo(timeMs: number): Promise<void>
  /** While it is on, only `leapTo` and `playTo` move the time. */
  hold(on: boolean): void
}

/** Wall and monotonic time move alike, so nothing is slewed. */
function movedClock(startMs: number): MovedClock {
  const begun = performance.now()
  let movedBy = 0
  let heldSince: number | null = null
  const passedMs = (): number => (heldSince ?? performance.now()) - begun + movedBy
  const { now, ...timers } = createMarketClock({
    wallMs: () => startMs + passedMs(),
    monotonicMs: passedMs,
  })
  /** Each runs its task if that is due; the timers of the real clock would come too late. */
  const checks = new Set<() => void>()
  const clock: MarketClock = {
    now,
    at: (timeMs, run) => {
      const check = (): void => {
        if (now() < timeMs) return
        cancel()
        run()
      }
      const stopTimer = timers.at(timeMs, check)
      const cancel = (): void => {
        checks.delete(check)
        stopTimer()
      }
      checks.add(check)
      return cancel
    },
    every: (periodMs, run) => {
      let last = now()
      const runNow = (): void => {
        last = now()
        run()
      }
      const check = (): void => {
        if (now() - last >= periodMs) runNow()
      }
      const stopTimer = timers.every(periodMs, runNow)
      checks.add(check)
      return () => {
        checks.delete(check)
        stopTimer()
      }
    },
  }
  const leapTo = (timeMs: number): void => {
    movedBy += Math.max(0, timeMs - now())
    // Those that a check adds are for later.
    const known = [...checks]
    for (const check of known) if (checks.has(check)) check()
  }
  const playTo = async (timeMs: number): Promise<void> => {
    do {
      leapTo(Math.min(timeMs, now() + PLAY_STEP_MS))
      await watch.idle()
    } while (now() < timeMs)
  }
  const hold = (on: boolean): void => {
    if (on) heldSince ??= performance.now()
    if (on || heldSince === null) return
    movedBy -= performance.now() - heldSince
    heldSince = null
  }
  return { clock, leapTo, playTo, hold }
}

const stops: (() => Promise<void>)[] = []
const grace = closeWithGrace(
  { delay: STOP_TIMEOUT_MS, logger: false, skip: ['beforeExit'] },
  async ({ err }) => {
    if (err !== undefined) process.stderr.write(`${err.stack}\n`)
    for (const stop of stops.toReversed()) await stop()
  },
)

const config = readConfig(process.argv.slice(2), process.env, process.cwd())
// Before a line is read, because it may replace the process.
const remote = await prepareRemote(config)

async function start(clock: MarketClock): Promise<void> {
  const log = createLogger(config.logLevel)
  const { dataFolder, archiveWal } = config
  const store = await openStore({
    dataFolder,
    archiveWal,
    rules: actRulesOf(config),
    afterRestore: config.afterRestore,
    nowMs: clock.now(),
    remote,
    log,
    onLost: () => process.exit(1),
  })
  stops.push(() => store.close())
  const { place, database } = store
  const pools = watch.pools(store.pools)
  const app = await startApp({ config, log, pools, clock, appFolder: APP, openMarket })
  stops.push(() => app.close())
  const url = await app.listen()
  store.lock.announce(url)
  process.stdout.write(startMessage({ url, config, place, database, ...(await app.welcome()) }))
}

async function play({ clock, playTo }: MovedClock, timeMs: number): Promise<void> {
  await playTo(timeMs)
  // The clock ran on while the last step was stored.
  process.stdout.write(`played to ${timeMs}, now ${clock.now()}\n`)
}

/** The first line starts the server there; the server stops when the input ends. */
let moved: MovedClock | undefined
const lines = createInterface({ input: process.stdin })
lines.on('close', () => grace.close())
lines.on('line', (line) => {
  const [, how, at] = LINE.exec(line) ?? []
  if (how === undefined) throw new Error(`not understood: ${line}`)
  const timeMs = Number(at)
  if (moved !== undefined) {
    if (how === 'to') return moved.leapTo(timeMs)
    if (how === 'play') return void play(moved, timeMs)
    moved.hold(how === 'hold')
    // The holder of the time must know it: under load the line came later than it was sent.
    if (how === 'hold') process.stdout.write(`held at ${moved.clock.now()}\n`)
    return
  }
  moved = movedClock(timeMs)
  // What it throws reaches closeWithGrace as an unhandled rejection.
  void start(moved.clock)
})

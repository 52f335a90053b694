/** Starts the server: configuration, database, app, then a message that says how to use and stop it. */
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { startApp } from '#server/app.ts'
import { openMarket } from '#server/market/open-market.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { type Config, ConfigFaults, readConfig } from '#server/platform/config.ts'
import { createLogger, type Logger } from '#server/platform/logging.ts'
import { helpText } from '#server/platform/help-text.ts'
import { SETTINGS } from '#server/platform/settings/settings.ts'
import { refusedBySystem, StartRefused } from '#server/platform/start-refused.ts'
import { startMessage } from '#server/platform/start-message.ts'
import { actRulesOf } from '#server/platform/db/act-rules.ts'
import { refusedByDatabase, unanswered, unreachable } from '#server/platform/db/prepare-faults.ts'
import type { Prepared } from '#server/platform/db/preparing.ts'
import { launcherPid, prepareRemote } from '#server/platform/db/remote-database.ts'
import { openStore } from '#server/platform/db/store.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
/** Longer than the longest request. */
const STOP_TIMEOUT_MS = 60_000
const EXIT_USAGE = 2
const LAUNCHER_LOOK_MS = 500

function refuse(text: string, code: number): never {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}

function configOrExit(): Config {
  const argv = process.argv.slice(2)
  if (argv.includes('--help')) {
    process.stdout.write(`${helpText()}\n`)
    process.exit(0)
  }
  try {
    const config = readConfig(argv, process.env, process.cwd())
    // Neither the database, which is a child, nor a report of a crash needs it.
    delete process.env[SETTINGS.dealerToken.env]
    return config
  } catch (error) {
    if (!(error instanceof ConfigFaults)) throw error
    const faults = error.faults.map((fault) => `  - ${fault}`).join('\n')
    return refuse(
      `Fairtick cannot start like this:\n${faults}\nSee npm start -- --help`,
      EXIT_USAGE,
    )
  }
}

type Stop = () => Promise<void>
/** What an error of a start means for the operator. Null for a defect, and for any error after the start. */
type Refusal = (error: unknown) => StartRefused | null

/** Stops in reverse order on a signal, on an uncaught error, and when the parent process has ended. */
function stopWithGrace(stops: readonly Stop[], log: Logger, refusalOf: Refusal): AbortSignal {
  const stopping = new AbortController()
  const options = { delay: STOP_TIMEOUT_MS, logger: false } as const
  const grace = closeWithGrace({ ...options, skip: ['beforeExit'] }, async ({ err, signal }) => {
    stopping.abort()
    const refusal = err === undefined ? null : refusalOf(err)
    if (refusal !== null) process.stderr.write(`${refusal.message}\n`)
    else if (err !== undefined) log.fatal({ err }, 'stopping after an error')
    else log.info({ signal }, 'stopping')
    for (const stop of stops.toReversed()) await stop()
    if (err === undefined) process.stdout.write('Stopped.\n')
  })
  // Closing again while the server stops would close everything a second time.
  const close = (): unknown => stopping.signal.aborted || grace.close()
  process.once('disconnect', close)
  process.channel?.unref()
  const launcher = launcherPid()
  const look = (): unknown => launcher !== null && process.ppid !== launcher && close()
  setInterval(look, LAUNCHER_LOOK_MS).unref()
  return stopping.signal
}

interface Start {
  config: Config
  remote: Prepared | null
  log: Logger
  stops: Stop[]
}

async function start({ config, remote, log, stops }: Start): Promise<void> {
  const { dataFolder, archiveWal, afterRestore } = config
  const onLost = (why: string): never => {
    // Exits at once, before another server writes too. The next start finds everything that was acknowledged.
    log.fatal(why)
    return refuse(why, 1)
  }
  const rules = actRulesOf(config)
  const clock = createMarketClock()
  const start = { rules, afterRestore, nowMs: clock.now() }
  const store = await openStore({ dataFolder, archiveWal, ...start, remote, log, onLost })
  stops.push(() => store.close())
  const { pools, place, database } = store
  const app = await startApp({ config, log, pools, clock, appFolder: DIST, openMarket })
  stops.push(() => app.close())
  const url = await app.listen()
  pools.started()
  store.lock.announce(url)
  const priceNotes = app.market.startNotes
  const facts = { url, config, priceNotes, place, database }
  process.stdout.write(startMessage({ ...facts, ...(await app.welcome()) }))
}

async function remoteOrExit(config: Config): Promise<Prepared | null> {
  try {
    return await prepareRemote(config)
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    return refuse(error.message, 1)
  }
}

async function main(): Promise<void> {
  const config = configOrExit()
  const remote = await remoteOrExit(config)
  const log = createLogger(config.logLevel)
  const stops: Stop[] = []
  let isStarting = true
  const silent = remote === null ? unanswered : unreachable
  // Also an error of what the start has set going, which no one awaits.
  const refusalOf: Refusal = (error) => {
    if (error instanceof StartRefused) return error
    return isStarting ? (refusedBySystem(error, config) ?? refusedByDatabase(error, silent)) : null
  }
  const stopping = stopWithGrace(stops, log, refusalOf)
  try {
    await start({ config, remote, log, stops })
    isStarting = false
  } catch (error) {
    // The server was stopped while it was starting, so the resources that failed were closed already.
    if (!stopping.aborted) throw error
  }
}

// Errors reach stopWithGrace as unhandled rejections.
void main()

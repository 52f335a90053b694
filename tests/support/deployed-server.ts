/** The server as server/main.ts starts it, with the app in a folder that a journey may deploy to meanwhile. */
import closeWithGrace from 'close-with-grace'
import { startApp } from '#server/app.ts'
import { openMarket } from '#server/market/open-market.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLogger } from '#server/platform/logging.ts'
import { startMessage } from '#server/platform/start-message.ts'
import { openStore } from '#server/platform/store.ts'

const STOP_TIMEOUT_MS = 60_000

const appFolder = process.env['APP_FOLDER']
if (appFolder === undefined) throw new Error('APP_FOLDER says where the app is')
const config = readConfig(process.argv.slice(2), process.env, process.cwd())
const log = createLogger(config.logLevel)
const store = await openStore(config, log, () => process.exit(1))
const clock = createMarketClock()
const app = await startApp({ config, log, db: store.db, clock, appFolder, openMarket })
closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false, skip: ['beforeExit'] }, async ({ err }) => {
  if (err !== undefined) process.stderr.write(`${err.stack}\n`)
  await app.close()
  await store.close()
})
const url = await app.listen()
store.lock.announce(url)
process.stdout.write(startMessage({ url, config, place: store.place, ...(await app.welcome()) }))

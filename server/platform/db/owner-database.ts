/** The database as its owner has it, for the command line: beside a running server, or with nobody at work. */
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isHeld } from '#server/platform/db/data-lock.ts'
import { runningUrl } from '#server/platform/db/embedded.ts'
import type { Logger } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/db/migrations.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { DATABASE, openStore } from '#server/platform/db/store.ts'

const asOwner = (url: string): Database => openDatabase(url, { role: null, connections: 1 })

/** Close it when done: a database that was started for this stops with it. */
export async function openOwner(config: Config, log: Logger): Promise<Database> {
  const { databaseUrl, dataFolder } = config
  if (databaseUrl !== null) {
    await migrate(databaseUrl)
    return asOwner(databaseUrl)
  }
  if (isHeld(dataFolder)) {
    const url = runningUrl(dataFolder, DATABASE)
    if (url === null) throw new StartRefused('The server is starting just now: try again.')
    return asOwner(url)
  }
  const store = await openStore(config, log, () => undefined)
  const owner = asOwner(store.url)
  return {
    ...owner,
    close: async () => {
      await owner.close()
      await store.close()
    },
  }
}

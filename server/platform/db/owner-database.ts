/** Opens the database as its owner, for the command line, whether or not a server is running. */
import type { Config } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isHeld } from '#server/platform/db/data-lock.ts'
import { runningUrl } from '#server/platform/db/embedded.ts'
import type { Logger } from '#server/platform/logging.ts'
import { migrate } from '#server/platform/db/migrations.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { DATABASE, openStore } from '#server/platform/db/store.ts'

const asOwner = (url: string): Database => openDatabase(url, { role: null, connections: 1 })

/** Opens the database. The caller closes it; a database that was started for this call then stops. */
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

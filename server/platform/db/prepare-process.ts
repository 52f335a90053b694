/** The program of the short-lived process that holds the owner's credentials: one request in, one answer out. */
import { text } from 'node:stream/consumers'
import { clusterUrl } from '#server/platform/db/embedded.ts'
import { createDatabase, DATABASE, prepareDatabase } from '#server/platform/db/prepare.ts'
import { prepareInTurn } from '#server/platform/db/standby.ts'
import { refusedByDatabase } from '#server/platform/db/prepare-faults.ts'
import { type PrepareAnswer, prepareRequest } from '#server/platform/db/preparing.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

const SERVER_LOOK_MS = 200

async function answer(): Promise<PrepareAnswer> {
  const request = prepareRequest.parse(JSON.parse(await text(process.stdin)))
  try {
    if ('url' in request) {
      const { url, standby, ...started } = request
      const prepare =
        standby === null ? prepareDatabase(url, started) : prepareInTurn(url, started, standby)
      return { prepared: await prepare }
    }
    const urlOf = (database: string): string => clusterUrl(request, database)
    await createDatabase(urlOf)
    return { prepared: await prepareDatabase(urlOf(DATABASE), request) }
  } catch (error) {
    const refused = error instanceof StartRefused ? error : refusedByDatabase(error)
    if (refused === null) throw error
    return { refused: refused.message }
  }
}

// The server that this process prepares for has ended, so that nothing may be taken in its name.
const server = process.ppid
setInterval(() => process.ppid === server || process.exit(1), SERVER_LOOK_MS).unref()
process.stdout.write(JSON.stringify(await answer()))

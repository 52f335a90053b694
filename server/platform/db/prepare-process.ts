/** The program of the short-lived process that holds the owner's credentials: one request in, one answer out. */
import { text } from 'node:stream/consumers'
import { clusterUrl } from '#server/platform/db/embedded.ts'
import { createDatabase, DATABASE, prepareDatabase } from '#server/platform/db/prepare.ts'
import { refusedByDatabase } from '#server/platform/db/prepare-faults.ts'
import { type PrepareAnswer, prepareRequest } from '#server/platform/db/preparing.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

async function answer(): Promise<PrepareAnswer> {
  const request = prepareRequest.parse(JSON.parse(await text(process.stdin)))
  try {
    if ('url' in request) return { prepared: await prepareDatabase(request.url, request) }
    const urlOf = (database: string): string => clusterUrl(request, database)
    await createDatabase(urlOf)
    return { prepared: await prepareDatabase(urlOf(DATABASE), request) }
  } catch (error) {
    const refused = error instanceof StartRefused ? error : refusedByDatabase(error)
    if (refused === null) throw error
    return { refused: refused.message }
  }
}

process.stdout.write(JSON.stringify(await answer()))

/** The endpoints of records, of own results and of the export. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  downloadEverything,
  getResults,
  listActs,
  listRecords,
} from '#contract/endpoints/records.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Exports } from '#server/records/exports.ts'
import { actsPage, recordsOf } from '#server/records/records.ts'
import { resultsOf } from '#server/records/results.ts'

/** A reader who reads nothing for this long is considered gone. */
const STALLED_MS = 60_000

async function sendEverything(
  exports: Exports,
  userId: bigint,
  reply: FastifyReply,
): Promise<Readable> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const made = await exports.open(userId, gone.signal)
  if (made === null) return Readable.from([])
  // The client may have disconnected meanwhile. Then no reader would close the stream.
  if (gone.signal.aborted) made.stream.destroy()
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  reply.header('content-disposition', 'attachment; filename="fairtick-everything.zip"')
  reply.header('content-length', made.bytes)
  // The connection has its own timeout now, so it is closed after this response.
  reply.header('connection', 'close')
  return made.stream
}

/** Registers the endpoints. */
export function recordsRoutes(
  app: FastifyInstance,
  parts: { db: Database; clock: Pick<MarketClock, 'now'>; exports: Exports },
) {
  const { db, exports } = parts
  bindCostlyRoute(app, listRecords, ({ session, query }) => recordsOf(db, session.userId, query))
  bindCostlyRoute(app, getResults, ({ session, query }) =>
    resultsOf(parts, session.userId, query.days ?? null),
  )
  bindRoute(app, listActs, ({ session, query }) => actsPage(db, session.userId, query))
  bindRoute(app, downloadEverything, ({ session, reply }) =>
    sendEverything(exports, session.userId, reply),
  )
}

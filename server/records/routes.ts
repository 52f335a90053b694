/** The endpoints of records: parse, authorise, call, reply. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { downloadEverything, listActs, listRecords } from '#contract/endpoints/records.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Exports } from '#server/records/exports.ts'
import { actsPage, recordsOf } from '#server/records/records.ts'

/** A reader who takes nothing for so long has gone. */
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
  // It may have left in between: then nobody is going to read or close the stream.
  if (gone.signal.aborted) made.stream.destroy()
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  reply.header('content-disposition', 'attachment; filename="fairtick-everything.zip"')
  reply.header('content-length', made.bytes)
  // With its own timeout on it, the connection serves nothing after this.
  reply.header('connection', 'close')
  return made.stream
}

export function recordsRoutes(app: FastifyInstance, parts: { db: Database; exports: Exports }) {
  const { db, exports } = parts
  bindRoute(app, listRecords, ({ session, query }) => recordsOf(db, session.userId, query))
  bindRoute(app, listActs, ({ session, query }) => actsPage(db, session.userId, query))
  bindRoute(app, downloadEverything, ({ session, reply }) =>
    sendEverything(exports, session.userId, reply),
  )
}

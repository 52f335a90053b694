/** The look-up of what was done under a key. */
import type { FastifyInstance } from 'fastify'
import { getCommand } from '#contract/endpoints/commands.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'

export function commandRoutes(app: FastifyInstance, db: Database): void {
  bindRoute(app, getCommand, ({ session: { userId }, params: { name, key } }) =>
    // "None" must mean that there is none, not that there is none yet.
    app.edge.pending.inTurn({ userId, key }, async () => {
      const found = await selectAnswer(db, { userId, operation: name, key })
      return rawReply(`{"answer":${found?.answer ?? 'null'}}`)
    }),
  )
}

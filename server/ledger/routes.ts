/** The endpoint that looks up the answer to a command by its key. */
import type { FastifyInstance } from 'fastify'
import { getCommand } from '#contract/endpoints/commands.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'

/** Registers the endpoint. */
export function commandRoutes(app: FastifyInstance, db: Database): void {
  bindRoute(app, getCommand, ({ session: { userId }, params: { name, key } }) =>
    // Waits for commands in progress, so that "none" means that the key was never used.
    app.edge.pending.inTurn({ userId, key }, async () => {
      const found = await selectAnswer(db, { userId, operation: name, key })
      return rawReply(`{"answer":${found?.answer ?? 'null'}}`)
    }),
  )
}

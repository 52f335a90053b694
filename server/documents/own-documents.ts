/** A user's own deposits and withdrawals: the reply and the events when one is created, and their topics. */
import { pageLimit } from '#contract/endpoint.ts'
import { selectOwnSnapshot } from '#server/documents/documents-store.ts'
import { documentEvents } from '#server/documents/move.ts'
import { type DocumentRows, ownJson, type OwnKind, ownReply } from '#server/documents/rows.ts'
import type { CommandResult } from '#server/platform/user-transaction.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { PrivateTopic } from '#server/platform/socket/hub.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'

/** The reply and events of a new document. The caller holds the user's mutex. */
export const begun = async <Kind extends OwnKind>(
  tx: Queryable,
  kind: Kind,
  row: DocumentRows[Kind],
  change: { money: boolean; atMs: number },
): Promise<CommandResult> => ({
  reply: ownReply(kind, row),
  events: await documentEvents(tx, kind, row, change),
})

const NEWEST = { statuses: null, before: MAX_ID, limit: pageLimit } as const

/** The topic of a user's documents: a snapshot of the newest, then each document as it changes. */
export const ownTopic = (db: Database, kind: OwnKind): PrivateTopic => ({
  name: `${kind}s`,
  snapshot: async (userId) => {
    const { seq, rows } = await selectOwnSnapshot(db, kind, userId, NEWEST)
    return { seq, json: `[${rows.map((row) => ownJson(kind, row)).join(',')}]` }
  },
})

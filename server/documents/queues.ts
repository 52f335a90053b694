/** Documents as operators see them: each kind's queue, and one after its step. */
import type { DocumentKind } from '#rules/documents.ts'
import { logFirstLook } from '#server/desk/operator-log.ts'
import { type QueuePage, selectQueue, selectQueued } from '#server/documents/documents-store.ts'
import { type DeskViews, KINDS, type ViewParts } from '#server/documents/kinds.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { found } from '#server/platform/errors.ts'
import { pageOf } from '#server/platform/pages.ts'

export interface QueueParts extends ViewParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
}

export interface Queues {
  /** Those that wait, without a status. */
  list<Kind extends DocumentKind>(
    kind: Kind,
    page: QueuePage,
    actor: string,
  ): Promise<{ items: DeskViews[Kind][]; next: DeskViews[Kind]['id'] | null }>
  /** Throws `not_found`. */
  one<Kind extends DocumentKind>(kind: Kind, id: string): Promise<DeskViews[Kind]>
}

export function createQueues(parts: QueueParts): Queues {
  const { db, clock } = parts
  return {
    list: (kind, page, actor) =>
      db.transaction(async (tx) => {
        const { view, look } = KINDS[kind]
        const { items: rows, next } = pageOf(await selectQueue(tx, kind, page), (row) => row)
        const items = []
        for (const row of rows) items.push(await view(tx, row, parts))
        if (look !== undefined) {
          for (const row of rows) await logFirstLook(tx, { atMs: clock.now(), actor, ...look(row) })
        }
        return { items, next: next === null ? null : (items.at(-1)?.id ?? null) }
      }),
    one: async (kind, id) => KINDS[kind].view(db, found(await selectQueued(db, kind, id)), parts),
  }
}

/** The desk's endpoints of documents. All kinds are listed and moved in the same way. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/desk.ts'
import { decideRecovery, deskRecoveries } from '#contract/endpoints/desk-recovery.ts'
import type { RejectReason, ReviewDecision } from '#contract/review.ts'
import type { DocumentKind, ReviewStep } from '#rules/documents.ts'
import { logFirstLook } from '#server/platform/operator-log.ts'
import { type QueuePage, selectQueue, selectQueued } from '#server/documents/documents-store.ts'
import { type DeskViews, KINDS, type ViewParts } from '#server/documents/kinds.ts'
import type { Documents } from '#server/documents/move.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { found } from '#server/platform/errors.ts'
import { documentId, pageOf } from '#server/platform/db/pages.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Actor } from '#server/platform/session-reader.ts'

export interface QueueParts extends ViewParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
}

/** The queues of the desk. */
export interface Queues {
  /** Lists documents of a kind. Without a status it lists those that await a decision. */
  list<Kind extends DocumentKind>(
    kind: Kind,
    page: QueuePage,
    actor: Actor,
  ): Promise<{ items: DeskViews[Kind][]; next: DeskViews[Kind]['id'] | null }>
  /** Shows one document. Throws `not_found`. */
  one<Kind extends DocumentKind>(kind: Kind, id: string): Promise<DeskViews[Kind]>
}

export function createQueues(parts: QueueParts): Queues {
  const { db, clock } = parts
  return {
    list: (kind, page, actor) => {
      const { view, look } = KINDS[kind]
      const read = async (tx: Queryable) => {
        const { items: rows, next } = pageOf(await selectQueue(tx, kind, page), (row) => row)
        const items = []
        for (const row of rows) items.push(await view(tx, row, parts))
        if (look !== undefined) {
          for (const row of rows) await logFirstLook(tx, { atMs: clock.now(), actor, ...look(row) })
        }
        return { items, next: next === null ? null : (items.at(-1)?.id ?? null) }
      }
      // The view is logged before anything is shown; if logging fails, nothing is shown.
      return look === undefined ? read(db) : db.transaction(read)
    },
    one: async (kind, id) => KINDS[kind].view(db, found(await selectQueued(db, kind, id)), parts),
  }
}

/** What the endpoints need. */
export interface ReviewDesk {
  documents: Documents
  queues: Queues
}

interface Asked {
  params: { id: string }
  session: Actor
}

/** Registers the endpoints. */
export function reviewRoutes(app: FastifyInstance, { documents, queues }: ReviewDesk): void {
  /** Takes a step, and answers with the document as the desk shows it now. */
  const move = async <Kind extends DocumentKind>(
    kind: Kind,
    { params: { id }, session }: Asked,
    decision: { step: ReviewStep<Kind> | ReviewDecision['decision']; reason?: RejectReason },
  ): Promise<DeskViews[Kind]> => {
    await documents.move(kind, { ...decision, id: found(documentId(id)), actor: session })
    return queues.one(kind, id)
  }
  const decide =
    <Kind extends DocumentKind>(kind: Kind) =>
    (call: Asked & { body: ReviewDecision }) =>
      move(kind, call, { ...call.body, step: call.body.decision })

  bindRoute(app, rows.deskVerifications, ({ query, session }) =>
    queues.list('verification', query, session),
  )
  bindRoute(app, rows.decideVerification, decide('verification'))

  bindRoute(app, rows.deskDeposits, ({ query, session }) => queues.list('deposit', query, session))
  bindRoute(app, rows.reviewDeposit, (call) => move('deposit', call, { step: 'review' }))
  bindRoute(app, rows.decideDeposit, decide('deposit'))

  bindRoute(app, rows.deskWithdrawals, ({ query, session }) =>
    queues.list('withdrawal', query, session),
  )
  bindRoute(app, rows.moveWithdrawal, (call) => move('withdrawal', call, call.body))

  bindRoute(app, rows.deskPayoutChanges, ({ query, session }) =>
    queues.list('payout_change', query, session),
  )
  bindRoute(app, rows.decidePayoutChange, decide('payout_change'))

  bindRoute(app, rows.deskFundRates, ({ query, session }) =>
    queues.list('fund_rate', query, session),
  )
  bindRoute(app, rows.decideFundRate, decide('fund_rate'))

  bindRoute(app, deskRecoveries, ({ query, session }) =>
    queues.list('account_recovery', query, session),
  )
  bindRoute(app, decideRecovery, decide('account_recovery'))
}

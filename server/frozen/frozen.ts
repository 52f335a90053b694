/**
 * Freezes what the checks of the ledger find faulty and publishes it to the user and the desk, and ends it by two
 * operators. The SQL functions decide; this module only notifies.
 */
import { z } from 'zod'
import { type DeskFrozen, deskFrozen, type FrozenStep } from '#contract/desk-frozen.ts'
import type { Message } from '#contract/messages.ts'
import { formatAmount } from '#rules/amounts.ts'
import { documentEvents } from '#server/documents/move.ts'
import { ownJson } from '#server/documents/rows.ts'
import { selectDocument } from '#server/documents/documents-store.ts'
import {
  freezeFaults,
  type FrozenPage,
  type FrozenRow,
  type ListedRow,
  selectFrozen,
  selectOne,
  stepFrozen,
} from '#server/frozen/frozen-store.ts'
import { balanceEvent, type NewEvent, tellUsers } from '#server/ledger/outbox-store.ts'
import type { LedgerSlice } from '#server/ledger/rotation.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { documentId, pageOf } from '#server/platform/db/pages.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { found } from '#server/platform/errors.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/socket/hub.ts'
import { orderOfRow } from '#server/trading/order-row.ts'
import { selectOrder } from '#server/trading/trading-store.ts'

/** What is frozen in one transaction at most. The next one follows at once. */
const BATCH = 500

export interface FrozenParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
}

/** The functions of the checker and the desk. */
export interface Frozen {
  /** Freezes what a check with this slice finds faulty now, at most 500 things. Returns how many that were. */
  set(slice: LedgerSlice | null): Promise<number>
  list(page: FrozenPage): Promise<{ items: DeskFrozen[]; next: DeskFrozen['id'] | null }>
  /** Proposes or takes a step. Throws `Rejected`. */
  step(ask: { id: string; step: FrozenStep; actor: Actor }): Promise<DeskFrozen>
}

const KIND: Record<FrozenRow['scope'], Message['kind']> = {
  order: 'order_frozen',
  user: 'account_frozen',
  deposit: 'document_frozen',
  withdrawal: 'document_frozen',
  verification: 'document_frozen',
  fund_rate: 'document_frozen',
  operator: 'document_frozen',
}
const messageKind = ({ status, scope }: FrozenRow): Message['kind'] =>
  status === 'frozen' ? KIND[scope] : `frozen_${status}`

const params = ({ scope, subject, amount }: FrozenRow): Record<string, string> => ({
  ...(scope === 'order' && { orderId: subject.toString() }),
  ...(amount !== null && { amount: formatAmount(amount) }),
})

const PUBLISHED: readonly string[] = ['open', 'live', 'compensated']
/** The state of the order as its user's pages show it. A settled order is not published again, as if it were new. */
async function orderEvents(tx: Queryable, userId: bigint, id: bigint): Promise<NewEvent[]> {
  const order = orderOfRow(found(await selectOrder(tx, userId, { id })))
  return PUBLISHED.includes(order.status) ? [{ userId, topic: 'positions', ref: id }] : []
}

/** What the user's pages show differently now. The caller holds the user's mutex. */
async function changesOf(tx: Queryable, row: FrozenRow, atMs: number): Promise<OutboxEvent[]> {
  const { scope, subject, user_id: userId } = row
  if (userId === null) return []
  const money = (row.amount ?? 0n) > 0n || row.status === 'compensated'
  if (scope === 'deposit' || scope === 'withdrawal') {
    const document = found(await selectDocument(tx, scope, subject))
    ownJson(scope, document)
    return documentEvents(tx, scope, document, { money, atMs })
  }
  const order = scope === 'order' ? await orderEvents(tx, userId, subject) : []
  const balance = money || scope === 'user' ? [balanceEvent(userId, atMs)] : []
  return tellUsers(tx, [...order, ...balance])
}

/** What an insider wrote may be unreadable. It is frozen all the same, and so is everything beside it. */
function nothingToShow(error: unknown): OutboxEvent[] {
  if (error instanceof z.core.$ZodError) return []
  throw error
}

/** Publishes a change of the row to its user: what the pages show, and a message. */
async function tell(tx: Queryable, row: FrozenRow, atMs: number): Promise<OutboxEvent[]> {
  const { user_id: userId } = row
  if (userId === null) return []
  const changes = await changesOf(tx, row, atMs).catch(nothingToShow)
  const message = { userId, kind: messageKind(row), params: params(row), sentAt: atMs }
  return [...changes, await sendMessage(tx, message)]
}

const moment = (at: bigint | null): number | null => (at === null ? null : Number(at))
const money = (amount: bigint | null): string | null =>
  amount === null ? null : formatAmount(amount)

const viewOf = (row: ListedRow): DeskFrozen =>
  deskFrozen.parse({
    id: row.id.toString(),
    scope: row.scope,
    subject: row.subject.toString(),
    account: row.account,
    faults: row.faults,
    since: moment(row.since),
    status: row.status,
    due: money(row.due),
    proposals: row.proposals,
    proposedBy: row.proposed_by,
    endedBy: row.ended_by,
    endedAt: moment(row.ended_at),
    amount: money(row.amount),
  })

/** Creates the functions. */
export function createFrozen({ db, hub, clock, deskChanges }: FrozenParts): Frozen {
  return {
    set: async (slice) => {
      const atMs = clock.now()
      const { rows, events } = await db.transaction(async (tx) => {
        const marked = await freezeFaults(tx, { atMs, limit: BATCH, slice })
        const told: OutboxEvent[] = []
        for (const row of marked) told.push(...(await tell(tx, row, atMs)))
        return { rows: marked, events: told }
      })
      hub.deliver(events)
      if (rows.length > 0) deskChanges.changed()
      return rows.length
    },
    list: async (page) => pageOf(await selectFrozen(db, page), viewOf),
    step: async ({ id: asked, step, actor }) => {
      const id = found(documentId(asked))
      const atMs = clock.now()
      found(await selectOne(db, id))
      try {
        const events = await db.transaction(async (tx) => {
          const row = await stepFrozen(tx, { id, step, actor, atMs })
          return row.status === 'frozen' ? [] : tell(tx, row, atMs)
        })
        hub.deliver(events)
      } catch (error) {
        throw rejectedFrom(error) ?? error
      } finally {
        deskChanges.changed()
      }
      return viewOf(found(await selectOne(db, id)))
    },
  }
}

/** What the sockets hear of the cashier: the document as it stands, and the balance where money moved. */
import { pageLimit } from '#contract/endpoint.ts'
import { selectBalance } from '#server/cashier/cashier-store.ts'
import { selectDepositsSnapshot } from '#server/cashier/deposits-store.ts'
import {
  type DepositRow,
  depositJson,
  type WithdrawalRow,
  withdrawalJson,
} from '#server/cashier/documents.ts'
import { selectWithdrawalsSnapshot } from '#server/cashier/withdrawals-store.ts'
import { LARGEST_ID } from '#server/cashier/page.ts'
import { appendOutbox, type NewEvent } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/hub.ts'

/** What changed with a document: whether money did, and when, by the market clock. */
interface Change {
  moved: boolean
  atMs: number
}

async function eventsOf(
  tx: Queryable,
  document: NewEvent,
  { moved, atMs }: Change,
): Promise<OutboxEvent[]> {
  const { userId } = document
  if (!moved) return appendOutbox(tx, [document])
  const balance = {
    userId,
    topic: 'balance',
    payload: await selectBalance(tx, userId, atMs),
  } as const
  return appendOutbox(tx, [document, balance])
}

/** The caller holds the user's mutex. */
export const depositEvents = (
  tx: Queryable,
  row: DepositRow,
  change: Change,
): Promise<OutboxEvent[]> =>
  eventsOf(tx, { userId: row.user_id, topic: 'deposits', payload: depositJson(row) }, change)

export const withdrawalEvents = (
  tx: Queryable,
  row: WithdrawalRow,
  change: Change,
): Promise<OutboxEvent[]> =>
  eventsOf(tx, { userId: row.user_id, topic: 'withdrawals', payload: withdrawalJson(row) }, change)

const NEWEST = { statuses: null, before: LARGEST_ID, limit: pageLimit } as const

/** The deposits topic: the newest as they stand, then each document as it changes. */
export const depositsTopic = (db: Database): PrivateTopic => ({
  name: 'deposits',
  snapshot: async (userId) => {
    const { seq, rows } = await selectDepositsSnapshot(db, userId, NEWEST)
    return { seq, json: `[${rows.map(depositJson).join(',')}]` }
  },
})

export const withdrawalsTopic = (db: Database): PrivateTopic => ({
  name: 'withdrawals',
  snapshot: async (userId) => {
    const { seq, rows } = await selectWithdrawalsSnapshot(db, userId, NEWEST)
    return { seq, json: `[${rows.map(withdrawalJson).join(',')}]` }
  },
})

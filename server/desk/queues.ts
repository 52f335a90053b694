/** The queues as operators see them: identities, deposits, withdrawals, changes of payout accounts. */
import { deskPayoutChange } from '#contract/desk.ts'
import { pageOf } from '#server/cashier/page.ts'
import { logFirstLook } from '#server/desk/operator-log.ts'
import { depositOf, found, verificationOf, withdrawalOf } from '#server/desk/queue-rows.ts'
import { type Queued, type QueuePage, selectQueue, selectQueued } from '#server/desk/queue-store.ts'
import { payoutAccountOf } from '#server/payout/payout.ts'
import { openForm } from '#server/payout/sealed-form.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Vault } from '#server/platform/vault.ts'

export interface QueueParts {
  db: Database
  clock: MarketClock
  vault: Vault
  /** Minor units. */
  secondAbove: bigint
}

type ChangeRow = Queued<'payout_changes'>

export function createQueues({ db, clock, vault, secondAbove }: QueueParts) {
  const changeOf = async (tx: Queryable, row: ChangeRow) =>
    deskPayoutChange.parse({
      id: row.id.toString(),
      account: row.account,
      proposed: await openForm(tx, vault, row),
      current: await payoutAccountOf(tx, row.user_id),
      why: row.why,
      status: row.status,
      proposedBy: row.proposed_by,
      proposedAt: Number(row.proposed_at),
      decidedBy: row.decided_by,
      decidedAt: row.decided_at === null ? null : Number(row.decided_at),
    })
  /** They show numbers in full, so the first sight of each is a look. */
  const changesSeen = (page: QueuePage, actor: string) =>
    db.transaction(async (tx) => {
      const rows = await selectQueue(tx, 'payout_changes', page)
      const { items, next } = pageOf(rows, (row) => row)
      const shown = []
      for (const row of items) shown.push(await changeOf(tx, row))
      for (const { id, user_id: userId } of items) {
        const look = { atMs: clock.now(), actor, act: 'payout_viewed', userId } as const
        await logFirstLook(tx, { ...look, ref: `change ${id}` })
      }
      return { items: shown, next: next === null ? null : (shown.at(-1)?.id ?? null) }
    })
  const deposit = (row: Queued<'deposits'>) => depositOf(row, secondAbove)
  const withdrawal = (row: Queued<'withdrawals'>) => withdrawalOf(row, secondAbove)
  return {
    verifications: async (page: QueuePage) =>
      pageOf(await selectQueue(db, 'verifications', page), verificationOf),
    verification: async (id: string) =>
      verificationOf(found(await selectQueued(db, 'verifications', id))),
    deposits: async (page: QueuePage) => pageOf(await selectQueue(db, 'deposits', page), deposit),
    deposit: async (id: string) => deposit(found(await selectQueued(db, 'deposits', id))),
    withdrawals: async (page: QueuePage) =>
      pageOf(await selectQueue(db, 'withdrawals', page), withdrawal),
    withdrawal: async (id: string) => withdrawal(found(await selectQueued(db, 'withdrawals', id))),
    payoutChanges: changesSeen,
    payoutChange: async (id: string) =>
      changeOf(db, found(await selectQueued(db, 'payout_changes', id))),
  }
}
export type Queues = ReturnType<typeof createQueues>

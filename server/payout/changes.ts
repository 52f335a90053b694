/**
 * Changes of a payout account by customer service: one operator proposes, another decides, and withdrawals are held for
 * two days.
 */
import { HOUR_MS } from '#contract/time.ts'
import type { PayoutForm } from '#contract/payout.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { userByAccount } from '#server/identity/identity-store.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import {
  insertChange,
  applyPayoutChange,
  type PayoutChangeRow,
  selectIsChangeWaiting,
} from '#server/payout/payout-store.ts'
import { currentPayout } from '#server/profile/payout-account.ts'
import { assertDestination, assertOwnName, type SaveParts } from '#server/payout/save.ts'
import { masksOf, openForm, sealForm } from '#server/payout/sealed-form.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { Vault } from '#server/platform/vault.ts'

/** How long withdrawals are held, so that the owner can see the message and object. */
export const PAYOUT_CHANGE_HOLD_MS = 48 * HOUR_MS
const WAITING_MAX = 1

export interface ChangeParts extends Omit<SaveParts, 'clock' | 'stepUp'> {
  deskChanges: DeskChanges
}
/** A proposed change. */
export interface Proposal {
  account: string
  proposed: PayoutForm
  why: string
  actor: Actor
  atMs: number
}
/** Stores a proposal. Throws `not_found`, `payout_account_missing`, `too_many_in_review`, `validation_failed`. */
export async function proposeChange(
  { db, hub, vault, deskChanges }: ChangeParts,
  proposal: Proposal,
): Promise<PayoutChangeRow> {
  assertDestination(proposal.proposed, 'proposed')
  const user = await userByAccount(db, proposal.account)
  if (user === undefined) throw new Rejected('not_found')
  const { actor, atMs, why } = proposal
  const row = await changeUser({ db, hub }, user.id, async (tx) => {
    if ((await currentPayout(tx, user.id)) === null) throw new Rejected('payout_account_missing')
    if (await selectIsChangeWaiting(tx, user.id)) {
      throw new Rejected('too_many_in_review', { limit: WAITING_MAX })
    }
    await assertOwnName(tx, vault, { userId: user.id, form: proposal.proposed, under: 'proposed' })
    const sealed = await sealForm(tx, vault, { userId: user.id, form: proposal.proposed, atMs })
    const value = await insertChange(tx, { userId: user.id, ...sealed, why, actor, atMs })
    return { value, events: [] }
  })
  deskChanges.changed()
  return row
}

/** The end of the hold after a change, in ms. */
export const heldUntil = (atMs: number): number => atMs + PAYOUT_CHANGE_HOLD_MS

/** Applies an approved change: its account replaces the current one. The caller holds the user's mutex. */
export async function applyChange(
  tx: Queryable,
  vault: Vault,
  row: PayoutChangeRow,
): Promise<void> {
  const form = await openForm(tx, vault, row)
  // The user may have submitted an identity after the change was proposed.
  await assertOwnName(tx, vault, { userId: row.user_id, form, under: 'proposed' })
  await applyPayoutChange(tx, row.id, masksOf(form))
}

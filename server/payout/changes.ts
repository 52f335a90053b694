/** Customer service changes a payout account: one operator proposes, another decides, and withdrawals wait two days. */
import type { PayoutForm } from '#contract/payout.ts'
import type { RejectReason } from '#contract/review.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { logAct } from '#server/desk/operator-log.ts'
import { userByAccount } from '#server/identity/identity-store.ts'
import { profileChanged } from '#server/identity/profile.ts'
import { changeUser } from '#server/ledger/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import * as store from '#server/payout/change-store.ts'
import { insertPayoutAccount, replaceCurrent } from '#server/payout/payout-store.ts'
import { currentPayout } from '#server/payout/payout.ts'
import { assertDestination, assertOwnName, type SaveParts } from '#server/payout/save.ts'
import { masksOf, openForm, sealForm } from '#server/payout/sealed-form.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent } from '#server/platform/hub.ts'

/** Long enough for the owner to see the message and object. */
export const PAYOUT_CHANGE_HOLD_MS = 48 * 3_600_000
const WAITING_MAX = 1
const LARGEST_ID = 2n ** 63n - 1n

export interface ChangeParts extends Omit<SaveParts, 'clock' | 'stepUp'> {
  desk: DeskBell
}
export interface Proposal {
  account: string
  proposed: PayoutForm
  why: string
  actor: string
  atMs: number
}
export interface ChangeDecision {
  id: bigint
  decision: 'approve' | 'reject'
  /** Null when approving, and only then. */
  reason: RejectReason | null
  actor: string
  atMs: number
}

/** Throws `not_found`, `payout_account_missing`, `too_many_in_review`, `validation_failed`. */
export async function proposeChange(
  { db, hub, vault, desk }: ChangeParts,
  it: Proposal,
): Promise<store.PayoutChangeRow> {
  assertDestination(it.proposed, 'proposed')
  const user = await userByAccount(db, it.account)
  if (user === undefined) throw new Rejected('not_found')
  const { actor, atMs, why } = it
  const row = await changeUser({ db, hub }, user.id, async (tx) => {
    if ((await currentPayout(tx, user.id)) === null) throw new Rejected('payout_account_missing')
    if (await store.selectWaiting(tx, user.id)) {
      throw new Rejected('too_many_in_review', { limit: WAITING_MAX })
    }
    await assertOwnName(tx, vault, { userId: user.id, form: it.proposed, under: 'proposed' })
    const sealed = await sealForm(tx, vault, { userId: user.id, form: it.proposed, atMs })
    const value = await store.insertChange(tx, { userId: user.id, ...sealed, why, actor, atMs })
    const act = { act: 'payout_change_propose', userId: user.id, ref: value.id.toString() } as const
    await logAct(tx, { atMs, actor, ...act })
    return { value, events: [] }
  })
  desk.changed()
  return row
}

async function approve(
  parts: ChangeParts,
  tx: Queryable,
  row: store.PayoutChangeRow,
  atMs: number,
): Promise<OutboxEvent[]> {
  const { user_id: userId, key_id: keyId, form_sealed: formSealed } = row
  const form = await openForm(tx, parts.vault, row)
  // The identity may have been sent in after the change was proposed.
  await assertOwnName(tx, parts.vault, { userId, form, under: 'proposed' })
  const masks = masksOf(form)
  const heldUntil = atMs + PAYOUT_CHANGE_HOLD_MS
  await replaceCurrent(tx, userId, atMs)
  await insertPayoutAccount(tx, { userId, ...masks, keyId, formSealed, setAt: atMs, heldUntil })
  const params = { until: String(heldUntil) }
  const about = { userId, kind: 'payout_account_changed', params, sentAt: atMs } as const
  return [await sendMessage(tx, about), await profileChanged(tx, userId)]
}

async function decide(parts: ChangeParts, tx: Queryable, it: ChangeDecision) {
  // Under the lock: another operator may have been faster.
  const known = await store.selectChange(tx, it.id)
  if (known === undefined) throw new Rejected('not_found')
  const { status, proposed_by } = known
  if (status !== 'proposed') throw new Rejected('document_moved_on', { status })
  const approves = it.decision === 'approve'
  if (approves && proposed_by === it.actor) throw new Rejected('same_operator')
  const { actor, atMs } = it
  const decided = approves ? 'approved' : 'rejected'
  const row = await store.updateDecided(tx, { id: it.id, status: decided, actor, atMs })
  const events = approves ? await approve(parts, tx, row, atMs) : []
  const act = { act: `payout_change_${it.decision}`, userId: row.user_id } as const
  await logAct(tx, { atMs, actor, ...act, ref: row.id.toString(), reason: it.reason })
  return { value: row, events }
}

/** Throws `not_found`, `same_operator`, or `document_moved_on` when somebody decided before. */
export async function decideChange(
  parts: ChangeParts,
  it: ChangeDecision,
): Promise<store.PayoutChangeRow> {
  const known = it.id > LARGEST_ID ? undefined : await store.selectChange(parts.db, it.id)
  if (known === undefined) throw new Rejected('not_found')
  const row = await changeUser(parts, known.user_id, (tx) => decide(parts, tx, it))
  parts.desk.changed()
  return row
}

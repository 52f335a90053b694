/** A payout form encrypted with the user's key, and the masked values that stay readable. */
import { type PayoutForm, payoutForm } from '#contract/payout.ts'
import { maskName, maskNumber, maskPlace } from '#rules/masking.ts'
import { normalDestination } from '#rules/payout-destination.ts'
import { selectCurrentPayout } from '#server/profile/profile-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Vault } from '#server/platform/vault.ts'

/** An encrypted form. */
export interface SealedForm {
  keyId: bigint
  formSealed: Buffer
}

/** Encrypts a form. */
export async function sealForm(
  tx: Queryable,
  vault: Vault,
  owned: { userId: bigint; form: PayoutForm; atMs: number },
): Promise<SealedForm> {
  const { userId, form, atMs } = owned
  const keyId = await vault.keyFor(tx, { userId, purpose: 'payout', atMs })
  const text = JSON.stringify(normalDestination(form))
  return { keyId, formSealed: await vault.seal(tx, keyId, Buffer.from(text)) }
}

/** Decrypts a form in full. The caller logs the view. */
export async function openForm(
  tx: Queryable,
  vault: Vault,
  sealed: { key_id: bigint; form_sealed: Buffer },
): Promise<PayoutForm> {
  const text = await vault.open(tx, sealed.key_id, sealed.form_sealed)
  if (text === null) throw new Error(`the key ${sealed.key_id} of a payout form is destroyed`)
  return payoutForm.parse(JSON.parse(text.toString()))
}

/** The holder of the current account. Null if there is none. */
export async function savedHolderOf(
  tx: Queryable,
  vault: Vault,
  userId: bigint,
): Promise<string | null> {
  const current = await selectCurrentPayout(tx, userId)
  return current === undefined ? null : (await openForm(tx, vault, current)).holder
}

/** The masked values of a form. */
export function masksOf(form: PayoutForm) {
  const { kind, nationality } = form
  const account = { kind, nationality, holderMask: maskName(form.holder) }
  return form.kind === 'bank_card'
    ? {
        ...account,
        bank: form.bank,
        numberMask: maskNumber(form.number),
        addressMask: maskPlace(form.address),
      }
    : { ...account, bank: form.currency, numberMask: maskNumber(form.address), addressMask: null }
}

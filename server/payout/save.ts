/** A user sets the payout account once. Of two simultaneous requests exactly one succeeds. */
import { type PayoutForm, payoutAccount } from '#contract/payout.ts'
import { destinationIssues } from '#rules/payout-destination.ts'
import { isSameName } from '#rules/person-name.ts'
import { profileChanged } from '#server/profile/profile.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import { insertPayoutAccount } from '#server/payout/payout-store.ts'
import { currentPayout, payoutAccountOf } from '#server/profile/payout-account.ts'
import { masksOf, sealForm } from '#server/payout/sealed-form.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import type { Vault } from '#server/platform/vault.ts'
import { identityNameOf } from '#server/profile/verification.ts'

/** What setting the account needs. */
export interface SaveParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  vault: Vault
  stepUp: Pick<StepUp, 'tradingPassword'>
}
/** A payout account to set. */
export interface NewDestination extends CommandKey {
  form: PayoutForm
  tradingPassword: string
  /** Of the user's session. */
  secret: string
  /** The address for which wrong passwords are counted. */
  address: string
}

/** Throws `validation_failed` if the form is invalid. `under` is the field of the request that contains the form. */
export function assertDestination(form: PayoutForm, under: string): void {
  const issues = destinationIssues(form)
  if (issues.length === 0) return
  const named = issues.map(({ path, code }) => ({ path: `${under}.${path}`, code }))
  throw new Rejected('validation_failed', {}, named)
}

/** Throws `validation_failed` if the holder's name differs from the user's identity. */
export async function assertOwnName(
  tx: Queryable,
  vault: Vault,
  owned: { userId: bigint; form: PayoutForm; under: string },
): Promise<void> {
  const name = await identityNameOf(tx, vault, owned.userId)
  if (name === null || isSameName(name, owned.form.holder)) return
  const path = `${owned.under}.holder`
  throw new Rejected('validation_failed', {}, [{ path, code: 'other_name' }])
}

async function set(
  parts: SaveParts,
  tx: Queryable,
  destination: NewDestination,
): Promise<CommandResult> {
  const { userId, form, secret } = destination
  if ((await currentPayout(tx, userId)) !== null) throw new Rejected('payout_account_set')
  await assertOwnName(tx, parts.vault, { userId, form, under: 'account' })
  const atMs = parts.clock.now()
  const sealed = await sealForm(tx, parts.vault, { userId, form, atMs })
  await insertPayoutAccount(tx, { userId, secret, ...masksOf(form), ...sealed, setAt: atMs })
  const made = payoutAccount.parse(await payoutAccountOf(tx, userId))
  return {
    reply: JSON.stringify({ payoutAccount: made }),
    events: [await profileChanged(tx, userId)],
  }
}

/** Returns JSON of `setPayoutAccount` in contract/endpoints/cashier.ts. A repeated key returns the stored bytes. */
export async function savePayoutAccount(
  parts: SaveParts,
  destination: NewDestination,
): Promise<string> {
  assertDestination(destination.form, 'account')
  await parts.stepUp.tradingPassword(
    destination.userId,
    destination.tradingPassword,
    destination.address,
  )
  return moneyCommand(parts, destination, (tx) => set(parts, tx, destination))
}

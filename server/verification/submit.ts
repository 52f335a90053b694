/** Submits a user's identity: checks it by nationality, encrypts it, claims both photos, and notifies the reviewers. */
import type { z } from 'zod'
import { verification, type verificationForm } from '#contract/verification.ts'
import { identityIssues, normalDocument } from '#rules/identity-document.ts'
import { maskName, maskNumber } from '#rules/masking.ts'
import { isSameName, normalName } from '#rules/person-name.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'
import { savedHolderOf } from '#server/payout/sealed-form.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { claimPhoto } from '#server/verification/photos.ts'
import { selectLatestVerification } from '#server/profile/profile-store.ts'
import { insertVerification } from '#server/verification/verification-store.ts'
import { verificationOf } from '#server/profile/verification.ts'

/** What submitting needs. */
export interface SubmitParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  vault: Vault
  deskChanges: DeskChanges
}
/** A submitted identity. */
export interface Submission extends CommandKey {
  form: z.output<typeof verificationForm>
}

const REFUSED_WHILE = {
  verifying: 'verification_pending',
  verified: 'already_verified',
} as const

async function seal(vault: Vault, tx: Queryable, { userId, form }: Submission, atMs: number) {
  const keyId = await vault.keyFor(tx, { userId, purpose: 'identity', atMs })
  const name = normalName(form.name)
  const idNumber = normalDocument(form.idNumber)
  return {
    keyId,
    nameSealed: await vault.seal(tx, keyId, Buffer.from(name)),
    idNumberSealed: await vault.seal(tx, keyId, Buffer.from(idNumber)),
    nameMask: maskName(name),
    idNumberMask: maskNumber(idNumber),
    documentDigest: vault.digest(`${form.nationality}|${idNumber}`),
  }
}

async function send(
  parts: SubmitParts,
  tx: Queryable,
  submission: Submission,
): Promise<CommandResult> {
  const { userId, form } = submission
  const status = (await selectLatestVerification(tx, userId))?.status ?? 'none'
  if (status === 'verifying' || status === 'verified') {
    throw new Rejected(REFUSED_WHILE[status])
  }
  const holder = await savedHolderOf(tx, parts.vault, userId)
  if (holder !== null && !isSameName(holder, form.name)) {
    throw new Rejected('validation_failed', {}, [{ path: 'name', code: 'other_name' }])
  }
  const atMs = parts.clock.now()
  const claim = (photoId: string, purpose: 'id_front' | 'id_back') =>
    claimPhoto(tx, { userId, photoId, purpose, atMs })
  const frontPhoto = await claim(form.frontPhoto, 'id_front')
  const backPhoto = await claim(form.backPhoto, 'id_back')
  const sealed = await seal(parts.vault, tx, submission, atMs)
  const { nationality } = form
  const photos = { frontPhoto, backPhoto }
  await insertVerification(tx, { userId, nationality, ...sealed, ...photos, submittedAt: atMs })
  const reply = JSON.stringify(verification.parse(await verificationOf(tx, userId)))
  return { reply, events: [await profileChanged(tx, userId)] }
}

/** Returns JSON of `verification` in contract/verification.ts. A repeated key returns the stored bytes. */
export async function submitVerification(
  parts: SubmitParts,
  submission: Submission,
): Promise<string> {
  const issues = identityIssues(submission.form, parts.clock.now())
  if (issues.length > 0) throw new Rejected('validation_failed', {}, issues)
  const reply = await moneyCommand(parts, submission, (tx) => send(parts, tx, submission))
  parts.deskChanges.changed()
  return reply
}

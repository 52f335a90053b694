/** The pictures of recoveries as they are sealed: under their recovery and name, so that none passes as another. */
import type { RecoveryPicture } from '#contract/recovery.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What a sealed picture begins with. */
export const labelOf = (id: bigint, picture: RecoveryPicture): Buffer =>
  Buffer.from(`recovery ${id} ${picture}\n`)

/** The WebP of a sealed picture. Throws `photo_tampered` if it is not the one that was stored. */
export function openPicture(
  vault: Vault,
  which: { id: bigint; picture: RecoveryPicture },
  stored: { key_sealed: Buffer; sealed: Buffer },
): Buffer {
  const label = labelOf(which.id, which.picture)
  const plain = vault.openApart({ keySealed: stored.key_sealed, sealed: stored.sealed })
  if (plain === null || !plain.subarray(0, label.length).equals(label)) {
    throw new Rejected('photo_tampered')
  }
  return plain.subarray(label.length)
}

/** The keys with which devices sign orders (contract/signed-order.ts). */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'
import { deviceKeyId, devicePublicKey } from '#contract/signed-order.ts'

/** Keys that one user may register per day. */
export const DEVICE_KEYS_PER_DAY = 20

/** A key that a device registered, as its owner sees it. */
export const deviceKey = z.object({
  keyId: deviceKeyId,
  publicKey: devicePublicKey,
  registeredAt: timeMs,
  /** Its record in the chain of devices. */
  seq: z.int().check(z.positive()),
  /** The session that registered it, as in the list of sessions; null if that was deleted. */
  session: z.nullable(z.string()),
  current: z.boolean(),
})

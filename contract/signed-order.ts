/**
 * A purchase that the device signs. The device fixes the moment from which the order counts, so that the server cannot
 * choose it. rules/signed-order.ts has the texts that are signed.
 */
import { z } from 'zod/mini'
import { hash, timeMs } from '#contract/scalars.ts'

/** The shortest time from the tap to the start of the order. */
export const LEAD_MIN_MS = 300
/** The longest time from the tap to the start of the order. */
export const LEAD_MAX_MS = 3_000
/** The time from the acceptance of an order that no device signed to its start, in ms. */
export const UNSIGNED_LEAD_MS = 1_000
/** A device whose clock is less certain than this probes again before it signs. */
export const UNCERTAINTY_MAX_MS = 2_000
/** The newest record that the device saw is at most this much older than the tap, plus the clock's uncertainty. */
export const SEEN_AGE_MAX_MS = 2_000

/** A signature of ECDSA P-256 with SHA-256, as WebCrypto returns it: r and s, 64 bytes, base64. */
export const deviceSignature = z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/))
/** A public key of ECDSA P-256 as SPKI DER in base64: 91 bytes with an uncompressed point. */
export const devicePublicKey = z.string().check(z.regex(/^[A-Za-z0-9+/]{122}==$/))
/** The id of a device's key: the first 16 hex digits of the SHA-256 of its base64 text. */
export const deviceKeyId = z.string().check(z.regex(/^[0-9a-f]{16}$/))

/** What a device adds to an order: when it starts, what the device had seen, and the signature over all of it. */
export const orderSignature = z.object({
  /** The id of the key that signed: the first 16 hex digits of the SHA-256 of its base64 text. */
  deviceKeyId,
  /** The newest record of the product's log that the device had received. */
  head: z.object({ seq: z.int().check(z.positive()), hash }),
  /** When the user tapped, in market time as the device estimates it. */
  tappedAt: timeMs,
  /** How far that estimate may be wrong, in ms. */
  uncertaintyMs: z.int().check(z.gte(0), z.lte(UNCERTAINTY_MAX_MS)),
  /** When the order starts: the tap plus LEAD_MIN_MS to LEAD_MAX_MS. The entry is the first tick after it. */
  startsAt: timeMs,
  /** ECDSA P-256 with SHA-256 over the text: r and s, 64 bytes, in base64. */
  signature: deviceSignature,
})
export type OrderSignature = z.infer<typeof orderSignature>

/** The newest record of a product's log, which devices sign. */
export const logHead = z.object({ seq: z.int().check(z.positive()), timeMs, hash })

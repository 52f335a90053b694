/** Second factors: how each proves itself. */
import { z } from 'zod'

export const totpCode = z.string().regex(/^\d{6}$/)
/** `XXXXX-XXXXX`, Crockford base 32; each works once. */
export const recoveryCode = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
/** JSON as WebAuthn's own libraries make and read it. */
export const webAuthnJson = z.record(z.string(), z.unknown())
/** One proof of one factor: a code, a recovery code, or a passkey's answer to a challenge. */
export const factorProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code: totpCode }),
  z.object({ kind: z.literal('recovery'), code: recoveryCode }),
  z.object({ kind: z.literal('passkey'), answer: webAuthnJson }),
])
export type FactorProof = z.infer<typeof factorProof>

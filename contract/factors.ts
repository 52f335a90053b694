/** Second factors: how each proves itself. */
import { z } from 'zod'

export const totpCode = z.string().regex(/^\d{6}$/)
/** `XXXXX-XXXXX`, Crockford base 32; each works once. */
export const recoveryCode = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
/** JSON as WebAuthn's own libraries make and read it. */
export const webAuthnJson = z.record(z.string(), z.unknown())
const totpProof = z.object({ kind: z.literal('totp'), code: totpCode })
const passkeyProof = z.object({ kind: z.literal('passkey'), answer: webAuthnJson })
/** One proof of one factor: a code, a recovery code, or a passkey's answer to a challenge. */
export const factorProof = z.discriminatedUnion('kind', [
  totpProof,
  z.object({ kind: z.literal('recovery'), code: recoveryCode }),
  passkeyProof,
])
export type FactorProof = z.infer<typeof factorProof>
/** Operators have no recovery codes: the command line enrols them again. */
export const operatorProof = z.discriminatedUnion('kind', [totpProof, passkeyProof])
export type OperatorProof = z.infer<typeof operatorProof>

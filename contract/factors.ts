/** Second factors: the proofs that users and operators send for them. */
import { z } from 'zod/mini'

/** A code of an authenticator app (TOTP): six digits. */
export const totpCode = z.string().check(z.regex(/^\d{6}$/))
/** A recovery code, `XXXXX-XXXXX` in Crockford base 32. Each can be used once. */
export const recoveryCode = z
  .string()
  .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/))
/** Options or answers of WebAuthn, in the JSON form that the SimpleWebAuthn libraries produce and read. */
export const webAuthnJson = z.record(z.string(), z.unknown())
const totpProof = z.object({ kind: z.literal('totp'), code: totpCode })
const passkeyProof = z.object({ kind: z.literal('passkey'), answer: webAuthnJson })
/** One proof of a user's second factor: a TOTP code, a recovery code, or a passkey's answer to a challenge. */
export const factorProof = z.discriminatedUnion('kind', [
  totpProof,
  z.object({ kind: z.literal('recovery'), code: recoveryCode }),
  passkeyProof,
])
/** The parsed proof of a user's second factor. */
export type FactorProof = z.infer<typeof factorProof>
/**
 * One proof of an operator's second factor. Operators have no recovery codes; they are enrolled again on the command
 * line.
 */
export const operatorProof = z.discriminatedUnion('kind', [totpProof, passkeyProof])
/** The parsed proof of an operator's second factor. */
export type OperatorProof = z.infer<typeof operatorProof>

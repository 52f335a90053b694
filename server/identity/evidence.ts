/**
 * Proofs of second factors as the database stores them beside the act that they confirmed, so that they can be verified
 * again. `keep_proof` in server/sql/functions/desk.sql reads the same fields.
 */
import type { PasskeyRow } from '#server/identity/passkey-store.ts'

/** A code of an authenticator app. Each works once, so a stored one is of no use. */
interface CodeEvidence {
  kind: 'totp'
  code: string
  /** The time step that the code belongs to. */
  step: number
}
/** A passkey as it was registered, and its answer to a challenge. */
export interface PasskeyEvidence {
  kind: 'passkey'
  keyId: string
  /** Hexadecimal. */
  publicKey: string
  /** The passkey's counter before and after the answer. */
  counter: string
  newCounter: number
  origin: string
  challenge: string
  /** The answer of the browser: authenticator data, client data and signature. */
  answer: unknown
}
/** A proof of an operator. */
export type OperatorEvidence = CodeEvidence | PasskeyEvidence
/** A proof of a user. A recovery code is used up by its digest, so nothing of it is stored. */
export type UserEvidence = OperatorEvidence | { kind: 'recovery' }
/** A proof of a user that was used up. */
export type UsedEvidence = UserEvidence & {
  /** The id of the stored use. */
  use: string
}

/** A passkey's verified answer. */
export const passkeyEvidence = (
  passkey: PasskeyRow,
  answered: { challenge: string; newCounter: number; answer: unknown },
): PasskeyEvidence => ({
  kind: 'passkey',
  keyId: passkey.id,
  publicKey: passkey.public_key.toString('hex'),
  counter: passkey.counter.toString(),
  origin: passkey.origin,
  ...answered,
})

/** An operator's second factor at log-in: the authenticator that the command line enrolled, or a passkey. */
import type { OperatorProof } from '#contract/factors.ts'
import { type OperatorEvidence, passkeyEvidence } from '#server/identity/evidence.ts'
import * as store from '#server/desk/operator-factor-store.ts'
import {
  answeringPasskey,
  authenticationOptions,
  CHALLENGE_LIFE_MS,
  verifiedAnswer,
} from '#server/identity/passkeys.ts'
import { totpStep } from '#server/identity/totp.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What checking factors needs. */
export interface FactorParts {
  db: Database
  clock: MarketClock
  vault: Vault
  allowedOrigins: readonly string[]
}

/** A passkey's answer at log-in is bound to the operator only. */
const LOG_IN = { purpose: 'log_in', bound: '' } as const

/** The second factors of operators. */
export interface OperatorFactors {
  /** False if the command line must enrol this operator first, or again. */
  enrolled(operatorId: bigint): Promise<boolean>
  /**
   * Verifies a proof, and removes the challenge that it answers. Null if it is invalid. Opening the session uses it up.
   */
  verify(tx: Queryable, operatorId: bigint, proof: OperatorProof): Promise<OperatorEvidence | null>
  /** Options of the browser's prompt. Throws `factor_required` if the operator has no passkey. */
  challenge(operatorId: bigint): Promise<Record<string, unknown>>
}

/** Creates the functions that check second factors. */
export function createOperatorFactors(parts: FactorParts): OperatorFactors {
  const { db, clock, vault, allowedOrigins } = parts

  /** Null if the operator was never enrolled, or the secret was sealed with a key that this server does not have. */
  const secretOf = async (tx: Queryable, operatorId: bigint): Promise<Buffer | null> => {
    const sealed = await store.selectSecret(tx, operatorId)
    if (sealed === undefined) return null
    try {
      return vault.openOwn(sealed)
    } catch {
      return null
    }
  }
  const verifyCode = async (
    tx: Queryable,
    operatorId: bigint,
    code: string,
  ): Promise<OperatorEvidence | null> => {
    const secret = await secretOf(tx, operatorId)
    const step = secret === null ? null : totpStep(secret, code, clock.now())
    return step === null ? null : { kind: 'totp', code, step }
  }
  const verifyPasskey = async (
    tx: Queryable,
    operatorId: bigint,
    answer: unknown,
  ): Promise<OperatorEvidence | null> => {
    const passkey = answeringPasskey(answer, await store.selectOperatorPasskeys(tx, operatorId))
    const asking = { operatorId, ...LOG_IN, nowMs: clock.now() }
    const challenge = await store.takeOperatorChallenge(tx, asking)
    if (passkey === undefined || challenge === undefined) return null
    const newCounter = await verifiedAnswer(answer, { challenge, passkey, allowedOrigins })
    if (newCounter === null) return null
    return passkeyEvidence(passkey, { challenge, newCounter, answer })
  }

  return {
    enrolled: async (operatorId) => (await secretOf(db, operatorId)) !== null,
    verify: (tx, operatorId, proof) =>
      proof.kind === 'totp'
        ? verifyCode(tx, operatorId, proof.code)
        : verifyPasskey(tx, operatorId, proof.answer),
    challenge: async (operatorId) => {
      const passkeys = await store.selectOperatorPasskeys(db, operatorId)
      if (passkeys.length === 0) throw new Rejected('factor_required', { methods: 'totp' })
      const options = await authenticationOptions(passkeys)
      const expiresMs = clock.now() + CHALLENGE_LIFE_MS
      const { challenge } = options
      await store.keepOperatorChallenge(db, { operatorId, ...LOG_IN, challenge, expiresMs })
      return options
    },
  }
}

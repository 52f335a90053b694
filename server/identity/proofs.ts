/** Checks a proof of a second factor and uses it up, in the transaction of what it proves. */
import type { FactorProof } from '#contract/factors.ts'
import { selectTotp, useRecoveryCode, useTotpStep } from '#server/identity/factor-store.ts'
import {
  type ChallengePurpose,
  selectPasskeys,
  takeChallenge,
  usedPasskey,
} from '#server/identity/passkey-store.ts'
import { answeringPasskey, verifiedAnswer } from '#server/identity/passkeys.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { formerRecoveryDigest, recoveryDigest } from '#server/identity/recovery-codes.ts'
import { totpStep } from '#server/identity/totp.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What checking proofs needs. */
export interface ProofParts {
  clock: MarketClock
  vault: Vault
  allowedOrigins: readonly string[]
}

/** A proof to check. */
export interface Proving {
  userId: bigint
  proof: FactorProof
  bound: string
  purpose: ChallengePurpose
}

type ProofOf<K extends FactorProof['kind']> = Extract<FactorProof, { kind: K }>

/** The second factors that a user can prove. Recovery codes come with `totp`. */
export async function usableFactors(
  tx: Queryable,
  userId: bigint,
): Promise<('totp' | 'passkey')[]> {
  const totp = await selectTotp(tx, userId)
  const passkeys = await selectPasskeys(tx, userId)
  return [
    ...(totp?.confirmed_at != null ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ]
}

/** Creates the function that checks proofs. */
export function createProofs({ clock, vault, allowedOrigins }: ProofParts) {
  const totp = async (tx: Queryable, userId: bigint, { code }: ProofOf<'totp'>) => {
    const row = await selectTotp(tx, userId)
    const secret = row === undefined ? null : await vault.open(tx, row.key_id, row.secret_sealed)
    const step = secret === null ? null : totpStep(secret, code, clock.now())
    return step !== null && (await useTotpStep(tx, userId, step))
  }
  const recovery = async (tx: Queryable, userId: bigint, { code }: ProofOf<'recovery'>) => {
    const digests = [
      await recoveryDigest(vault, userId, code),
      formerRecoveryDigest(vault, userId, code),
    ]
    return useRecoveryCode(tx, { userId, digests, atMs: clock.now() })
  }

  const passkey = async (tx: Queryable, { userId, bound, purpose }: Proving, answer: unknown) => {
    const atMs = clock.now()
    const passkey = answeringPasskey(answer, await selectPasskeys(tx, userId))
    const challenge = await takeChallenge(tx, { userId, purpose, bound, nowMs: atMs })
    if (passkey === undefined || challenge === undefined) return false
    const counter = await verifiedAnswer(answer, { challenge, passkey, allowedOrigins })
    if (counter === null) return false
    await usedPasskey(tx, { userId, id: passkey.id, counter, atMs })
    return true
  }
  const isGood = (tx: Queryable, attempt: Proving): Promise<boolean> => {
    const { userId, proof } = attempt
    if (proof.kind === 'totp') return totp(tx, userId, proof)
    return proof.kind === 'recovery'
      ? recovery(tx, userId, proof)
      : passkey(tx, attempt, proof.answer)
  }

  /** Throws `factor_wrong`. A valid proof is used up when the transaction commits. */
  return async (tx: Queryable, attempt: Proving): Promise<OutboxEvent[]> => {
    if (!(await isGood(tx, attempt))) throw new Rejected('factor_wrong')
    return attempt.proof.kind === 'totp' ? [] : [await profileChanged(tx, attempt.userId)]
  }
}

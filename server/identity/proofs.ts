/** Checks a proof of a second factor and uses it up, in the transaction of what it proves. */
import type { FactorProof } from '#contract/factors.ts'
import { passkeyEvidence, type UsedEvidence, type UserEvidence } from '#server/identity/evidence.ts'
import { selectTotp, useFactor } from '#server/identity/factor-store.ts'
import {
  type ChallengePurpose,
  selectPasskeys,
  takeChallenge,
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

export interface UsedProof {
  events: OutboxEvent[]
  /** What the database may store beside the act. Null if no second factor is on. */
  evidence: UsedEvidence | null
  /** The id of the stored use. Null if no second factor is on. */
  proofId: bigint | null
}

type Used = Pick<UsedProof, 'evidence' | 'proofId'>

/** Creates the function that checks proofs. */
export function createProofs({ clock, vault, allowedOrigins }: ProofParts) {
  /** Null if the factor was used before. */
  const used = async (
    tx: Queryable,
    use: { userId: bigint; evidence: UserEvidence; digests?: readonly Buffer[] },
  ): Promise<Used | null> => {
    const proofId = await useFactor(tx, { ...use, atMs: clock.now() })
    if (proofId === null) return null
    return { evidence: { ...use.evidence, use: proofId.toString() }, proofId }
  }
  const totp = async (tx: Queryable, userId: bigint, { code }: ProofOf<'totp'>) => {
    const row = await selectTotp(tx, userId)
    const secret = row === undefined ? null : await vault.open(tx, row.key_id, row.secret_sealed)
    const step = secret === null ? null : totpStep(secret, code, clock.now())
    return step === null ? null : used(tx, { userId, evidence: { kind: 'totp', code, step } })
  }
  const recovery = async (tx: Queryable, userId: bigint, { code }: ProofOf<'recovery'>) => {
    const digests = [
      await recoveryDigest(vault, userId, code),
      formerRecoveryDigest(vault, userId, code),
    ]
    return used(tx, { userId, evidence: { kind: 'recovery' }, digests })
  }

  const passkey = async (tx: Queryable, { userId, bound, purpose }: Proving, answer: unknown) => {
    const atMs = clock.now()
    const passkey = answeringPasskey(answer, await selectPasskeys(tx, userId))
    const challenge = await takeChallenge(tx, { userId, purpose, bound, nowMs: atMs })
    if (passkey === undefined || challenge === undefined) return null
    const newCounter = await verifiedAnswer(answer, { challenge, passkey, allowedOrigins })
    if (newCounter === null) return null
    const evidence = passkeyEvidence(passkey, { challenge, newCounter, answer })
    return used(tx, { userId, evidence })
  }
  const usedOf = (tx: Queryable, attempt: Proving): Promise<Used | null> => {
    const { userId, proof } = attempt
    if (proof.kind === 'totp') return totp(tx, userId, proof)
    return proof.kind === 'recovery'
      ? recovery(tx, userId, proof)
      : passkey(tx, attempt, proof.answer)
  }

  /** Throws `factor_wrong`. A valid proof is used up when the transaction commits. */
  return async (tx: Queryable, attempt: Proving): Promise<UsedProof> => {
    const found = await usedOf(tx, attempt)
    if (found === null) throw new Rejected('factor_wrong')
    const shown = attempt.proof.kind !== 'totp'
    return { events: shown ? [await profileChanged(tx, attempt.userId)] : [], ...found }
  }
}

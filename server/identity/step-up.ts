/** Asking again before something that matters: the trading password, then a second factor where one is on. */
import type { FactorProof } from '#contract/factors.ts'
import { factorBuckets } from '#server/identity/login-buckets.ts'
import {
  type ChallengePurpose,
  keepChallenge,
  type PasskeyRow,
  selectPasskeys,
} from '#server/identity/passkey-store.ts'
import { authenticationOptions, CHALLENGE_LIFE_MS } from '#server/identity/passkeys.ts'
import type { CheckPassword } from '#server/identity/password-check.ts'
import { createProofs, type ProofParts, usableFactors } from '#server/identity/proofs.ts'
import { type Bucket, countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** What a passkey is asked for; a challenge of one purpose is no answer to another. */
export type ProofPurpose = Exclude<ChallengePurpose, 'register'>

export interface ProofAttempt {
  userId: bigint
  /** Null: the user sent none. */
  proof: FactorProof | null
  /** What a passkey's answer must have been asked for; codes are bound by travelling in the same request. */
  bound: string
  /** Default: `withdraw`. */
  purpose?: ProofPurpose
  /** Where a wrong proof is counted. Default: with all others of the user. */
  buckets?: readonly Bucket[]
}

/**
 * Uses the proof up in this transaction, which holds the user's mutex: rolled back, the proof is good again. Returns
 * the events to deliver after the commit.
 */
export type UseProof = (tx: Queryable) => Promise<OutboxEvent[]>

export interface StepUp {
  /** Throws `trading_password_wrong`, or `rate_limited` after too many. */
  tradingPassword(userId: bigint, password: string, address: string): Promise<void>
  /** Throws `factor_required` when a factor is on and no proof came, before anything else is worked out. */
  mustBring(userId: bigint, proof: FactorProof | null): Promise<void>
  /** By itself. Nothing on: passes. Throws `factor_required` (methods), `factor_wrong` or `rate_limited`. */
  secondFactor(attempt: ProofAttempt): Promise<void>
  /**
   * The same inside the caller's transaction, which `run` opens: the proof is used exactly when what it proves is done,
   * and a command that was stored already asks for no proof again.
   */
  withProof<T>(attempt: ProofAttempt, run: (use: UseProof) => Promise<T>): Promise<T>
  /** Options for the browser's passkey prompt; `not_found` without a passkey. */
  challenge(userId: bigint, bound: string, purpose?: ProofPurpose): Promise<Record<string, unknown>>
}

export interface StepUpParts extends ChangeParts, ProofParts {
  throttle: Throttle
  checkPassword: CheckPassword
}

export function createStepUp(parts: StepUpParts): StepUp {
  const { db, clock, throttle, checkPassword } = parts
  const useProof = createProofs(parts)

  /** False: nothing is on. */
  const isNeeded = async (tx: Queryable, userId: bigint, proof: FactorProof | null) => {
    const on = await usableFactors(tx, userId)
    if (on.length > 0 && proof === null) {
      throw new Rejected('factor_required', { methods: on.join(',') })
    }
    return on.length > 0
  }
  const use =
    ({ userId, proof, bound, purpose = 'withdraw' }: ProofAttempt): UseProof =>
    async (tx) => {
      if (!(await isNeeded(tx, userId, proof)) || proof === null) return []
      return useProof(tx, { userId, proof, bound, purpose })
    }

  const withProof: StepUp['withProof'] = (attempt, run) => {
    if (attempt.proof === null) return run(use(attempt))
    const buckets = attempt.buckets ?? factorBuckets(attempt.userId)
    const guard = { buckets, counts: 'factor_wrong' } as const
    return countingFailures(throttle, guard, () => run(use(attempt)))
  }

  return {
    tradingPassword: async (userId, password, address) => {
      await checkPassword('trading', { userId, password, address }, 'trading_password_wrong')
    },
    mustBring: async (userId, proof) => void (await isNeeded(db, userId, proof)),
    withProof,
    secondFactor: (attempt) =>
      withProof(attempt, (useIt) =>
        changeUser(parts, attempt.userId, async (tx) => ({
          value: undefined,
          events: await useIt(tx),
        })),
      ),
    challenge: async (userId, bound, purpose = 'withdraw') => {
      const passkeys: PasskeyRow[] = await selectPasskeys(db, userId)
      if (passkeys.length === 0) throw new Rejected('not_found')
      const options = await authenticationOptions(passkeys)
      const { challenge } = options
      const expiresMs = clock.now() + CHALLENGE_LIFE_MS
      await keepChallenge(db, { userId, purpose, challenge, bound, expiresMs })
      return options
    },
  }
}

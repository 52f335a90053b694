/** Asks for further proof before important actions: the trading password, then a second factor if one is on. */
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
import {
  createProofs,
  type ProofParts,
  usableFactors,
  type UsedProof,
} from '#server/identity/proofs.ts'
import { type Bucket, countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** The purpose of a passkey's answer. A challenge of one purpose does not serve another. */
type ProofPurpose = Exclude<ChallengePurpose, 'register'>

/** An attempt to prove a second factor. */
interface ProofAttempt {
  userId: bigint
  /** Null if the user sent none. */
  proof: FactorProof | null
  /** The content that a passkey's answer must be bound to. Codes are bound by the request that carries them. */
  bound: string
  /** Default: `withdraw`. */
  purpose?: ProofPurpose
  /** Where a wrong proof is counted. Default: with all others of the user. */
  buckets?: readonly Bucket[]
}

/**
 * Uses the proof up in this transaction, which holds the user's mutex. A rollback makes the proof valid again. Returns
 * the events to deliver after the commit, and what the database may store of the proof.
 */
export type UseProof = (tx: Queryable) => Promise<UsedProof>

/** Asks for further proof. */
export interface StepUp {
  /** Throws `trading_password_wrong`, or `rate_limited` after too many failures. */
  tradingPassword(userId: bigint, password: string, address: string): Promise<void>
  /** Throws `factor_required` if a factor is on and no proof was sent, before any other work. */
  mustBring(userId: bigint, proof: FactorProof | null): Promise<void>
  /**
   * Checks a second factor in its own transaction. Passes if none is on. Throws `factor_required` (methods),
   * `factor_wrong` or `rate_limited`. Returns the id of the stored use.
   */
  secondFactor(attempt: ProofAttempt): Promise<bigint | null>
  /**
   * As `secondFactor`, within the caller's transaction, which `run` opens. The proof is used exactly if the action
   * takes place, and a command whose answer is stored already needs no proof.
   */
  withProof<T>(attempt: ProofAttempt, run: (use: UseProof) => Promise<T>): Promise<T>
  /** Options of the browser's passkey prompt. Throws `not_found` if the user has no passkey. */
  challenge(userId: bigint, bound: string, purpose?: ProofPurpose): Promise<Record<string, unknown>>
}

/** What further proof needs. */
export interface StepUpParts extends ChangeParts, ProofParts {
  throttle: Throttle
  checkPassword: CheckPassword
}

/** Creates the functions that ask for further proof. */
export function createStepUp(parts: StepUpParts): StepUp {
  const { db, clock, throttle, checkPassword } = parts
  const useProof = createProofs(parts)

  /** False if no factor is on. */
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
      if (!(await isNeeded(tx, userId, proof)) || proof === null)
        return { events: [], evidence: null, proofId: null }
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
        changeUser(parts, attempt.userId, async (tx) => {
          const { proofId, events } = await useIt(tx)
          return { value: proofId, events }
        }),
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

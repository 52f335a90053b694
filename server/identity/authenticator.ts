/** Turns the authenticator app of a user on and off. */
import { HOUR_MS } from '#contract/time.ts'
import {
  confirmTotp,
  deleteTotp,
  type InSession,
  selectTotp,
  startTotp,
  type TotpRow,
} from '#server/identity/factor-store.ts'
import type { FactorProof } from '#contract/factors.ts'
import { factorBuckets } from '#server/identity/login-buckets.ts'
import type { AskedInSession, CheckPassword } from '#server/identity/password-check.ts'
import { factorEvents, holdWithdrawals } from '#server/identity/factor-events.ts'
import { usableFactors } from '#server/identity/proofs.ts'
import { newRecoveryCodes, recoveryDigest } from '#server/identity/recovery-codes.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { newTotpSecret, totpHandover, totpStep } from '#server/identity/totp.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Vault } from '#server/platform/vault.ts'

/** The purpose that the proof for turning the authenticator off is bound to. */
export const TOTP_REMOVAL = 'totp'
/** How long a new secret may stay unconfirmed. */
const START_LIFE_MS = HOUR_MS

export interface AuthenticatorParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  throttle: Throttle
  checkPassword: CheckPassword
  stepUp: StepUp
  /** As the app is called now. */
  appName(): string
}

/** The authenticator of users. */
export interface Authenticator {
  /** Creates a secret for the app. It is not in effect before `confirm`. */
  start(asked: AskedInSession): Promise<{ secret: string; uri: string }>
  /** Turns the authenticator on and returns the recovery codes, which are never shown again. */
  confirm(who: InSession, code: string): Promise<string[]>
  /** Turns the authenticator off. */
  remove(asked: AskedInSession, proof: FactorProof): Promise<void>
}

/** Creates the functions that turn the authenticator on and off. */
export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  const { clock, vault, throttle, checkPassword, stepUp } = parts

  const mustBeOff = (row: TotpRow | undefined): void => {
    if (row?.confirmed_at != null) throw new Rejected('factor_already_on')
  }
  const stepOf = async (tx: Queryable, userId: bigint, code: string): Promise<number> => {
    const row = await selectTotp(tx, userId)
    mustBeOff(row)
    const now = clock.now()
    if (row === undefined || now > Number(row.started_at) + START_LIFE_MS) {
      throw new Rejected('factor_wrong')
    }
    const secret = await vault.open(tx, row.key_id, row.secret_sealed)
    const step = secret === null ? null : totpStep(secret, code, now)
    if (step === null) throw new Rejected('factor_wrong')
    return step
  }

  return {
    start: async (asked) => {
      const { userId } = asked
      const { account } = await checkPassword('login', asked)
      const secret = newTotpSecret()
      return changeUser(parts, userId, async (tx) => {
        mustBeOff(await selectTotp(tx, userId))
        const atMs = clock.now()
        const keyId = await vault.keyFor(tx, { userId, purpose: 'totp', atMs })
        const sealed = await vault.seal(tx, keyId, secret)
        await startTotp(tx, asked, { keyId, sealed, atMs })
        return { value: totpHandover(secret, { account, issuer: parts.appName() }), events: [] }
      })
    },
    confirm: (who, code) => {
      const { userId } = who
      const guard = { buckets: factorBuckets(userId), counts: 'factor_wrong' } as const
      return countingFailures(throttle, guard, () =>
        changeUser(parts, userId, async (tx) => {
          const step = await stepOf(tx, userId, code)
          const guarded = (await usableFactors(tx, userId)).length > 0
          const atMs = clock.now()
          const codes = newRecoveryCodes()
          const digests = await Promise.all(
            codes.map((each) => recoveryDigest(vault, userId, each)),
          )
          const evidence = { kind: 'totp', code, step } as const
          await confirmTotp(tx, who, { evidence, digests, atMs })
          if (guarded) await holdWithdrawals(tx, { userId, passkeyId: null })
          const change = { userId, factor: 'totp', change: 'added', atMs } as const
          return { value: codes, events: await factorEvents(tx, change) }
        }),
      )
    },
    remove: async (asked, proof) => {
      const { userId } = asked
      await checkPassword('login', asked)
      const attempt = { userId, proof, bound: TOTP_REMOVAL, purpose: 'manage' } as const
      await stepUp.withProof(attempt, (use) =>
        changeUser(parts, userId, async (tx) => {
          const { events: used } = await use(tx)
          const atMs = clock.now()
          if (!(await deleteTotp(tx, asked, atMs))) throw new Rejected('not_found')
          const change = { userId, factor: 'totp', change: 'removed', atMs } as const
          return { value: undefined, events: [...used, ...(await factorEvents(tx, change))] }
        }),
      )
    },
  }
}

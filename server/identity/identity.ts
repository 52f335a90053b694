/** Logs users in under a throttle, with a second factor if they require one, and reads the current user. */
import type { Me } from '#contract/account.ts'
import type { FactorProof } from '#contract/factors.ts'
import { timeMs } from '#contract/scalars.ts'
import type { QueuePriority } from '#server/platform/bounded-queue.ts'
import { newSecret, secretHash } from '#server/platform/http/cookies.ts'
import { type UserRow, userByAccount, userById } from '#server/identity/identity-store.ts'
import { logInFactorBuckets, loginBuckets } from '#server/identity/login-buckets.ts'
import type { LogInAlarm } from '#server/identity/log-in-alarm.ts'
import type { LogIns } from '#server/identity/log-ins.ts'
import type { Credentials } from '#server/identity/credentials.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { isLocked } from '#server/identity/lock-store.ts'
import { knowsDevice } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** Where a request comes from. */
export interface Caller {
  address: string
  userAgent: string
  /** The secret of the device cookie. Undefined if the browser sent none. */
  device: string | undefined
}
/** The result of a log-in. */
export interface LoggedIn {
  secret: string
  /** The secret for the device cookie, new if the browser sent none. */
  device: string
  session: Session
  me: Me
}

/** What a user enters to log in. */
interface LogInForm {
  account: string
  password: string
  /** The proof of a second factor. Null if none was sent. */
  proof: FactorProof | null
}

/** Logs users in. */
export interface Identity {
  /**
   * Throws `login_failed`, `rate_limited` or `unavailable`, none of which reveals whether the account exists. Only
   * callers who know the password get `factor_required` (methods, and options of a passkey's prompt as JSON) and
   * `factor_wrong`.
   */
  logIn(credentials: LogInForm, caller: Caller): Promise<LoggedIn>
  me(userId: bigint): Promise<Me>
}

/** What logging in needs. */
export interface IdentityParts {
  db: Database
  sessions: SessionKeeper
  hasher: Pick<PasswordHasher, 'admit'>
  passwords: Pick<Credentials, 'compare'>
  throttle: Throttle
  logIns: LogIns
  alarm: LogInAlarm
  stepUp: StepUp
  /** Called when a line of the history could not be written. */
  onLost(error: unknown): void
}

/** A user as the app knows them. */
export const meOf = (user: UserRow): Me => ({
  account: user.account,
  nickname: user.nickname,
  openingCode: user.opening_code,
  level: 'ordinary',
  createdAt: timeMs.parse(user.created_at.getTime()),
  guest: user.guest,
})

/** The purpose that a passkey's answer at log-in is bound to. */
const LOG_IN = 'log-in'

interface Attempt {
  user: UserRow | undefined
  account: string
  address: string
  /** Hex. Null unless this account has logged in on this device before. */
  knownDevice: string | null
}

const priorityOf = ({ knownDevice }: Attempt): QueuePriority =>
  knownDevice === null ? 'stranger' : 'known'

/** Throws unless the second factor is proved or the user needs none. Returns the id of the stored proof. */
async function proveFactor(
  stepUp: StepUp,
  user: UserRow,
  { knownDevice, proof }: { knownDevice: string | null; proof: FactorProof | null },
): Promise<bigint | null> {
  if (!user.factor_at_log_in) return null
  const userId = user.id
  const buckets = logInFactorBuckets(userId, knownDevice)
  try {
    return await stepUp.secondFactor({ userId, proof, bound: LOG_IN, purpose: 'log_in', buckets })
  } catch (error) {
    const asked = error instanceof Rejected && error.code === 'factor_required'
    const { methods = '' } = asked ? error.params : {}
    if (!asked || !String(methods).includes('passkey')) throw error
    const options = JSON.stringify(await stepUp.challenge(userId, LOG_IN, 'log_in'))
    throw new Rejected('factor_required', { methods, options })
  }
}

/** An attempt with the right password at a locked account is listed like any other that failed. */
const FAILURES = ['login_failed', 'factor_wrong', 'account_locked']

type Noted = Pick<IdentityParts, 'logIns' | 'alarm' | 'onLost'>

/** Records failed attempts. None waits for it, because the response time would reveal which accounts exist. */
function createNotes({ logIns, alarm, onLost }: Noted) {
  const record = ({ user, knownDevice }: Attempt, { address, userAgent }: Caller): void => {
    if (user === undefined) return
    const line = { userId: user.id, known: knownDevice !== null, userAgent, address }
    setImmediate(() => void logIns.recordFailed(line).catch(onLost))
  }
  return {
    /** On a device that was unknown. */
    entered: (userId: bigint): Promise<void> => alarm.tellOfDevice(userId).catch(onLost),
    failed: (attempt: Attempt, caller: Caller, error: unknown): void => {
      const code = error instanceof Rejected ? error.code : ''
      const failed = FAILURES.includes(code)
      if (failed) record(attempt, caller)
      const refused = code === 'rate_limited'
      if (attempt.knownDevice !== null || !(failed || refused)) return
      alarm.note({ ...caller, account: attempt.account, refused })
    },
  }
}

/** Creates the functions that log users in. */
export function createIdentity(parts: IdentityParts): Identity {
  const { db, sessions, hasher, passwords, throttle, stepUp } = parts
  const notes = createNotes(parts)

  const attemptOf = async (account: string, { address, device }: Caller): Promise<Attempt> => {
    const user = await userByAccount(db, account)
    const hash = device === undefined ? null : secretHash(device)
    // Queried also for unknown users, so that the work is the same.
    const known = hash !== null && (await knowsDevice(db, user?.id ?? 0n, hash))
    return { user, account, address, knownDevice: known ? hash.toString('hex') : null }
  }

  const enter = async (attempt: Attempt, { password, proof }: LogInForm, caller: Caller) => {
    const { user, knownDevice } = attempt
    const entered = { userId: user?.id ?? null, kind: 'login', password } as const
    const compared = await passwords.compare({ ...entered, priority: priorityOf(attempt) })
    if (user === undefined || compared === null) throw new Rejected('login_failed')
    if (await isLocked(db, user.id)) throw new Rejected('account_locked')
    const proofId = await proveFactor(stepUp, user, { knownDevice, proof })
    const device = caller.device ?? newSecret()
    const visitor = { ...caller, deviceHash: secretHash(device) }
    const ticket = await compared.logIn()
    if (ticket === null) throw new Rejected('login_failed')
    const evidence = { ticket, proofId, known: knownDevice !== null }
    const begun = await sessions.begin(user.id, visitor, evidence)
    if (!evidence.known) await notes.entered(user.id)
    return { ...begun, device, me: meOf(user) }
  }

  const judge = async (attempt: Attempt, credentials: LogInForm, caller: Caller) => {
    const guard = { buckets: loginBuckets(attempt), counts: 'login_failed' } as const
    try {
      return await countingFailures(throttle, guard, () => enter(attempt, credentials, caller))
    } catch (error) {
      notes.failed(attempt, caller, error)
      throw error
    }
  }

  /** Refuses before any query of the database, so that a flood of attempts costs very little. */
  const refuseFlood = (account: string, caller: Caller): void => {
    const attempt = { user: undefined, account, address: caller.address, knownDevice: null }
    try {
      throttle.refuseFull(loginBuckets(attempt))
    } catch (error) {
      notes.failed(attempt, caller, error)
      throw error
    }
  }

  return {
    logIn: async (credentials, caller) => {
      const { account } = credentials
      const lookUp = () => attemptOf(account, caller)
      if (caller.device === undefined) {
        refuseFlood(account, caller)
        return hasher.admit(async () => judge(await lookUp(), credentials, caller), 'stranger')
      }
      // Whether the device is known is read from the database, so that a false claim cannot bypass the queue of unknown
      // callers.
      const attempt = await hasher.admit(lookUp)
      return hasher.admit(() => judge(attempt, credentials, caller), priorityOf(attempt))
    },
    me: async (userId) => {
      const user = await userById(db, userId)
      if (user === undefined) throw new Rejected('not_logged_in')
      return meOf(user)
    },
  }
}

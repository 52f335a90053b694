/** Who may come in: logging in under a throttle, and who am I. */
import type { Me } from '#contract/account.ts'
import { timeMs } from '#contract/scalars.ts'
import { newSecret, secretHash } from '#server/identity/cookies.ts'
import { type UserRow, userByAccount, userById } from '#server/identity/identity-store.ts'
import { loginBuckets } from '#server/identity/login-buckets.ts'
import type { LogIns } from '#server/identity/log-ins.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { cameBefore } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import type { Database } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** Where a request comes from. */
export interface Caller {
  address: string
  userAgent: string
  /** The device cookie's secret, if the browser brought one. */
  device: string | undefined
}
export interface LoggedIn {
  secret: string
  /** For the device cookie: as brought, or new. */
  device: string
  session: Session
  me: Me
}

export interface Identity {
  logIn(account: string, password: string, caller: Caller): Promise<LoggedIn>
  me(userId: bigint): Promise<Me>
}

export interface IdentityParts {
  db: Database
  sessions: SessionKeeper
  hasher: PasswordHasher
  throttle: Throttle
  logIns: LogIns
  /** A line of the history that could not be written. */
  onLost(error: unknown): void
}

const meOf = (user: UserRow): Me => ({
  account: user.account,
  nickname: user.nickname,
  openingCode: user.opening_code,
  level: 'ordinary',
  createdAt: timeMs.parse(user.created_at.getTime()),
})

export function createIdentity(parts: IdentityParts): Identity {
  const { db, sessions, hasher, throttle, logIns, onLost } = parts

  const attemptOf = async (account: string, { address, device }: Caller) => {
    const deviceHash = device === undefined ? null : secretHash(device)
    const user = await userByAccount(db, account)
    // Asked for nobody as well, so that the work is the same.
    const before = await cameBefore(db, user?.id ?? 0n, deviceHash, address)
    return { user, account, address, device: deviceHash?.toString('hex') ?? null, before }
  }
  type Attempt = Awaited<ReturnType<typeof attemptOf>>

  const enter = async ({ user }: Attempt, password: string, caller: Caller) => {
    const matches = await hasher.verify(user?.password_hash || null, password)
    if (user === undefined || !matches) throw new Rejected('login_failed')
    const device = caller.device ?? newSecret()
    const begun = await sessions.begin(user, { ...caller, deviceHash: secretHash(device) })
    if (begun === null) throw new Rejected('login_failed')
    return { ...begun, device, me: meOf(user) }
  }

  /** Nobody waits for it: else the time of an answer would tell which accounts exist. */
  const record = ({ user, before }: Attempt, caller: Caller, succeeded: boolean): void => {
    if (user === undefined) return
    const { address, userAgent } = caller
    const line = { userId: user.id, succeeded, known: before.device, userAgent, address }
    setImmediate(() => void logIns.record(line).catch(onLost))
  }

  return {
    logIn: async (account, password, caller) => {
      const attempt = await attemptOf(account, caller)
      const guard = { buckets: loginBuckets(attempt), counts: 'login_failed' } as const
      try {
        const loggedIn = await countingFailures(throttle, guard, () =>
          enter(attempt, password, caller),
        )
        record(attempt, caller, true)
        return loggedIn
      } catch (error) {
        const failed = error instanceof Rejected && error.code === 'login_failed'
        if (failed) record(attempt, caller, false)
        throw error
      }
    },
    me: async (userId) => {
      const user = await userById(db, userId)
      if (user === undefined) throw new Rejected('not_logged_in')
      return meOf(user)
    },
  }
}

/** Who may come in: logging in under a throttle, and who am I. */
import type { Me } from '#contract/account.ts'
import { timeMs } from '#contract/scalars.ts'
import { newSecret, secretHash } from '#server/identity/cookies.ts'
import { type UserRow, userByAccount, userById } from '#server/identity/identity-store.ts'
import { loginBuckets } from '#server/identity/login-buckets.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { cameBefore } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { Throttle } from '#server/identity/throttle.ts'
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
}

const meOf = (user: UserRow): Me => ({
  account: user.account,
  nickname: user.nickname,
  openingCode: user.opening_code,
  level: 'ordinary',
  createdAt: timeMs.parse(user.created_at.getTime()),
})

export function createIdentity(parts: IdentityParts): Identity {
  const { db, sessions, hasher, throttle } = parts

  const verified = async (account: string, password: string): Promise<UserRow> => {
    const user = await userByAccount(db, account)
    const stored = user?.password_hash || null
    const matches = await hasher.verify(stored, password)
    if (user === undefined || !matches) throw new Rejected('login_failed')
    return user
  }

  const attemptOf = async (account: string, caller: Caller) => {
    const { address, device } = caller
    const deviceHash = device === undefined ? null : secretHash(device)
    const known = await userByAccount(db, account)
    // Asked for nobody as well, so that the work is the same.
    const before = await cameBefore(db, known?.id ?? 0n, deviceHash, address)
    return { account, address, device: deviceHash?.toString('hex') ?? null, before }
  }

  return {
    logIn: async (account, password, caller) => {
      const buckets = loginBuckets(await attemptOf(account, caller))
      await throttle.charge(buckets)
      const user = await verified(account, password).catch(async (error: unknown) => {
        const failed = error instanceof Rejected && error.code === 'login_failed'
        if (!failed) await throttle.refund(buckets)
        throw error
      })
      await throttle.refund(buckets)
      const device = caller.device ?? newSecret()
      const visitor = { ...caller, deviceHash: secretHash(device) }
      const { secret, session } = await sessions.begin(user.id, visitor)
      return { secret, device, session, me: meOf(user) }
    },
    me: async (userId) => {
      const user = await userById(db, userId)
      if (user === undefined) throw new Rejected('not_logged_in')
      return meOf(user)
    },
  }
}

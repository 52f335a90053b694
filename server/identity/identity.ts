/** Who may come in: registering with an opening code, logging in and out, and who am I. */
import type { Me } from '#contract/account.ts'
import { timeMs } from '#contract/scalars.ts'
import { newSecret, secretHash } from '#server/identity/cookies.ts'
import {
  insertUser,
  inviterOf,
  type UserRow,
  userByAccount,
  userById,
} from '#server/identity/identity-store.ts'
import { codeBuckets, loginBuckets } from '#server/identity/login-buckets.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { passwordRefusal } from '#server/identity/password-rules.ts'
import { normalPhone } from '#server/identity/phone-number.ts'
import { cameBefore } from '#server/identity/session-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { createThrottle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'
import { isDuplicate } from '#server/platform/sql-errors.ts'

export interface RegisterInfo {
  account: string
  phone: string
  openingCode: string
}
export interface Registration extends RegisterInfo {
  password: string
  tradingPassword: string
}
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
  checkRegistration(info: RegisterInfo, address: string): Promise<void>
  register(registration: Registration, address: string): Promise<{ account: string }>
  logIn(account: string, password: string, caller: Caller): Promise<LoggedIn>
  me(userId: bigint): Promise<Me>
  /** Forgets drained throttles; for a slow timer. */
  sweep(): Promise<void>
}

export interface IdentityParts {
  db: Database
  clock: MarketClock
  sessions: SessionKeeper
  hasher: PasswordHasher
}

const meOf = (user: UserRow): Me => ({
  account: user.account,
  nickname: user.nickname,
  openingCode: user.opening_code,
  level: 'ordinary',
  createdAt: timeMs.parse(user.created_at.getTime()),
})

export function createIdentity({ db, clock, sessions, hasher }: IdentityParts): Identity {
  const throttle = createThrottle(db, clock)

  /** The code first: without a right one nobody learns which accounts exist. */
  const admit = async (info: RegisterInfo, address: string) => {
    const buckets = codeBuckets(address)
    await throttle.charge(buckets)
    const invitedBy = await inviterOf(db, info.openingCode)
    if (invitedBy === undefined) throw new Rejected('opening_code_unknown')
    await throttle.refund(buckets)
    const phone = normalPhone(info.phone)
    if (phone === null) throw new Rejected('phone_invalid')
    if (await userByAccount(db, info.account)) throw new Rejected('account_taken')
    return { invitedBy, phone }
  }

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
    checkRegistration: async (info, address) => {
      await admit(info, address)
    },
    register: async (registration, address) => {
      const { invitedBy, phone } = await admit(registration, address)
      const refusal = passwordRefusal(registration)
      if (refusal !== undefined) throw new Rejected(refusal)
      const passwordHash = await hasher.hash(registration.password)
      const tradingPasswordHash = await hasher.hash(registration.tradingPassword)
      const { account } = registration
      const openingCode = newOpeningCode()
      const user = { account, phone, openingCode, invitedBy, passwordHash, tradingPasswordHash }
      try {
        return { account: (await insertUser(db, user, clock.now())).account }
      } catch (error) {
        if (isDuplicate(error, 'users_account_key_key')) throw new Rejected('account_taken')
        throw error
      }
    },
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
    sweep: () => throttle.sweep(),
  }
}

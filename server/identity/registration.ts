/** Registering: the opening code first, then the rules, then one row that all else hangs from. */
import { insertUser, inviterOf, userByAccount } from '#server/identity/identity-store.ts'
import { codeBuckets } from '#server/identity/login-buckets.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { passwordRefusal } from '#server/identity/password-rules.ts'
import { normalPhone } from '#server/identity/phone-number.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
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

export interface RegistrationDesk {
  /** Whether these can register; stores nothing. */
  check(info: RegisterInfo, address: string): Promise<void>
  register(registration: Registration, address: string): Promise<{ account: string }>
}

export interface RegistrationParts {
  db: Database
  clock: MarketClock
  hasher: PasswordHasher
  throttle: Throttle
}

export function createRegistration(parts: RegistrationParts): RegistrationDesk {
  const { db, clock, hasher, throttle } = parts

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

  return {
    check: async (info, address) => {
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
  }
}

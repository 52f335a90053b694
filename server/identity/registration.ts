/** Registering: the opening code first, then the rules, then one row that all else hangs from. */
import {
  insertUser,
  type Inviter,
  inviterOf,
  userByAccount,
} from '#server/identity/identity-store.ts'
import { codeBuckets, nameBuckets, registrationBuckets } from '#server/identity/login-buckets.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { passwordRefusal } from '#server/identity/password-rules.ts'
import { normalPhone } from '#server/identity/phone-number.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import { isDuplicate } from '#server/platform/db/sql-errors.ts'

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

export interface RegistrationParts extends ChangeParts {
  clock: MarketClock
  hasher: PasswordHasher
  throttle: Throttle
  /** Multiplies how many may register from one address (RATE_FACTOR). */
  rateFactor: number
  /** An inviter who could not be told. */
  onLost(error: unknown): void
}

export function createRegistration(parts: RegistrationParts): RegistrationDesk {
  const { db, clock, hasher, throttle, rateFactor, onLost } = parts

  const inviter = async (openingCode: string): Promise<Inviter> => {
    const found = await inviterOf(db, openingCode)
    if (found === undefined) throw new Rejected('opening_code_unknown')
    return found
  }
  /** The code first: without a right one nobody learns which accounts exist. */
  const admit = async (info: RegisterInfo, address: string) => {
    const guard = { buckets: codeBuckets(address), counts: 'opening_code_unknown' } as const
    const invitedBy = await countingFailures(throttle, guard, () => inviter(info.openingCode))
    const phone = normalPhone(info.phone)
    if (phone === null) throw new Rejected('phone_invalid')
    if (await userByAccount(db, info.account)) throw new Rejected('account_taken')
    return { invitedBy, phone }
  }
  const enrol = async (registration: Registration, address: string) => {
    const { invitedBy, phone } = await admit(registration, address)
    const refusal = passwordRefusal(registration)
    if (refusal !== undefined) throw new Rejected(refusal)
    await throttle.charge(registrationBuckets(address, rateFactor))
    const { account } = registration
    const user = {
      account,
      phone,
      openingCode: newOpeningCode(),
      invitedBy: invitedBy.id,
      passwordHash: await hasher.hash(registration.password, 'stranger'),
      tradingPasswordHash: await hasher.hash(registration.tradingPassword, 'stranger'),
    }
    try {
      return { invitedBy, account: (await insertUser(db, user, clock.now())).account }
    } catch (error) {
      if (isDuplicate(error, 'users_account_key_key')) throw new Rejected('account_taken')
      throw error
    }
  }
  /** A transaction of its own: none needs two users. Nobody looks at the house's profile. */
  const tell = async ({ id, isHouse }: Inviter): Promise<void> => {
    if (isHouse) return
    await changeUser(parts, id, async (tx) => ({
      value: undefined,
      events: [await profileChanged(tx, id)],
    }))
  }
  const names = (address: string) =>
    ({ buckets: nameBuckets(address), counts: 'account_taken' }) as const

  return {
    check: async (info, address) => {
      await countingFailures(throttle, names(address), () => admit(info, address))
    },
    register: async (registration, address) => {
      const { invitedBy, account } = await hasher.admit(
        () => countingFailures(throttle, names(address), () => enrol(registration, address)),
        'stranger',
      )
      await tell(invitedBy).catch(onLost)
      return { account }
    },
  }
}

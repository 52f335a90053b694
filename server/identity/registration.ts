/** Registers users: checks the opening code first, then the rules, then inserts the user. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import {
  insertUser,
  type Inviter,
  inviterOf,
  type NewUser,
  userByAccount,
} from '#server/identity/identity-store.ts'
import { phoneReader } from '#rules/phone.ts'
import { isReservedName } from '#rules/reserved-name.ts'
import { devicePausedUntil, registerGuest } from '#server/identity/guest-store.ts'
import type { Caller } from '#server/identity/identity.ts'
import { codeBuckets, nameBuckets, registrationBuckets } from '#server/identity/login-buckets.ts'
import { sendMessage } from '#server/messages/messages.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { Ticket } from '#server/identity/credential-store.ts'
import type { Credentials } from '#server/identity/credentials.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { passwordRefusal } from '#server/identity/password-rules.ts'
import { profileChanged } from '#server/profile/profile.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import { isDuplicate } from '#server/platform/db/sql-errors.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** What a registration checks first. */
interface RegisterInfo {
  account: string
  phone: string
  openingCode: string
}
/** A complete registration. */
interface Registration extends RegisterInfo {
  password: string
  tradingPassword: string
}

/** Where a registration comes from. */
type RegistrationCaller = Pick<Caller, 'address' | 'device'>

/** Registers users. */
export interface RegistrationDesk {
  /** Checks whether a registration would be accepted. Stores nothing. Throws `Rejected`. */
  check(info: RegisterInfo, caller: RegistrationCaller): Promise<void>
  /** Registers a user; with the session of a guest, the guest becomes that user. Throws `Rejected`. */
  register(
    registration: Registration,
    caller: RegistrationCaller,
    guest?: Session | null,
  ): Promise<{ account: string }>
}

export interface RegistrationParts extends ChangeParts {
  clock: MarketClock
  hasher: Pick<PasswordHasher, 'admit'>
  passwords: Pick<Credentials, 'register'>
  throttle: Throttle
  sessions: Pick<SessionKeeper, 'revokeAll' | 'forget'>
  /** Multiplies the registrations allowed per address (RATE_FACTOR). */
  rateFactor: number
  /** The names of the app as it is called now. */
  names(): readonly string[]
  /** Called when the inviter could not be notified. */
  onLost(error: unknown): void
}

/** The number in E.164. Null if no such number can exist in its country. */
export const normalPhone = phoneReader(parsePhoneNumberFromString)

/**
 * Makes a guest a user, who keeps id, orders and balance. All sessions end, so that none remains that no password
 * opened.
 */
async function promote(
  parts: RegistrationParts,
  { userId }: Session,
  { user, ticket }: { user: NewUser; ticket: Ticket },
): Promise<void> {
  const { clock, sessions } = parts
  const ended = await changeUser(parts, userId, async (tx) => {
    const sentAt = clock.now()
    // Another request has registered this guest.
    if (!(await registerGuest(tx, userId, user, { ticket, atMs: sentAt })))
      throw new Rejected('account_taken')
    const value = await sessions.revokeAll(tx, userId)
    const welcome = await sendMessage(tx, { userId, kind: 'welcome', params: {}, sentAt })
    return { value, events: [welcome, await profileChanged(tx, userId)] }
  })
  sessions.forget(ended)
}

const namesOf = ({ address }: RegistrationCaller) =>
  ({ buckets: nameBuckets(address), counts: 'account_taken' }) as const

interface From {
  caller: RegistrationCaller
  guest: Session | null
}

/** Refuses while a user of the device is on a break. */
async function refusePaused({ db, clock }: RegistrationParts, device: string | undefined) {
  const until = await devicePausedUntil(db, device, clock.now())
  if (until !== null) throw new Rejected('device_paused', { until })
}

/** Creates the functions that register users. */
export function createRegistration(parts: RegistrationParts): RegistrationDesk {
  const { db, clock, hasher, passwords, throttle, rateFactor, names, onLost } = parts

  const inviter = async (openingCode: string): Promise<Inviter> => {
    const found = await inviterOf(db, openingCode)
    if (found === undefined) throw new Rejected('opening_code_unknown')
    return found
  }
  /** Checks the code first, so that callers without a valid one cannot learn which accounts exist. */
  const admit = async (info: RegisterInfo, { address, device }: RegistrationCaller) => {
    const guard = { buckets: codeBuckets(address), counts: 'opening_code_unknown' } as const
    const invitedBy = await countingFailures(throttle, guard, () => inviter(info.openingCode))
    await refusePaused(parts, device)
    const phone = normalPhone(info.phone)
    if (phone === null) throw new Rejected('phone_invalid')
    if (isReservedName(info.account, names())) throw new Rejected('account_reserved')
    if (await userByAccount(db, info.account)) throw new Rejected('account_taken')
    return { invitedBy, phone }
  }
  const enrol = async (registration: Registration, { caller, guest }: From) => {
    const { invitedBy, phone } = await admit(registration, caller)
    const refusal = passwordRefusal(registration)
    if (refusal !== undefined) throw new Rejected(refusal)
    await throttle.charge(registrationBuckets(caller.address, rateFactor))
    const { account } = registration
    const user = {
      account,
      phone,
      openingCode: newOpeningCode(),
      invitedBy: invitedBy.id,
    }
    const { password: login, tradingPassword: trading } = registration
    const ticket = await passwords.register({ login, trading })
    try {
      if (guest === null) await insertUser(db, user, { ticket, nowMs: clock.now() })
      else await promote(parts, guest, { user, ticket })
      return { invitedBy, account }
    } catch (error) {
      if (isDuplicate(error, 'users_account_key_key')) throw new Rejected('account_taken')
      throw error
    }
  }
  /**
   * Notifies the inviter in a separate transaction, because no transaction locks two users. The platform's profile has
   * no readers.
   */
  const tell = async ({ id, isHouse }: Inviter): Promise<void> => {
    if (isHouse) return
    await changeUser(parts, id, async (tx) => ({
      value: undefined,
      events: [await profileChanged(tx, id)],
    }))
  }
  return {
    check: async (info, caller) => {
      await countingFailures(throttle, namesOf(caller), () => admit(info, caller))
    },
    register: async (registration, caller, guest = null) => {
      const work = () => enrol(registration, { caller, guest })
      const { invitedBy, account } = await hasher.admit(
        () => countingFailures(throttle, namesOf(caller), work),
        'stranger',
      )
      await tell(invitedBy).catch(onLost)
      return { account }
    },
  }
}

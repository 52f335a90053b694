/**
 * The first users of a new database: the platform, whose opening code anyone may use to register, and a practice user.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { insertHouse, userByAccount } from '#server/identity/identity-store.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { RegistrationDesk } from '#server/identity/registration.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** The account name of the platform. */
export const HOUSE_ACCOUNT = 'fairtick'
/** A number from a range that is reserved for fiction. */
const DEMO_PHONE = '+447400000001'
const DEMO_ATTEMPTS = 99

const demoUser = z.object({
  account: z.string(),
  password: z.string(),
  tradingPassword: z.string(),
})
/** The practice user with its passwords. */
export type DemoUser = z.infer<typeof demoUser>

/**
 * Creates the platform's user if necessary and returns its opening code. It has no password, so no one can log in as
 * it.
 */
export async function houseOpeningCode(db: Database, clock: MarketClock): Promise<string> {
  const house = await userByAccount(db, HOUSE_ACCOUNT)
  if (house !== undefined) return house.opening_code
  const openingCode = newOpeningCode()
  const created = { account: HOUSE_ACCOUNT, phone: '', openingCode, invitedBy: null }
  await insertHouse(db, created, clock.now())
  return openingCode
}

const newPassword = (): string => randomBytes(16).toString('base64url')

async function registerDemo(desk: RegistrationDesk, openingCode: string): Promise<DemoUser> {
  for (let number = 1; number <= DEMO_ATTEMPTS; number += 1) {
    const account = `demo${String(number).padStart(2, '0')}`
    const user = { account, password: newPassword(), tradingPassword: newPassword() }
    try {
      const caller = { address: 'here', device: undefined }
      await desk.register({ ...user, phone: DEMO_PHONE, openingCode }, caller)
      return user
    } catch (error) {
      // The file with its password is gone, so the next number is used.
      if (!(error instanceof Rejected) || error.code !== 'account_taken') throw error
    }
  }
  throw new Error('all demo accounts are taken')
}

/**
 * Creates the practice user, in practice mode only. Its passwords are stored in a file in the data folder that only the
 * owner can read.
 */
export async function ensureDemoUser(parts: {
  db: Database
  registration: RegistrationDesk
  openingCode: string
  dataFolder: string
  /** Gives a new user practice money, as guests get it. */
  giveMoney(userId: bigint): Promise<unknown>
}): Promise<DemoUser> {
  const file = join(parts.dataFolder, 'demo-user.json')
  if (existsSync(file)) {
    const kept = demoUser.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (await userByAccount(parts.db, kept.account)) return kept
  }
  const made = await registerDemo(parts.registration, parts.openingCode)
  const row = await userByAccount(parts.db, made.account)
  if (row === undefined) throw new Error(`${made.account} is not stored`)
  await parts.giveMoney(row.id)
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

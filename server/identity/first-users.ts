/** The users that a fresh server brings: the house, whose opening code invites everybody, and a demo user. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { insertUser, userByAccount } from '#server/identity/identity-store.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import type { RegistrationDesk } from '#server/identity/registration.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

export const HOUSE_ACCOUNT = 'fairtick'
/** A number of the range kept for fiction. */
const DEMO_PHONE = '+447400000001'
const DEMO_ATTEMPTS = 99

const demoUser = z.object({
  account: z.string(),
  password: z.string(),
  tradingPassword: z.string(),
})
export type DemoUser = z.infer<typeof demoUser>

/** The house has no password at all, so nobody can log in as it. Returns its opening code. */
export async function houseOpeningCode(db: Database, clock: MarketClock): Promise<string> {
  const house = await userByAccount(db, HOUSE_ACCOUNT)
  if (house !== undefined) return house.opening_code
  const created = await insertUser(
    db,
    {
      account: HOUSE_ACCOUNT,
      phone: '',
      openingCode: newOpeningCode(),
      invitedBy: null,
      passwordHash: '',
      tradingPasswordHash: '',
    },
    clock.now(),
  )
  return created.opening_code
}

const newPassword = (): string => randomBytes(16).toString('base64url')

async function registerDemo(desk: RegistrationDesk, openingCode: string): Promise<DemoUser> {
  for (let number = 1; number <= DEMO_ATTEMPTS; number += 1) {
    const account = `demo${String(number).padStart(2, '0')}`
    const user = { account, password: newPassword(), tradingPassword: newPassword() }
    try {
      await desk.register({ ...user, phone: DEMO_PHONE, openingCode }, 'here')
      return user
    } catch (error) {
      // Its password was in a file that is gone: the next number then.
      if (!(error instanceof Rejected) || error.code !== 'account_taken') throw error
    }
  }
  throw new Error('all demo accounts are taken')
}

/** Practice mode only. The generated passwords stay in the data folder, for the owner's eyes. */
export async function ensureDemoUser(parts: {
  db: Database
  registration: RegistrationDesk
  openingCode: string
  dataFolder: string
}): Promise<DemoUser> {
  const file = join(parts.dataFolder, 'demo-user.json')
  if (existsSync(file)) {
    const kept = demoUser.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (await userByAccount(parts.db, kept.account)) return kept
  }
  const made = await registerDemo(parts.registration, parts.openingCode)
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

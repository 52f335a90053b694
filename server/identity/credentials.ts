/**
 * Compares and hashes passwords. Hashes do not leave this file: what a password permits needs a ticket, which only a
 * comparison here gives, and which another role of the database redeems.
 */
import {
  admitLogIn,
  type PasswordKind,
  preparePassword,
  prepareRecovery,
  prepareRegistration,
  selectOperatorPassword,
  selectPasswords,
  type Ticket,
} from '#server/identity/credential-store.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import type { QueuePriority } from '#server/platform/bounded-queue.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

/** A password to compare. */
interface Entered {
  /** Null for an unknown user, whose comparison takes as long. */
  userId: bigint | null
  kind: PasswordKind
  password: string
  /** Default: `known`. */
  priority?: QueuePriority
}

/** A password that was right. */
export interface Compared {
  account: string
  /** The ticket for one log-in. Null if the password was changed since. */
  logIn(): Promise<Ticket | null>
  /** The ticket for the change to this password. Null if it is the user's other password. */
  change(newPassword: string): Promise<Ticket | null>
}

/** Compares and hashes passwords. */
export interface Credentials {
  /** Null if the password is wrong, or the user has none. */
  compare(entered: Entered): Promise<Compared | null>
  /** Null for an unknown operator, whose comparison takes as long. */
  isOperators(operatorId: bigint | null, password: string): Promise<boolean>
  /** The ticket for a password that a recovery sets. Null if it is the user's other password. */
  recover(change: {
    userId: bigint
    kind: PasswordKind
    newPassword: string
  }): Promise<Ticket | null>
  /** The ticket for a registration. */
  register(passwords: { login: string; trading: string }): Promise<Ticket>
}

/** What comparing passwords needs. */
export interface CredentialParts {
  credentials: Database<'credentials'>
  clock: MarketClock
  hasher: PasswordHasher
}

/** No user has this id. */
const NO_USER = 0n

/** Creates the functions that compare and hash passwords. */
export function createCredentials(parts: CredentialParts): Credentials {
  const { credentials: db, clock, hasher } = parts
  return {
    compare: async ({ userId: known, kind, password, priority }) => {
      const userId = known ?? NO_USER
      const hashes = await selectPasswords(db, userId)
      const matches = await hasher.verify(hashes?.[kind] || null, password, priority)
      if (hashes === undefined || !matches) return null
      return {
        account: hashes.account,
        logIn: () => admitLogIn(db, { userId, hash: hashes.login, atMs: clock.now() }),
        change: async (newPassword) => {
          const other = kind === 'login' ? hashes.trading : hashes.login
          if (await hasher.verify(other || null, newPassword)) return null
          const newHash = await hasher.hash(newPassword)
          const oldHash = hashes[kind]
          return preparePassword(db, { userId, kind, oldHash, newHash, atMs: clock.now() })
        },
      }
    },
    isOperators: async (operatorId, password) => {
      const hash = await selectOperatorPassword(db, operatorId ?? NO_USER)
      return hasher.verify(hash || null, password)
    },
    recover: async ({ userId, kind, newPassword }) => {
      const hashes = await selectPasswords(db, userId)
      if (hashes === undefined) throw new Error(`no user ${userId}`)
      const other = kind === 'login' ? hashes.trading : hashes.login
      if (await hasher.verify(other || null, newPassword, 'stranger')) return null
      const newHash = await hasher.hash(newPassword, 'stranger')
      const oldHash = hashes[kind]
      return prepareRecovery(db, { userId, kind, oldHash, newHash, atMs: clock.now() })
    },
    register: async (passwords) => {
      const login = await hasher.hash(passwords.login, 'stranger')
      const trading = await hasher.hash(passwords.trading, 'stranger')
      return prepareRegistration(db, { login, trading, atMs: clock.now() })
    },
  }
}

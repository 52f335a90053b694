/**
 * Ten recovery codes for a lost authenticator. They are shown once, can be used once each, and are stored as slow
 * hashes.
 */
import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Vault } from '#server/platform/vault.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const HALF = LENGTH / 2
/** Codes per user. */
const RECOVERY_CODES = 10

/** 50 random bits in the format of `recoveryCode` in contract/factors.ts. */
function newRecoveryCode(): string {
  // 256 is a multiple of 32, so all digits are equally likely.
  const text = Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('')
  return `${text.slice(0, HALF)}-${text.slice(HALF)}`
}

/** Creates a set of recovery codes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

/**
 * As slow as a password's hash: an attacker with the database and the key could try all values of fifty bits otherwise.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const SALT_BYTES = 16

/** The stored hash of a recovery code. */
export function recoveryDigest(
  vault: Pick<Vault, 'digest'>,
  userId: bigint,
  code: string,
): Promise<Buffer> {
  const salt = vault.digest(`recovery-salt|${userId}`).subarray(0, SALT_BYTES)
  return hashRaw(code, { ...COST, salt })
}

/** The hash that earlier versions stored, so that their codes remain valid. */
export const formerRecoveryDigest = (vault: Pick<Vault, 'digest'>, userId: bigint, code: string) =>
  vault.digest(`recovery|${userId}|${code}`)

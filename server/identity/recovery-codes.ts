/** Ten codes for the day the authenticator is lost: shown once, each good once, kept as slow hashes. */
import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import type { Vault } from '#server/platform/vault.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const HALF = LENGTH / 2
export const RECOVERY_CODES = 10

/** 50 random bits, as contract/factors.ts `recoveryCode` writes them. */
function newRecoveryCode(): string {
  // 256 is a multiple of 32, so every digit is as likely as any other.
  const text = Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('')
  return `${text.slice(0, HALF)}-${text.slice(HALF)}`
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

/** As slow as a password's: fifty bits could be tried out by somebody who has the database and the key. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const SALT_BYTES = 16

export function recoveryDigest(
  vault: Pick<Vault, 'digest'>,
  userId: bigint,
  code: string,
): Promise<Buffer> {
  const salt = vault.digest(`recovery-salt|${userId}`).subarray(0, SALT_BYTES)
  return hashRaw(code, { ...COST, salt })
}

/** As earlier versions stored it: codes that they handed out stay good. */
export const formerRecoveryDigest = (vault: Pick<Vault, 'digest'>, userId: bigint, code: string) =>
  vault.digest(`recovery|${userId}|${code}`)

/** Ten codes for the day the authenticator is lost: shown once, each good once, kept as keyed digests. */
import { randomBytes } from 'node:crypto'
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

export const recoveryDigest = (vault: Pick<Vault, 'digest'>, userId: bigint, code: string) =>
  vault.digest(`recovery|${userId}|${code}`)

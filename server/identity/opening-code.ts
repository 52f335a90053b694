/** Opening codes: who may register, and who invited them. 50 random bits in Crockford's base 32. */
import { randomBytes } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

export const newOpeningCode = (): string =>
  // 256 is a multiple of 32, so every digit is as likely as any other.
  Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('')

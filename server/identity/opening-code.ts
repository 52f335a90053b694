/** Opening codes: 50 random bits in Crockford's base 32. They permit registration and identify the inviter. */
import { randomBytes } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

export const newOpeningCode = (): string =>
  // 256 is a multiple of 32, so all digits are equally likely.
  Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join('')

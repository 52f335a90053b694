/** Check digits of identity documents and cards, each by the rule of its issuer. */

const LETTER_A = 'A'.charCodeAt(0)
const TEN = 10

/** The value of a character in check sums: 0 to 9 are themselves, A is 10 and Z is 35. */
const alphabetValue = (sign: string): number =>
  /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - LETTER_A + TEN

/** The weighted sum Σ value × weight, position by position. */
const weighted = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)

const digitsOf = (text: string): number[] => Array.from(text, Number)

/** The Luhn check of card numbers (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, i) => {
      const part = i % 2 === 1 ? digit * 2 : digit
      return total + (part > 9 ? part - 9 : part)
    }, 0)
  return sum % TEN === 0
}

const CHINA = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHINA_CHECK = '10X98765432'
/** The check of Chinese identity numbers: 17 digits and one of 0 to 9 or X (GB 11643-1999; ISO 7064, mod 11-2). */
export const chinaCheck = (id: string): boolean =>
  CHINA_CHECK[weighted(digitsOf(id.slice(0, 17)), CHINA) % 11] === id[17]

const TAIWAN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'
const TAIWAN = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
/**
 * The check of Taiwanese identity numbers: a letter, which counts as two digits, and nine digits. In older residence
 * permits the second character is a letter too, of which only the units digit counts.
 */
export function taiwanCheck(id: string): boolean {
  const code = (letter: string): number => TAIWAN_LETTERS.indexOf(letter) + TEN
  const first = code(id.charAt(0))
  const second = id.charAt(1)
  const values = [
    Math.floor(first / TEN),
    first % TEN,
    /\d/.test(second) ? Number(second) : code(second) % TEN,
    ...digitsOf(id.slice(2)),
  ]
  return weighted(values, TAIWAN) % TEN === 0
}

const HONG_KONG = [9, 8, 7, 6, 5, 4, 3, 2, 1]
const HONG_KONG_SPACE = 36
/**
 * The check of Hong Kong identity numbers. A single letter counts as a space and a letter; the last character is 0 to
 * 9, or A for ten.
 */
export function hongKongCheck(id: string): boolean {
  const values = Array.from(id, alphabetValue)
  return weighted(id.length === 8 ? [HONG_KONG_SPACE, ...values] : values, HONG_KONG) % 11 === 0
}

const THAILAND = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
/** The check of Thai identity numbers: 13 digits, of which the last is the check digit. */
export const thailandCheck = (id: string): boolean =>
  (11 - (weighted(digitsOf(id.slice(0, 12)), THAILAND) % 11)) % TEN === Number(id[12])

const KOREA = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]
/** The check of Korean resident registration numbers (13 digits) that were issued before October 2020. */
export function koreaCheck(id: string): boolean {
  const check = (11 - (weighted(digitsOf(id.slice(0, 12)), KOREA) % 11)) % TEN
  // Numbers of foreign residents use a check digit that is higher by two.
  const foreign = /^[5-8]$/.test(id.charAt(6))
  return (foreign ? (check + 2) % TEN : check) === Number(id[12])
}

const TRAVEL = [7, 3, 1]
/** The check digit after the number of a travel document (ICAO 9303). */
export function travelCheck(numberAndCheck: string): boolean {
  const values = Array.from(numberAndCheck.slice(0, -1), alphabetValue)
  const sum = values.reduce((total, value, i) => total + value * (TRAVEL[i % 3] ?? 0), 0)
  return sum % TEN === Number(numberAndCheck.at(-1))
}

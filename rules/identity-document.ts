/** Validation of identity document numbers by nationality: format, date of birth and check digits. */
import type { FieldIssueCode } from '#contract/errors.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'
import * as check from '#rules/check-digits.ts'
import { nameIssue } from '#rules/person-name.ts'

/** Returns the issue of a number; null if it is valid. `atMs` is the current time, for dates of birth. */
type Judge = (number: string, atMs: number) => FieldIssueCode | null

/**
 * A document number in upper case, without the separators that users type: spaces, hyphens, points, slashes, brackets.
 */
export const normalDocument = (text: string): string =>
  asciiDigits(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}./()·]/gu, '')

const EARLIEST_YEAR = 1900

/** Whether this day exists and is between 1900 and the current time. */
function isBirthday(year: number, month: number, day: number, atMs: number): boolean {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= EARLIEST_YEAR && ms <= atMs
}

const part = (text: string, from: number, to: number): number => Number(text.slice(from, to))

/** The same for a two-digit year, which may be of either century. */
const isBirthdayOfEither = (year: number, month: number, day: number, atMs: number): boolean =>
  isBirthday(1900 + year, month, day, atMs) || isBirthday(2000 + year, month, day, atMs)

/** Region codes of GB/T 2260: provinces, and 81 to 83 for residents from Hong Kong, Macao and Taiwan. */
const CHINA_REGION = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/

const china: Judge = (id, atMs) => {
  if (!/^(\d{15}|\d{17}[\dX])$/.test(id) || !CHINA_REGION.test(id)) return 'format'
  const year = id.length === 18 ? part(id, 6, 10) : 1900 + part(id, 6, 8)
  const at = id.length === 18 ? 10 : 8
  if (!isBirthday(year, part(id, at, at + 2), part(id, at + 2, at + 4), atMs)) return 'date'
  // The 15-digit form used before 1999 has no check digit.
  return id.length === 15 || check.chinaCheck(id) ? null : 'checksum'
}

const taiwan: Judge = (id) => {
  if (!/^[A-Z][1289A-D]\d{8}$/.test(id)) return 'format'
  return check.taiwanCheck(id) ? null : 'checksum'
}

const hongKong: Judge = (id) => {
  if (!/^[A-Z]{1,2}\d{6}[\dA]$/.test(id)) return 'format'
  return check.hongKongCheck(id) ? null : 'checksum'
}

/** Driving licence, passport or residence card. The check digit rule of the licence is not published. */
const japan: Judge = (id) =>
  /^(\d{12}|[A-Z]{2}\d{7}|[A-Z]{2}\d{8}[A-Z]{2})$/.test(id) ? null : 'format'

const thailand: Judge = (id) => {
  if (/^[A-Z]{1,2}\d{6,7}$/.test(id)) return null
  if (!/^[0-8]\d{12}$/.test(id)) return 'format'
  return check.thailandCheck(id) ? null : 'checksum'
}

/**
 * Citizen card of 12 digits (province, century and sex, year, serial number), the older card of 9 digits, or passport.
 */
const vietnam: Judge = (id, atMs) => {
  if (/^(\d{9}|[A-Z]\d{7,8})$/.test(id)) return null
  if (!/^0\d{11}$/.test(id) || part(id, 0, 3) < 1 || part(id, 0, 3) > 96) return 'format'
  const year = 1900 + Math.floor(part(id, 3, 4) / 2) * 100 + part(id, 4, 6)
  return isBirthday(year, 1, 1, atMs) ? null : 'date'
}

const WOMEN_DAYS = 40
/** NIK: six digits of the district, day of birth (plus 40 for women), month, year, serial number; or passport. */
const indonesia: Judge = (id, atMs) => {
  if (/^[A-Z]{1,2}\d{6,7}$/.test(id)) return null
  if (!/^[1-9]\d{15}$/.test(id) || id.endsWith('0000')) return 'format'
  const day = part(id, 6, 8)
  const born = day > WOMEN_DAYS ? day - WOMEN_DAYS : day
  return isBirthdayOfEither(part(id, 10, 12), part(id, 8, 10), born, atMs) ? null : 'date'
}

/** Numbers issued from October 2020 end in random digits instead of a check digit. */
const KOREA_CHECKED_BEFORE_MS = Date.UTC(2020, 9, 1)
const KOREA_CENTURIES: Readonly<Record<string, number>> = {
  '1': 1900,
  '2': 1900,
  '3': 2000,
  '4': 2000,
  '5': 1900,
  '6': 1900,
  '7': 2000,
  '8': 2000,
}
const korea: Judge = (id, atMs) => {
  if (/^[A-Z](\d{8}|\d{3}[A-Z]\d{4})$/.test(id)) return null
  const century = KOREA_CENTURIES[id.charAt(6)]
  if (!/^\d{13}$/.test(id) || century === undefined) return 'format'
  const [year, month, day] = [century + part(id, 0, 2), part(id, 2, 4), part(id, 4, 6)]
  if (!isBirthday(year, month, day, atMs)) return 'date'
  const checked = Date.UTC(year, month - 1, day) < KOREA_CHECKED_BEFORE_MS
  return !checked || check.koreaCheck(id) ? null : 'checksum'
}

/** Cards issued before 2021 start with the year and month of issue. Newer cards and passports have nine characters. */
const france: Judge = (id) => {
  if (/^\d{12}$/.test(id)) return part(id, 2, 4) >= 1 && part(id, 2, 4) <= 12 ? null : 'date'
  return /^(?=.*\d)[A-Z\d]{9}$/.test(id) ? null : 'format'
}

/** Card and passport: nine characters without those that are easily misread. The check digit may follow. */
const germany: Judge = (id) => {
  if (!/^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?$/.test(id)) return 'format'
  return id.length === 9 || check.travelCheck(id) ? null : 'checksum'
}

/** Letters of any script, because cards of some countries have their own. */
const elsewhere: Judge = (id) => (/^[\p{L}\d]{4,30}$/u.test(id) ? null : 'format')

const JUDGES: Readonly<Record<string, Judge>> = {
  CN: china,
  TW: taiwan,
  HK: hongKong,
  JP: japan,
  TH: thailand,
  VN: vietnam,
  ID: indonesia,
  KR: korea,
  FR: france,
  DE: germany,
}

/**
 * What is wrong with a document number as the user typed it; null if it is valid. Nationalities without a rule of their
 * own need 4 to 30 letters and digits.
 */
export function documentIssue(
  text: string,
  nationality: string,
  atMs: number,
): FieldIssueCode | null {
  const number = normalDocument(text)
  if (number === '') return 'empty'
  return (JUDGES[nationality] ?? elsewhere)(number, atMs)
}

/** The fields of an identity that are validated together. */
export interface Identity {
  name: string
  nationality: string
  idNumber: string
}

/** The issues of an identity by field, in the form of a refused request; empty if it is valid. */
export function identityIssues(
  { name, nationality, idNumber }: Identity,
  atMs: number,
): { path: keyof Identity; code: FieldIssueCode }[] {
  const issues = [
    { path: 'name', code: nameIssue(name, nationality) },
    { path: 'idNumber', code: documentIssue(idNumber, nationality, atMs) },
  ] as const
  return issues.flatMap(({ path, code }) => (code === null ? [] : [{ path, code }]))
}

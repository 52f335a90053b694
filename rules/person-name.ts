/**
 * Validation of names as documents write them: 2 to 5 Chinese characters for China (specification, section 5),
 * otherwise letters of any script.
 */
import type { FieldIssueCode } from '#contract/errors.ts'
import { isDeceptive } from '#rules/deceptive-text.ts'

const NAME_MIN = 2
const NAME_MAX = 100
const CHINESE_MAX = 5
/** Names of minority peoples in Chinese characters, whose parts are joined by a middle dot, can be longer. */
const DOTTED_MAX = 25

const HAN = /^\p{Script=Han}+$/u
const DOTTED = /^\p{Script=Han}+(·\p{Script=Han}+)+$/u
/**
 * Letters with their marks, in words. Between letters and at the ends of a word there may be apostrophes and points.
 * Between letters there may also be a hyphen, a middle dot, the slash of `A/L` and the syllable dot of Tibetan.
 */
const LETTERS =
  /^'?\p{L}[\p{L}\p{M}〇]*(?:(?:['.]|[.']? |\.?-|[·/་])'?\p{L}[\p{L}\p{M}〇]*)*['.་]?$/u

const DOTS = /[・‧•∙․⋅]|(?<=\p{Script=Han})[.。．](?=\p{Script=Han})/gu
/** Apostrophes as keyboards and documents write them, also for an accent that was typed alone. */
const APOSTROPHES = /[’‘‛ʼʻ′`´＇׳]/gu
/** Marks that choose between glyphs or join letters in Arabic and Indian scripts. They make no other name. */
const GLYPH_MARKS = /(?<=\p{L}|\p{M})(?:\p{Join_Control}|\p{Variation_Selector})/gu

/** A name with single spaces, no full-width forms, and one kind of middle dot, apostrophe and hyphen. */
export const normalName = (text: string): string =>
  text
    .replace(GLYPH_MARKS, '')
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .replace(DOTS, '·')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?· ?/g, '·')
    .trim()

/** Whether two texts are the same name, ignoring case, because documents write names in capitals. */
export const isSameName = (one: string, other: string): boolean =>
  normalName(one).toLowerCase() === normalName(other).toLowerCase()

const lengthIssue = (length: number, max: number): FieldIssueCode | null => {
  if (length < NAME_MIN) return 'too_short'
  return length > max ? 'too_long' : null
}

/** What is wrong with a name as the user typed it; null if it is valid. */
export function nameIssue(text: string, nationality: string): FieldIssueCode | null {
  const name = normalName(text)
  if (name === '') return 'empty'
  if (isDeceptive(text.replace(GLYPH_MARKS, ''))) return 'deceptive'
  const { length } = Array.from(name)
  if (HAN.test(name)) return lengthIssue(length, CHINESE_MAX)
  if (DOTTED.test(name)) return lengthIssue(length, DOTTED_MAX)
  if (nationality === 'CN') return 'format'
  if (!LETTERS.test(name.replaceAll(', ', ' '))) return 'format'
  return lengthIssue(length, NAME_MAX)
}

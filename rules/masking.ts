/** Masking of names, numbers and places: owners recognise what is left, and no one else can use it. */

const HIDDEN = '••••'
const TAIL = 4
/** Numbers shorter than this show only half of the tail. */
const SHORT = 8
const PLACE_HEAD = 4

const WRITTEN_WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}·•ー]+$/u

/** The letters of a text as readers perceive them; Thai vowels and accents belong to their consonant. */
const letters = (text: string): string[] =>
  Array.from(
    new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text),
    (part) => part.segment,
  )

/**
 * Masks a name to the first letter of each part: `张*`, `J*** S***`. Only names in scripts without spaces reveal their
 * length.
 */
export function maskName(name: string): string {
  const text = name.trim()
  const [first = '', ...rest] = letters(text)
  if (WRITTEN_WITHOUT_SPACES.test(text)) return first + '*'.repeat(Math.max(1, rest.length))
  return text
    .split(/\s+/)
    .map((part) => `${letters(part)[0] ?? ''}***`)
    .join(' ')
}

/** Masks a number to the last letters and digits of a card, document, phone or currency address: `•••• 1234`. */
export function maskNumber(number: string): string {
  const bare = Array.from(number.replace(/[\s\-.()]/g, ''))
  const shown = bare.length >= SHORT ? TAIL : TAIL / 2
  return `${HIDDEN} ${bare.slice(-shown).join('')}`
}

/** Masks a phone number: `•••• 5678`. Empty for the platform's own account, which has no phone. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : maskNumber(phone))

/** Masks a mail address to its first letter and its domain: `a***@mail.example`. */
export const maskMail = (address: string): string =>
  `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`

/** Masks a place to its first four letters. */
export const maskPlace = (place: string): string =>
  `${letters(place.trim()).slice(0, PLACE_HEAD).join('')}***`

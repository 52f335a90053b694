/** What stays readable of a name, a number or a place, so that its owner knows it and nobody else can use it. */

const HIDDEN = '••••'
const TAIL = 4
/** Shorter numbers show half as much. */
const SHORT = 8
const PLACE_HEAD = 4

const WRITTEN_WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}·•ー]+$/u

/** What a reader takes for one letter: Thai vowels and accents stay with theirs. */
const letters = (text: string): string[] =>
  Array.from(
    new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text),
    (it) => it.segment,
  )

/** `张*`, `J*** S***`: the first letter of each part; how long a part is shows only where names are a few signs. */
export function maskName(name: string): string {
  const text = name.trim()
  const [first = '', ...rest] = letters(text)
  if (WRITTEN_WITHOUT_SPACES.test(text)) return first + '*'.repeat(Math.max(1, rest.length))
  return text
    .split(/\s+/)
    .map((part) => `${letters(part)[0] ?? ''}***`)
    .join(' ')
}

/** `•••• 1234`: the last letters and digits of a card, document, phone or currency address. */
export function maskNumber(number: string): string {
  const bare = Array.from(number.replace(/[\s\-.()]/g, ''))
  const shown = bare.length >= SHORT ? TAIL : TAIL / 2
  return `${HIDDEN} ${bare.slice(-shown).join('')}`
}

/** `•••• 5678`; nothing for the house, which has no phone. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : maskNumber(phone))

/** How a place begins. */
export const maskPlace = (place: string): string =>
  `${letters(place.trim()).slice(0, PLACE_HEAD).join('')}***`

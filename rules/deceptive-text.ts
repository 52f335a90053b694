/**
 * Detects characters that make a text look like another one: hidden, direction-changing or look-alike characters. Texts
 * about the destination of money are rejected for them. Elsewhere a text is isolated, so that it cannot change how the
 * text around it is shown.
 */

/** Direction controls, zero-width and other invisible characters, blanks that count as letters, and private use. */
const HIDDEN =
  /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u2800]/u

/** More marks on one letter than any language uses; they would overlap the lines above and below. */
const STACKED = /\p{M}{5}/u

/** Scripts that share letter shapes. A genuine word uses only one of them. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
]
/** Cyrillic and Greek letters that look like Latin ones (Unicode confusables, single letters). */
const LATIN_LOOKING = /^[аеорсухіјѕһԁԛԝӏѵАВЕЗКМНОРСТУХІЈЅԌԚԜоαορνικυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ]+$/u
/**
 * Mathematical and other letter-like signs. Full-width letters of East Asian keyboards are not included, because they
 * look different.
 */
const LETTER_LIKE = [
  /[\u{1d400}-\u{1d7ff}\u{1d00}-\u{1d7f}\u{249c}-\u{24e9}ɑɡ]/u,
  /[\u2102\u210a-\u2115\u2118-\u211d\u2124\u2128\u212a-\u212d\u2130-\u2139]/u,
]

const isMixed = (word: string): boolean => ALIKE.filter((script) => script.test(word)).length > 1

/** Whether a text has characters that a reader cannot see or would mistake for others. */
export function isDeceptive(text: string): boolean {
  if ([HIDDEN, STACKED, ...LETTER_LIKE].some((signs) => signs.test(text))) return true
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  if (words.some(isMixed)) return true
  const hasLatin = words.some((word) => /\p{Script=Latin}/u.test(word))
  return hasLatin && words.some((word) => word.length > 1 && LATIN_LOOKING.test(word))
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const EMBEDDINGS = /[\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates the text direction of a user's text within a sentence. Views that give the text its own element use `<bdi>`
 * instead.
 */
export function isolated(text: string): string {
  const bare = text.replace(EMBEDDINGS, '')
  if (bare === text && !RIGHT_TO_LEFT.test(text)) return text
  return FIRST_STRONG_ISOLATE + bare + POP_ISOLATE
}

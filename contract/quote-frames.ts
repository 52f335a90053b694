/**
 * The data of quotes frames: one short text of whole numbers, `fromSeq part*`. A part begins with `step × 4 + shape`,
 * where `step` is its product's id − the id of the part before it (or 0), signed. Each product has a base, which is the
 * same for all pages of an epoch, and `rise` = newest price − base, signed.
 *
 * - flat: `rise, age`: one price since the previous frame of the page;
 * - bar: `rise, open − close (signed), high − close, close − low, age`: several;
 * - start: `base, rise, age`: the newest price, in a snapshot;
 * - base: `base`: no price yet, in a snapshot.
 *
 * Prices are scaled integers; `age` = frame time − tick time, ms. A snapshot names the base of every visible product.
 *
 * A number is written with 92 characters of ASCII that need no escape in JSON, which stand for the digits 0 to 91 in
 * their order: `!`, then `#` to `[`, then `]` to `~`. A number below 64 is one digit. Any other number n is the digit
 * 64 + (n − 64) mod 28, followed by the number (n − 64) div 28. A signed number s is written as 2s, or as −2s − 1 if it
 * is negative. So every number has one spelling, and most take one or two characters.
 *
 * This file has no schemas, so that the scripts that run before the app's code can import it.
 */

const SHAPE = { flat: 0, bar: 1, start: 2, base: 3 } as const
/** The numbers that each shape takes, the first one included. */
const SHAPE_FIELDS: readonly number[] = [3, 6, 4, 2]
const SHAPES = SHAPE_FIELDS.length

/** Digits that end a number, and digits that others follow. */
const LAST_DIGITS = 64
const FURTHER_DIGITS = 28
const DIGITS = Array.from({ length: LAST_DIGITS + FURTHER_DIGITS }, (_, digit) =>
  String.fromCharCode(digit + (digit < 1 ? 33 : digit < 58 ? 34 : 35)),
)

/** The number of integers per product in quotes that were read (contract/topics.ts, quotesData). */
export const QUOTE_FIELDS = 6

type Flat = readonly number[]

/** The prices of one product over one interval, as scaled integers. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
}

/** A product with the price that its prices in frames are relative to. */
export interface QuoteBase {
  id: number
  base: number
}

/** What a frame says of one product. Only its first number depends on the other parts of the frame. */
export interface QuotePart {
  id: number
  shape: number
  text: string
}

function spelled(number: number): string {
  let text = ''
  let rest = number
  for (; rest >= LAST_DIGITS; rest = Math.floor((rest - LAST_DIGITS) / FURTHER_DIGITS)) {
    text += DIGITS[LAST_DIGITS + ((rest - LAST_DIGITS) % FURTHER_DIGITS)]
  }
  return text + DIGITS[rest]
}

/** The numbers of one and two digits, as far as they have been written. Nearly all numbers are among them. */
const SHORT: string[] = []
const SHORT_BELOW = LAST_DIGITS * (1 + FURTHER_DIGITS)
const written = (number: number): string =>
  number < SHORT_BELOW ? (SHORT[number] ??= spelled(number)) : spelled(number)

const signed = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number)
const unsigned = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2)

/** Encodes what happened to a product since a frame. The age is in ms. */
export function quotePart({ id, base }: QuoteBase, bar: Bar, ageMs: number): QuotePart {
  const { open, high, low, close } = bar
  const rise = written(signed(close - base))
  const age = written(ageMs)
  if (open === close && high === close && low === close)
    return { id, shape: SHAPE.flat, text: rise + age }
  const others = written(signed(open - close)) + written(high - close) + written(close - low)
  return { id, shape: SHAPE.bar, text: rise + others + age }
}

/** Encodes the newest price of a product, for a snapshot. Null stands for a product without a price. */
export function quoteStart(
  { id, base }: QuoteBase,
  newest: { price: number; ageMs: number } | null,
): QuotePart {
  if (newest === null) return { id, shape: SHAPE.base, text: written(base) }
  const rise = written(signed(newest.price - base))
  return { id, shape: SHAPE.start, text: written(base) + rise + written(newest.ageMs) }
}

/** Encodes the data of a quotes frame, as JSON, from the tick count at its start and its parts. */
export function quotesText(fromSeq: number, parts: readonly QuotePart[]): string {
  let text = written(fromSeq)
  let before = 0
  for (const { id, shape, text: rest } of parts) {
    text += written(signed(id - before) * SHAPES + shape) + rest
    before = id
  }
  return `"${text}"`
}

/** The digit of a character. −1 if it is none. */
function digitOf(character: number): number {
  if (character === 33) return 0
  if (character > 34 && character < 92) return character - 34
  return character > 92 && character < 127 ? character - 35 : -1
}

/** The numbers of a text. Undefined if it is no text of whole numbers. */
function numbersIn(text: string): number[] | undefined {
  const numbers: number[] = []
  let number = 0
  let scale = 1
  for (let at = 0; at < text.length; at += 1) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit < 0) return undefined
    number += digit * scale
    if (digit >= LAST_DIGITS) {
      scale *= FURTHER_DIGITS
      continue
    }
    if (!Number.isSafeInteger(number)) return undefined
    numbers.push(number)
    number = 0
    scale = 1
  }
  return scale === 1 && numbers.length > 0 ? numbers : undefined
}

/** Calls `take` with each part's product, shape and place in the numbers. False if a part is not whole. */
function eachPart(
  numbers: Flat,
  take: (id: number, shape: number, at: number) => boolean,
): boolean {
  let id = 0
  let at = 1
  while (at < numbers.length) {
    const code = numbers[at] ?? 0
    const shape = code % SHAPES
    id += unsigned((code - shape) / SHAPES)
    const end = at + (SHAPE_FIELDS[shape] ?? 0)
    if (id < 1 || end > numbers.length || !take(id, shape, at)) return false
    at = end
  }
  return true
}

/** Whether a text is the data of a quotes frame. */
export function isQuotesText(text: string): boolean {
  const numbers = numbersIn(text)
  return numbers !== undefined && eachPart(numbers, () => true)
}

/**
 * Reads the frames of one subscription in their order, and returns what `quotesData` describes. Undefined for all that
 * the schema `quotesFrame` refuses, and for a product whose base no snapshot has named.
 */
export function createQuotesDecoder(): (data: unknown) => Flat | undefined {
  const bases = new Map<number, number>()
  return (data) => (typeof data === 'string' ? read(data, bases) : undefined)
}

function read(text: string, bases: Map<number, number>): Flat | undefined {
  const numbers = numbersIn(text)
  if (numbers === undefined) return undefined
  const quotes = [numbers[0] ?? 0]
  const isWhole = eachPart(numbers, (id, shape, first) => {
    const namesBase = shape === SHAPE.start || shape === SHAPE.base
    if (namesBase) bases.set(id, numbers[first + 1] ?? 0)
    if (shape === SHAPE.base) return true
    const at = namesBase ? first + 2 : first + 1
    const price = (bases.get(id) ?? Number.NaN) + unsigned(numbers[at] ?? 0)
    if (!Number.isSafeInteger(price)) return false
    if (shape === SHAPE.bar) {
      const open = unsigned(numbers[at + 1] ?? 0)
      quotes.push(id, price, open, numbers[at + 2] ?? 0, 0 - (numbers[at + 3] ?? 0))
    } else quotes.push(id, price, 0, 0, 0)
    quotes.push(numbers[first + (SHAPE_FIELDS[shape] ?? 0) - 1] ?? 0)
    return true
  })
  return isWhole ? quotes : undefined
}

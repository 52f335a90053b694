/**
 * The data of quotes frames, flat and short: `[fromSeq, part*]`. A part begins with `productId × 4 + shape`. Each
 * product has a base, which is the same for all pages of an epoch, and `rise` = newest price − base.
 *
 * - flat: `rise, age`: one price since the previous frame of the page;
 * - bar: `rise, open-close, high-close, low-close, age`: several;
 * - start: `base, rise, age`: the newest price, in a snapshot;
 * - base: `base`: no price yet, in a snapshot.
 *
 * Prices are scaled integers; `age` = frame time − tick time, ms. A snapshot names the base of every visible product.
 * This file has no schemas, so that the scripts that run before the app's code can import it.
 */

const SHAPE = { flat: 0, bar: 1, start: 2, base: 3 } as const
/** The integers that each shape takes, the first one included. */
const SHAPE_FIELDS: readonly number[] = [3, 6, 4, 2]
const SHAPES = SHAPE_FIELDS.length

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

const code = (id: number, shape: keyof typeof SHAPE): number => id * SHAPES + SHAPE[shape]

/**
 * Encodes what happened to a product since a frame. It starts with a comma, as the other parts do, so that parts can be
 * concatenated. The age is in ms.
 */
export function quotePart({ id, base }: QuoteBase, bar: Bar, ageMs: number): string {
  const { open, high, low, close } = bar
  const rise = close - base
  if (open === close && high === close && low === close)
    return `,${code(id, 'flat')},${rise},${ageMs}`
  return `,${code(id, 'bar')},${rise},${open - close},${high - close},${low - close},${ageMs}`
}

/** Encodes the newest price of a product, for a snapshot. Null stands for a product without a price. */
export function quoteStart(
  { id, base }: QuoteBase,
  newest: { price: number; ageMs: number } | null,
): string {
  if (newest === null) return `,${code(id, 'base')},${base}`
  return `,${code(id, 'start')},${base},${newest.price - base},${newest.ageMs}`
}

/** Encodes the data of a quotes frame from the tick count at its start and its parts. */
export const quotesText = (fromSeq: number, parts: string): string => `[${fromSeq}${parts}]`

/** Whether all parts of a frame are whole. */
export function areParts(data: Flat): boolean {
  let at = 1
  while (at < data.length) {
    const code = data[at] ?? 0
    if (code < SHAPES) return false
    at += SHAPE_FIELDS[code % SHAPES] ?? 0
  }
  return at === data.length
}

/**
 * Reads the frames of one subscription in their order: accepts what the schema `quotesFrame` accepts, without a generic
 * parse of every number, and returns what `quotesData` describes. Undefined for anything else, and for a product whose
 * base no snapshot has named.
 */
export function createQuotesDecoder(): (data: unknown) => Flat | undefined {
  const bases = new Map<number, number>()
  return (data) => (isIntegers(data) ? read(data, bases) : undefined)
}

function isIntegers(data: unknown): data is Flat {
  if (!Array.isArray(data) || data.length === 0) return false
  for (let at = 0; at < data.length; at += 1) {
    if (!Number.isSafeInteger(data[at])) return false
  }
  return true
}

function read(data: Flat, bases: Map<number, number>): Flat | undefined {
  const quotes = [data[0] ?? 0]
  let at = 1
  while (at < data.length) {
    const code = data[at] ?? 0
    const shape = code % SHAPES
    const end = at + (SHAPE_FIELDS[shape] ?? 0)
    if (code < SHAPES || end > data.length) return undefined
    const id = (code - shape) / SHAPES
    if (shape === SHAPE.start || shape === SHAPE.base) {
      at += 1
      bases.set(id, data[at] ?? 0)
    }
    if (shape !== SHAPE.base) {
      const price = (bases.get(id) ?? Number.NaN) + (data[at + 1] ?? 0)
      if (!Number.isSafeInteger(price)) return undefined
      const isBar = shape === SHAPE.bar
      const [open, high, low] = isBar ? [data[at + 2], data[at + 3], data[at + 4]] : []
      quotes.push(id, price, open ?? 0, high ?? 0, low ?? 0, data[end - 1] ?? 0)
    }
    at = end
  }
  return quotes
}

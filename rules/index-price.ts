/**
 * The price of a live product: the middle one of the newest trades of its venues. It is always a price that was
 * traded.
 */
import { AHEAD_MAX_MS, type IndexInput } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/**
 * A decimal text as a scaled integer of `decimals` digits. Further digits are cut off. Exact for results below 2^53;
 * NaN beyond.
 */
export function truncatedPrice(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.')
  const scaled = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return Number.isSafeInteger(scaled) ? scaled : Number.NaN
}

/** The middle one of prices; of an even number, the lower of the two in the middle. Undefined if there is none. */
export function medianPrice(prices: readonly number[]): number | undefined {
  const sorted = [...prices].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** The input whose price is the middle one; of equal ones, the first. Undefined if there is none. */
export function medianInput<T extends { price: string }>(
  inputs: readonly T[],
  decimals: number,
): T | undefined {
  const median = medianPrice(inputs.map(({ price }) => truncatedPrice(price, decimals)))
  return inputs.find(({ price }) => truncatedPrice(price, decimals) === median)
}

/**
 * The distance of the highest price from the lowest, in basis points of the lowest, rounded up, and exact for all
 * prices. 0 without prices. Infinity, which no limit allows, if the lowest is not positive or one is above 2^53 − 1.
 */
export function spreadBps(prices: readonly number[]): number {
  if (prices.length === 0) return 0
  const lowest = Math.min(...prices)
  // NaN, a price that was too high, is not above 0 either.
  if (!(lowest > 0)) return Number.POSITIVE_INFINITY
  // The product does not fit into a number.
  const rise = BigInt(Math.max(...prices) - lowest) * 10_000n
  return Number((rise + BigInt(lowest) - 1n) / BigInt(lowest))
}

/**
 * Whether a trade counts at a moment: it was made at most `freshMs` before, by its venue's stamp after the venue's
 * clock is corrected, and was on its way for at most `lateMs`. No correction makes a trade younger, so by the bare
 * stamp it is not older either. Terms from before stamps decided have no `lateMs`: by them a trade is as old as its
 * arrival, and only prices under such terms may have trades without a correction.
 */
export function isFresh(
  { receivedAt, tradedAt, aheadMs }: Pick<IndexInput, 'receivedAt' | 'tradedAt' | 'aheadMs'>,
  nowMs: number,
  { freshMs, lateMs }: Pick<IndexTerms, 'freshMs' | 'lateMs'>,
): boolean {
  const arrivedMs = nowMs - receivedAt
  if (arrivedMs < 0 || arrivedMs > freshMs) return false
  if (tradedAt === null || aheadMs === undefined) return lateMs === undefined
  if (aheadMs < 0 || aheadMs > AHEAD_MAX_MS) return false
  const onItsWayMs = receivedAt - tradedAt + aheadMs
  if (onItsWayMs < 0 || arrivedMs + onItsWayMs > freshMs) return false
  return lateMs === undefined || onItsWayMs <= lateMs
}

const lineOf = ({ venue, tradeId, price, receivedAt, tradedAt }: IndexInput): string =>
  `${venue}|${tradeId}|${price}|${receivedAt}|${tradedAt ?? ''}`

/**
 * The text that a tick's `inputs` is the SHA-256 of: one line per venue, ordered by the venue's name. Prices from
 * before stamps decided have the first version, which knows no correction of the venue's clock.
 */
export function inputsText(inputs: readonly IndexInput[]): string {
  return inputs.every(({ aheadMs }) => aheadMs === undefined)
    ? ['fairtick-inputs-1', ...inputs.map(lineOf)].join('\n')
    : [
        'fairtick-inputs-2',
        ...inputs.map((input) => `${lineOf(input)}|${input.aheadMs ?? ''}`),
      ].join('\n')
}

/** What is wrong with the inputs of a tick, or null: the order of venues, the hash, or the price. */
export function findInputsFault(
  tick: { price: number; inputs?: string | undefined },
  inputs: readonly IndexInput[],
  { decimals, sha256 }: { decimals: number; sha256: Sha256 },
): 'order' | 'hash' | 'price' | null {
  const isOrdered = inputs.every(({ venue }, n) => n === 0 || (inputs[n - 1]?.venue ?? '') < venue)
  if (!isOrdered) return 'order'
  if (sha256(inputsText(inputs)) !== tick.inputs) return 'hash'
  const prices = inputs.map(({ price }) => truncatedPrice(price, decimals))
  return medianPrice(prices) === tick.price ? null : 'price'
}

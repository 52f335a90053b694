/** The lines of the venues: each is one public stream of an operator, with symbols and addresses of its own. */
import { z } from 'zod/mini'
import type { VenueName } from '#contract/index-price.ts'

/**
 * The lines that exist. One of spot trades has its operator's name, one of perpetual contracts the operator's name and
 * `-perpetual`.
 */
export const lineName = z.enum([
  'binance',
  'binance-perpetual',
  'bitget',
  'bitget-perpetual',
  'bitstamp',
  'bybit',
  'bybit-perpetual',
  'coinbase',
  'gate',
  'gate-perpetual',
  'kraken',
  'mexc-perpetual',
  'okx',
  'okx-perpetual',
])
export type LineName = z.infer<typeof lineName>

/** What the lines of a product trade. They are of one kind, so an operator feeds it by one line at most. */
export type LineKind = 'spot' | 'perpetual'

/** The name of an operator's line of a kind. Not every operator has both. */
export const lineOf = (operator: VenueName, kind: LineKind): LineName | undefined =>
  lineName.safeParse(kind === 'spot' ? operator : `${operator}-${kind}`).data

/**
 * Venues that are never one of the three: their trades count only beside those of enough others, because their volume
 * may not be real.
 */
export const BESIDE_OTHERS: ReadonlySet<VenueName> = new Set(['mexc'])

/** How many of these venues are among those that a price needs. */
export const countNeeded = (venues: readonly VenueName[]): number =>
  venues.filter((venue) => !BESIDE_OTHERS.has(venue)).length

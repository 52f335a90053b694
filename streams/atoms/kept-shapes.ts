/**
 * The form in which each topic's state is cached on the device. Cached values are validated like frames when they are
 * read.
 */
import { z } from 'zod'
import { type Balance, balance } from '#contract/account.ts'
import { type FundRate, type FundState, fundRate, fundState } from '#contract/fund.ts'
import { type MarketSession, marketSession } from '#contract/product.ts'
import { type Profile, profile } from '#contract/profile.ts'
import { TOPICS } from '#contract/topics.ts'
import type { Kept } from '#streams/atoms/last-known.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import { positionsFold } from '#streams/topics/positions.ts'
import type { DayStats, Messages, Positions, Quote } from '#streams/types.ts'

const quoteShape = z.object({
  price: z.int().positive(),
  movement: z.enum(['up', 'down', 'none']),
  open: z.int(),
  high: z.int(),
  low: z.int(),
  tickAt: z.int(),
})
const statsShape = z.object({
  last: z.int(),
  reference: z.int(),
  riseRate: z.int(),
  high: z.int(),
  low: z.int(),
  volume: z.number(),
  amount: z.string(),
})
/** Only open positions are cached. Positions that settled in the last visit are not shown again as new. */
const positionsShape = z.codec(TOPICS.positions.snapshot, z.custom<Positions>(), {
  decode: (open) => positionsFold.snapshot(open, null),
  encode: ({ open }) => [...open],
})
const messagesShape = z.codec(TOPICS.messages.snapshot, z.custom<Messages>(), {
  decode: (snapshot) => messagesFold.snapshot(snapshot, null),
  encode: ({ unread, latest }) => ({ unread, latest: [...latest] }),
})

/** The cache entry of a product's newest price (topic `quote:<id>`). */
export const keptQuote = (productId: number): Kept<Quote> => ({
  topic: `quote:${productId}`,
  shape: quoteShape,
})
/** The cache entry of a product's 24 h statistics (topic `stats:<id>`). */
export const keptStats = (productId: number): Kept<DayStats> => ({
  topic: `stats:${productId}`,
  shape: statsShape,
})
/** The cache entry of a product's market session (topic `session:<id>`). */
export const keptSession = (productId: number): Kept<MarketSession> => ({
  topic: `session:${productId}`,
  shape: marketSession,
})
/** The cache entry of the user's open positions. */
export const KEPT_POSITIONS: Kept<Positions> = { topic: 'positions', shape: positionsShape }
/** The cache entry of the user's balance. */
export const KEPT_BALANCE: Kept<Balance> = { topic: 'balance', shape: balance }
/** The cache entry of the user's system messages and of how many are unread. */
export const KEPT_MESSAGES: Kept<Messages> = { topic: 'messages', shape: messagesShape }
/** The cache entry of the user's profile. */
export const KEPT_PROFILE: Kept<Profile> = { topic: 'profile', shape: profile }
/** The cache entry of the user's holdings in the balance fund. */
export const KEPT_FUND: Kept<FundState> = { topic: 'fund', shape: fundState }
/** The cache entry of the fund's published rates, which are public. */
export const KEPT_RATES: Kept<readonly FundRate[]> = { topic: 'rates', shape: z.array(fundRate) }

/** The form in which each topic's state is kept on the device; read again, it is checked like a frame. */
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
/** Only what was open: what became final while it was watched is no news when the app opens again. */
const positionsShape = z.codec(TOPICS.positions.snapshot, z.custom<Positions>(), {
  decode: (open) => positionsFold.snapshot(open, null),
  encode: ({ open }) => [...open],
})
const messagesShape = z.codec(TOPICS.messages.snapshot, z.custom<Messages>(), {
  decode: (snapshot) => messagesFold.snapshot(snapshot, null),
  encode: ({ unread, latest }) => ({ unread, latest: [...latest] }),
})

export const keptQuote = (productId: number): Kept<Quote> => ({
  topic: `quote:${productId}`,
  shape: quoteShape,
})
export const keptStats = (productId: number): Kept<DayStats> => ({
  topic: `stats:${productId}`,
  shape: statsShape,
})
export const keptSession = (productId: number): Kept<MarketSession> => ({
  topic: `session:${productId}`,
  shape: marketSession,
})
export const KEPT_POSITIONS: Kept<Positions> = { topic: 'positions', shape: positionsShape }
export const KEPT_BALANCE: Kept<Balance> = { topic: 'balance', shape: balance }
export const KEPT_MESSAGES: Kept<Messages> = { topic: 'messages', shape: messagesShape }
export const KEPT_PROFILE: Kept<Profile> = { topic: 'profile', shape: profile }
export const KEPT_FUND: Kept<FundState> = { topic: 'fund', shape: fundState }
export const KEPT_RATES: Kept<readonly FundRate[]> = { topic: 'rates', shape: z.array(fundRate) }

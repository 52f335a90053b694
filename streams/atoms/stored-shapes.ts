/** The cache entries of each topic. Cached values are validated like frames when they are read. */
import { z } from 'zod/mini'
import { type MarketSession, marketSession } from '#contract/product.ts'
import type { Kept } from '#streams/atoms/last-known.ts'
import { STATE_TOPICS, type StateOf, type StateTopic } from '#streams/topics/table.ts'
import type { DayStats, Quote } from '#streams/types.ts'

const quoteShape = z.object({
  price: z.int().check(z.positive()),
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

/** The cache entry of a product's newest price (topic `quote:<id>`). */
export const storedQuote = (productId: number): Kept<Quote> => ({
  topic: `quote:${productId}`,
  shape: quoteShape,
})
/** The cache entry of a product's 24 h statistics (topic `stats:<id>`). */
export const storedStats = (productId: number): Kept<DayStats> => ({
  topic: `stats:${productId}`,
  shape: statsShape,
})
/** The cache entry of a product's market session (topic `session:<id>`). */
export const storedSession = (productId: number): Kept<MarketSession> => ({
  topic: `session:${productId}`,
  shape: marketSession,
})
/** The cache entry of a topic's state. Undefined if the topic is not cached. */
export function storedState<K extends StateTopic>(topic: K): Kept<StateOf<K>> | undefined {
  const { kept }: { kept?: z.ZodMiniType } = STATE_TOPICS[topic]
  // The table pairs each topic's form with its state.
  return kept && { topic, shape: kept as z.ZodMiniType<StateOf<K>> }
}

/** Endpoints of products and candles. All can be read without a session. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { candle, interval, product } from '#contract/product.ts'
import { feedSource, symbol, timeMs } from '#contract/scalars.ts'

/** Lists all products, with the server's time and the source of the prices. */
export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  access: 'public',
  perMinute: 120,
  summary: 'All products with terms and session',
  reply: z.object({ products: z.array(product), serverTime: timeMs, source: feedSource }),
  errors: [],
})

/**
 * Returns the closes of the last 24 h per product, in 48 steps of half an hour, oldest first. Lists draw them as small
 * lines. The close of a half hour without a tick is null.
 */
export const listSparklines = endpoint({
  method: 'GET',
  path: '/sparklines',
  access: 'public',
  perMinute: 60,
  summary: 'Half-hour closes of 24 hours',
  reply: z.object({ lines: z.array(z.object({ symbol, closes: z.array(z.nullable(z.int())) })) }),
  errors: [],
})

/** Returns candles of one product. `more` is true if there are earlier ones. */
export const listCandles = endpoint({
  method: 'GET',
  path: '/products/:symbol/candles',
  access: 'public',
  perMinute: 240,
  summary: 'Candles before a moment, oldest first',
  params: z.object({ symbol }),
  query: z.object({
    interval,
    /** Only candles that open before this time (ms); the default is now. */
    before: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 300),
  }),
  reply: z.object({ candles: z.array(candle), more: z.boolean() }),
  errors: ['product_unknown'],
})

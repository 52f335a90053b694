/** Products, candles and the public tick history: all readable without a session. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { candle, interval, product } from '#contract/product.ts'
import { feedSource, symbol, timeMs } from '#contract/scalars.ts'
import { checkpoint, seedEpoch, tickRecord } from '#contract/tick-log.ts'

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  access: 'public',
  perMinute: 120,
  summary: 'All products with their terms and market session',
  reply: z.object({ products: z.array(product), serverTime: timeMs, source: feedSource }),
  errors: [],
})

/** Closes of the last 24 h in 48 half-hour steps a product, oldest first, for the small lines in lists. */
export const listSparklines = endpoint({
  method: 'GET',
  path: '/sparklines',
  access: 'public',
  perMinute: 60,
  summary: 'Half-hour closes of the last 24 hours for every product',
  reply: z.object({ lines: z.array(z.object({ symbol, closes: z.array(z.int()) })) }),
  errors: [],
})

export const listCandles = endpoint({
  method: 'GET',
  path: '/products/:symbol/candles',
  access: 'public',
  perMinute: 240,
  summary: 'Candles before a moment, oldest first',
  params: z.object({ symbol }),
  query: z.object({
    interval,
    /** Only candles that open before this; default: now. */
    before: z.coerce.number().int().nonnegative().optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(300),
  }),
  reply: z.object({ candles: z.array(candle), more: z.boolean() }),
  errors: ['product_unknown'],
})

export const listTicks = endpoint({
  method: 'GET',
  path: '/ticks/:symbol',
  access: 'public',
  perMinute: 240,
  summary: 'Tick records after a sequence number or from a time on, in order',
  params: z.object({ symbol }),
  query: z.object({
    afterSeq: z.coerce.number().int().nonnegative().optional(),
    fromMs: z.coerce.number().int().nonnegative().optional(),
    /** Records; the most are about 350 kB. */
    limit: z.coerce.number().int().min(1).max(2_000).default(1_000),
  }),
  reply: z.object({ records: z.array(tickRecord), more: z.boolean() }),
  errors: ['product_unknown'],
})

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/checkpoints',
  access: 'public',
  perMinute: 120,
  summary: 'Signed checkpoints of all tick logs, newest first',
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({
    checkpoints: z.array(checkpoint),
    /** Ed25519 public keys as SPKI PEM: those that signed the page; all of them on the page of the newest. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
  }),
  errors: [],
})

export const listSeeds = endpoint({
  method: 'GET',
  path: '/seeds',
  access: 'public',
  perMinute: 120,
  summary: 'Seed commitments of the simulated feed, and the seeds of ended epochs, newest first',
  query: z.object({
    before: z.coerce.number().int().nonnegative().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  reply: z.object({ epochs: z.array(seedEpoch) }),
  errors: [],
})

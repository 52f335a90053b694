/** The public chains beside the price logs. rules/record-chain.ts says what each hash covers. */
import { z } from 'zod/mini'
import { hash, timeMs } from '#contract/scalars.ts'

/**
 * `devices`: the keys that devices registered. `seeds`: the promises of the simulated feed. `operators`: the salted
 * digests of the operator log, each under its minute. `starts`: the starts of the server, and what each restore kept
 * (rules/restore.ts).
 */
export const chainName = z.enum(['devices', 'seeds', 'operators', 'starts'])
/** A parsed name of a public chain. */
export type ChainName = z.infer<typeof chainName>

/** One record of a public chain. `text` is one line; its format depends on the chain. */
export const chainRecord = z.object({
  seq: z.int().check(z.positive()),
  timeMs,
  text: z.string().check(z.regex(/^[^\n]{1,2000}$/)),
  hash,
})
/** A parsed record of a public chain. */
export type ChainRecord = z.infer<typeof chainRecord>

/** The newest record of a public chain; 0 and 64 zeros while it is empty. */
export const chainHead = z.object({ seq: z.int().check(z.nonnegative()), hash })

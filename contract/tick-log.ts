/** The public tick history: records, checkpoints and seed commitments, as anyone may download them. */
import { z } from 'zod'
import { basisPoints, hash, price, size, symbol, timeMs } from '#contract/scalars.ts'

const link = { seq: z.int().positive(), timeMs, hash }

/**
 * `gap`: continuity was lost between the record before and this one; `jump`: so far that prices before and after do not
 * compare. `halt`: no market until the next tick.
 */
export const gapReason = z.enum(['restart', 'feed', 'loop', 'jump'])
export const haltReason = z.enum(['closed', 'maintenance', 'ended'])

/** One record of a product's log; `hash` covers the record and the hash before it. */
export const tickRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tick'), ...link, price, size }),
  z.object({ kind: z.literal('heartbeat'), ...link }),
  z.object({ kind: z.literal('gap'), ...link, reason: gapReason }),
  z.object({ kind: z.literal('halt'), ...link, reason: haltReason }),
  /** Put aside, never a price: not positive, or further than the product's band from the good tick before it. */
  z.object({ kind: z.literal('rejected'), ...link, price: z.int(), bandBps: basisPoints }),
])
export type TickRecord = z.infer<typeof tickRecord>
export type GapReason = z.infer<typeof gapReason>
export type HaltReason = z.infer<typeof haltReason>

/** A statement of every product's newest record, signed with Ed25519 over `text` (see rules/checkpoint.ts). */
export const checkpoint = z.object({
  number: z.int().positive(),
  timeMs,
  heads: z.array(z.object({ symbol, seq: z.int().nonnegative(), hash })),
  previous: hash,
  text: z.string(),
  signature: z.string(),
  keyId: z.string(),
})
export type Checkpoint = z.infer<typeof checkpoint>

/** The simulated feed's promise: `commitment` = SHA-256 of the seed, published before `startsAt`. */
export const seedEpoch = z.object({
  epoch: z.int().nonnegative(),
  startsAt: timeMs,
  endsAt: timeMs,
  commitment: hash,
  /** Null until the epoch has ended. */
  seed: hash.nullable(),
})
export type SeedEpoch = z.infer<typeof seedEpoch>

/** The public tick history as anyone can download it: records, checkpoints and seeds. */
import { z } from 'zod/mini'
import { checkpointHead } from '#contract/checkpoint-products.ts'
import { chainHead } from '#contract/record-chain.ts'
import { basisPoints, hash, price, size, timeMs } from '#contract/scalars.ts'

const link = { seq: z.int().check(z.positive()), timeMs, hash }

/**
 * Why continuity was lost between the record before and this one. After a `jump`, prices before and after are not
 * comparable.
 */
export const gapReason = z.enum(['restart', 'feed', 'loop', 'jump'])
/** Why the market halted. A halt lasts until the next tick. */
export const haltReason = z.enum(['closed', 'maintenance', 'ended'])

/** One record of a product's log. `hash` covers the record and the hash of the record before it. */
export const tickRecord = z.discriminatedUnion('kind', [
  /** `inputs` is the hash of the trades that a live price follows from (contract/index-price.ts). */
  z.object({ kind: z.literal('tick'), ...link, price, size, inputs: z.optional(hash) }),
  z.object({ kind: z.literal('heartbeat'), ...link }),
  z.object({ kind: z.literal('gap'), ...link, reason: gapReason }),
  z.object({ kind: z.literal('halt'), ...link, reason: haltReason }),
  /**
   * A rejected tick, which is never used as a price. It was not positive, or further from the previous good tick than
   * the product's band allows.
   */
  z.object({ kind: z.literal('rejected'), ...link, price: z.int(), bandBps: basisPoints }),
  /**
   * A marker after an outage: the records before it that are later than `fromMs` were missed, and were written at
   * `writtenAt`. Its own time is that up to which they reach (rules/outage.ts).
   */
  z.object({ kind: z.literal('filled'), ...link, fromMs: timeMs, writtenAt: timeMs }),
  /**
   * The orders that were accepted since: their number, and the root of the tree of their acceptances
   * (rules/merkle-tree.ts). Whatever the log says after it, they were accepted before. It has the time of the record
   * before it, so that it decides no price.
   */
  z.object({ kind: z.literal('orders'), ...link, size: z.int().check(z.positive()), root: hash }),
])
export type TickRecord = z.infer<typeof tickRecord>
export type GapReason = z.infer<typeof gapReason>
export type HaltReason = z.infer<typeof haltReason>

/** A statement of the newest record of every product, signed with Ed25519 over `text` (rules/checkpoint.ts). */
export const checkpoint = z.object({
  number: z.int().check(z.positive()),
  timeMs,
  heads: z.array(checkpointHead),
  /** The tree of the heads (rules/checkpoint-products.ts); absent up to format 5, whose texts name each head. */
  products: z.optional(z.object({ size: z.int().check(z.nonnegative()), root: hash })),
  /** What the checkpoint states besides the price logs (rules/checkpoint.ts); null in those of format 1. */
  anchors: z.nullable(
    z.object({
      /** The tree of refusals, and up to format 3 of acceptances too. */
      orders: z.object({ size: z.int().check(z.nonnegative()), root: hash }),
      devices: chainHead,
      seeds: chainHead,
      /** Null in those of format 2. */
      operators: z.nullable(chainHead),
      /** The root of the tree of all checkpoints before; null up to format 3. */
      earlier: z.nullable(hash),
      /** The chain of the server's starts; null up to format 4. */
      starts: z.nullable(chainHead),
    }),
  ),
  previous: hash,
  text: z.string(),
  signature: z.string(),
  keyId: z.string(),
})
export type Checkpoint = z.infer<typeof checkpoint>

/**
 * The hashes, in hex, that prove that a checkpoint's tree has an earlier checkpoint, and that the tree of the earlier
 * one is its start (rules/growing-tree.ts).
 */
export const checkpointProof = z.object({
  inclusion: z.array(hash).check(z.maxLength(64)),
  consistency: z.array(hash).check(z.maxLength(64)),
})
export type CheckpointProof = z.infer<typeof checkpointProof>

/**
 * One hour of the simulated feed. Its promise is a record of the chain `seeds` (rules/seed-chain.ts). Hours from before
 * that chain have a `commitment` instead.
 */
export const seedEpoch = z.object({
  epoch: z.int().check(z.nonnegative()),
  startsAt: timeMs,
  endsAt: timeMs,
  /** The SHA-256 of the seed's 32 bytes, for hours from before the chain; otherwise null. */
  commitment: z.nullable(hash),
  /** The number of the hash chain that the hour belongs to; null for hours from before the chain. */
  chain: z.nullable(z.int().check(z.positive())),
  /** The record of the chain `seeds` that promises this hour. */
  promise: z.nullable(z.int().check(z.positive())),
  /**
   * `bound` if a checkpoint named the promise at least 24 h before the hour. Nothing shows that the seed of an
   * `unbound` hour was not chosen.
   */
  bound: z.enum(['bound', 'unbound']),
  /** The hour's link of the hash chain; null until the epoch has ended. */
  link: z.nullable(hash),
  /** The round of drand that the seed mixes in; null if none. It is known shortly before the hour starts. */
  drand: z.nullable(
    z.object({
      chainHash: hash,
      round: z.int().check(z.positive()),
      signature: z.nullable(z.string()),
      randomness: z.nullable(hash),
    }),
  ),
  /** The seed itself; null until the epoch has ended, and for ever if it was closed. */
  seed: z.nullable(hash),
  /** Why the market was closed for the whole hour: the round could not be had, or the chain was lost. */
  closed: z.nullable(z.enum(['round', 'lost'])),
})
/** A parsed epoch of the simulated feed. */
export type SeedEpoch = z.infer<typeof seedEpoch>

/** Endpoints of the public tick history and everything that proves it. All can be read without a session. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { chainName, chainRecord } from '#contract/record-chain.ts'
import { hash, symbol } from '#contract/scalars.ts'
import { presentedText } from '#contract/signed-text.ts'
import { checkpoint, checkpointProof, seedEpoch, tickRecord } from '#contract/tick-log.ts'

/** Returns records of a product's tick log. `more` is true if there are later ones. */
export const listTicks = endpoint({
  method: 'GET',
  path: '/ticks/:symbol',
  access: 'public',
  perMinute: 240,
  summary: 'Tick records after a sequence number or from a time, in order',
  params: z.object({ symbol }),
  query: z.object({
    afterSeq: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    fromMs: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    /** The number of records; the maximum is about 350 kB. */
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000)), 1_000),
  }),
  reply: z.object({ records: z.array(tickRecord), more: z.boolean() }),
  errors: ['product_unknown'],
})

/**
 * Lists checkpoints. `before` is a checkpoint number, and only lower ones are returned. With `step`, only those are
 * returned whose number is a multiple of it: one per minute with 6, one per hour with 360.
 */
export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/checkpoints',
  access: 'public',
  perMinute: 120,
  summary: 'Signed checkpoints of all tick logs, newest first',
  query: z.object({
    before: z.optional(z.coerce.number().check(z.int(), z.positive())),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 50),
    step: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  }),
  reply: z.object({
    checkpoints: z.array(checkpoint),
    /** Ed25519 public keys as SPKI PEM: those that signed this page; on the first page, all of them. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
  }),
  errors: [],
})

/** Proves that a checkpoint continues an earlier one, of the number `of`, by the tree of all checkpoints before it. */
export const proveCheckpoint = endpoint({
  method: 'GET',
  path: '/checkpoints/:number/tree',
  access: 'public',
  perMinute: 120,
  summary: 'The proof that a checkpoint continues an earlier one',
  params: z.object({ number: z.coerce.number().check(z.int(), z.positive()) }),
  query: z.object({ of: z.coerce.number().check(z.int(), z.positive()) }),
  reply: checkpointProof,
  errors: ['not_found'],
})

/**
 * Returns a checkpoint as a signed note (C2SP tlog-checkpoint) that states the tree of all checkpoints up to it. The
 * header `X-Verifier-Key` names the key.
 */
export const getCheckpointNote = endpoint({
  method: 'GET',
  path: '/checkpoints/:number/note',
  access: 'public',
  perMinute: 60,
  summary: 'The tree of all checkpoints up to this one as a signed note, for witnesses',
  params: z.object({ number: z.coerce.number().check(z.int(), z.positive()) }),
  reply: null,
  download: 'text/plain; charset=utf-8',
  errors: ['not_found'],
})

/**
 * Takes checkpoints that a device remembers and the server did not show: one, or two that contradict each other. If the
 * server's key signed one that the log lacks, its data are an older copy, and all money writes stop.
 */
export const presentCheckpoints = endpoint({
  method: 'POST',
  path: '/checkpoints/presented',
  access: 'public',
  perMinute: 10,
  summary: 'Presents signed checkpoints that the server may have lost',
  body: z.object({
    checkpoints: z.array(presentedText).check(z.minLength(1), z.maxLength(2)),
  }),
  /** Whether the server's log lacks one of them. */
  reply: z.object({ lost: z.boolean() }),
  errors: [],
})

/** Lists the epochs of the simulated feed. `before` is an epoch number, and only lower ones are returned. */
export const listSeeds = endpoint({
  method: 'GET',
  path: '/seeds',
  access: 'public',
  perMinute: 120,
  summary: 'Hours of the simulated feed: their promises, and the seeds of those that are over',
  query: z.object({
    before: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 50),
  }),
  reply: z.object({ epochs: z.array(seedEpoch) }),
  errors: [],
})

/** Lists records of a public chain, oldest first. */
export const listChain = endpoint({
  method: 'GET',
  path: '/chains/:chain',
  access: 'public',
  perMinute: 120,
  summary:
    'Records of a public chain, in order: keys of devices, promises of seeds, acts of operators',
  params: z.object({ chain: chainName }),
  query: z.object({
    afterSeq: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1_000),
  }),
  reply: z.object({ records: z.array(chainRecord), more: z.boolean() }),
  errors: [],
})

/** Returns the leaves of the tree of one checkpoint, so that anyone can count them and recompute its root. */
export const listOrderLeaves = endpoint({
  method: 'GET',
  path: '/checkpoints/:number/orders',
  access: 'public',
  perMinute: 120,
  summary:
    'The acceptances and refusals of one checkpoint, as salted commitments without user or time',
  params: z.object({ number: z.coerce.number().check(z.int(), z.positive()) }),
  reply: z.object({ commitments: z.array(hash) }),
  errors: ['not_found'],
})

/** Forged proofs about the seed of an order's hour: another seed, another promise, another time of the promise. */
import type { BeaconRound } from '#contract/beacon.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SeedProof, SettledReceipt } from '#contract/settlement-receipt.ts'
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { QUICKNET, ROUND_BEFORE_MS, roundFor, timeOfRound } from '#rules/beacon.ts'
import { SEED_HOUR_MS, type SeedRecord, seedOfHour } from '#rules/seed-chain.ts'
import { REAL_ROUNDS } from '#support/beacon.ts'
import { sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { honest, other, strangerSigned, UNSIGNED } from '#support/honest-receipts.ts'
import type { SeedForgery } from '#support/seed-promises.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import {
  NO_ORDERS,
  ordinaryLog,
  seedProof,
  settledReceipt,
  signed,
  T0,
} from '#support/settled-receipt.ts'

/** A won order whose hour has this proof. */
export const withSeed = (...proofs: SeedProof[]): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), { seeds: proofs })
const made = (forgery: SeedForgery) => (): SettledReceipt => withSeed(seedProof(forgery))
const changed = (change: (proof: SeedProof) => Partial<SeedProof>) => (): SettledReceipt =>
  withSeed({ ...seedProof(), ...change(seedProof()) })
const shown = (change: (hour: SeedEpoch) => Partial<Record<keyof SeedEpoch, unknown>>) =>
  changed(({ hour }) => ({ hour: seedEpoch.parse({ ...hour, ...change(hour) }) }))
type Chain = Extract<SeedRecord, { kind: 'chain' }>
type Hour = Extract<SeedRecord, { kind: 'hour' }>
const recorded = (change: { chain?: Partial<Chain>; hour?: Partial<Hour> }) =>
  made({
    records: (all) =>
      all.map((each) => {
        if (each.kind === 'chain') return { ...each, ...change.chain }
        return each.kind === 'hour' ? { ...each, ...change.hour } : each
      }),
  })
const checkpointed = (change: (signed: SeedProof['promise']['checkpoint']) => unknown) =>
  changed(({ promise }) => ({
    promise: { ...promise, checkpoint: change(promise.checkpoint) } as SeedProof['promise'],
  }))

const CHOSEN = sha256('chosen')
const EPOCH = Math.floor(T0 / SEED_HOUR_MS)
const startsAt = EPOCH * SEED_HOUR_MS
/** A checkpoint from half a second before the one that names the promise. */
const BEFORE_PROMISES = {
  number: 1,
  timeMs: startsAt - 30 * SEED_HOUR_MS - 500,
  previous: GENESIS_HASH,
  heads: [],
  anchors: { ...NO_ORDERS, operators: null },
}
const ROUND = roundFor(QUICKNET, { startsAt, promisedAt: 0 }) ?? 0
/** Its signature is none. A reader that cannot verify rounds does not see that, and says that it did not. */
export const UNSIGNED_ROUND: NonNullable<SeedForgery['drand']> = {
  chainHash: QUICKNET.hash,
  round: ROUND,
  signature: 'ab'.repeat(48),
  randomness: sha256('randomness'),
}
const withRound = (change: Partial<Record<keyof typeof UNSIGNED_ROUND, unknown>>) => () => {
  const proof = seedProof({ drand: UNSIGNED_ROUND })
  const drand = { ...UNSIGNED_ROUND, ...change }
  const mixed = typeof drand.randomness === 'string' ? drand.randomness : null
  const seed = seedOfHour(sha256, proof.hour.link ?? '', mixed)
  return withSeed({ ...proof, hour: seedEpoch.parse({ ...proof.hour, drand, seed }) })
}

/** Of an hour that mixes in a round, what is public is changed. */
const ofRound = (change: Partial<Record<keyof SeedEpoch, unknown>>) => () => {
  const proof = seedProof({ drand: UNSIGNED_ROUND })
  return withSeed({ ...proof, hour: seedEpoch.parse({ ...proof.hour, ...change }) })
}

/** In an hour whose series starts half a minute after round 123 of quicknet, which its seed mixes in. */
export function inRealRound(change: Partial<BeaconRound> = {}): SettledReceipt {
  const real = REAL_ROUNDS.find(({ round }) => round === 123)
  if (real === undefined) throw new Error('no round')
  const from = timeMs.parse(timeOfRound(QUICKNET, real.round) + ROUND_BEFORE_MS + 500)
  const drand = { chainHash: QUICKNET.hash, ...real, ...change }
  const moved = (order: SettledReceipt['order']) =>
    [order.entry, order.exit].map((spot) => spot && { ...spot, timeMs: from })
  return other(withSeed(seedProof({ drand, from }, from)), ({ order }) => {
    const [entry = null, exit = null] = moved(order)
    return { order: { ...order, entry, exit } }
  })
}

type Row = readonly [name: string, make: () => SettledReceipt]
const SEED: readonly Row[] = [
  [
    'the seed was chosen after the promise',
    shown(() => ({ link: CHOSEN, seed: seedOfHour(sha256, CHOSEN, null) })),
  ],
  ['the seed does not follow from its link', shown(() => ({ seed: CHOSEN }))],
  ['the seed is shown without its link', shown(() => ({ link: null }))],
  ['the link is shown without its seed', shown(() => ({ seed: null }))],
  ['the hour had prices and is called closed', shown(() => ({ closed: 'round', seed: null }))],
  ['the hour is said to start at another time', shown(() => ({ startsAt: startsAt + 1_000 }))],
  ['the hour is said to have another promise', shown(() => ({ promise: 3 }))],
  ['the hour is said to belong to another hash chain', shown(() => ({ chain: 2 }))],
  [
    'the promise of the hour was altered',
    changed(({ promise }) => ({
      promise: {
        ...promise,
        records: promise.records.map((each) => ({ ...each, text: `${each.text} from 1` })),
      },
    })),
  ],
  [
    'the hash chain was altered',
    changed(({ anchor }) => ({
      anchor: {
        ...anchor,
        records: anchor.records.map((each) => ({
          ...each,
          text: each.text.replace(/anchor [0-9a-f]{64}/, `anchor ${CHOSEN}`),
        })),
      },
    })),
  ],
  ['the promise is of another hour', recorded({ hour: { epoch: EPOCH + 1 } })],
  ['the promise is of another hash chain', recorded({ hour: { chain: 2 } })],
  ['the hash chain fixes a few hours', recorded({ chain: { hours: 8_759 } })],
  ['the hash chain begins after the hour', recorded({ chain: { first: EPOCH + 1 } })],
  ['the promise starts before it was made', recorded({ hour: { from: 1 } })],
  [
    'the checkpoint of the promise is not signed',
    checkpointed((checkpoint) => checkpoint && { ...checkpoint, ...UNSIGNED }),
  ],
  [
    'a stranger signed the checkpoint of the promise',
    checkpointed((checkpoint) => strangerSigned(checkpoint?.text ?? '')),
  ],
  [
    'the checkpoint of the promise names another record',
    checkpointed(() => signed(checkpointText(BEFORE_PROMISES))),
  ],
  [
    'the checkpoint of the promise is from before the promise',
    checkpointed((checkpoint) => {
      const facts = readCheckpointText(checkpoint?.text ?? '')
      return facts && signed(checkpointText({ ...facts, number: 1, timeMs: 1_000 }))
    }),
  ],
  ['the hour is missing', () => withSeed()],
  ['the round is left out of the seed', withRound({ signature: null, randomness: null })],
  ['the randomness is left out of the seed', withRound({ randomness: null })],
  [
    'the hour shows a round that was not promised',
    () => withSeed({ ...seedProof(), hour: { ...seedProof().hour, drand: UNSIGNED_ROUND } }),
  ],
  ['the hour does not show the round that was promised', ofRound({ drand: null })],
  [
    'the randomness is missing before the hour is over',
    ofRound({ link: null, seed: null, drand: { ...UNSIGNED_ROUND, randomness: null } }),
  ],
  ['the hour ends later', shown(({ endsAt }) => ({ endsAt: endsAt + 1 }))],
  [
    'the record of the hash chain is shown as the promise',
    changed(({ anchor }) => ({ promise: anchor })),
  ],
  ['the promise is shown as the hash chain', changed(({ promise }) => ({ anchor: promise }))],
  ['a lost hour shows its link', shown(() => ({ closed: 'lost', bound: 'bound' }))],
  ['the seed mixes in another round', withRound({ round: ROUND + 1 })],
]

/** Every kind of forged proof about a seed. */
export const SEED_FORGERIES: readonly ForgedReceipt[] = SEED.map(([name, make]) => ({
  name,
  make,
  fails: 'seed',
  twin: honest,
}))

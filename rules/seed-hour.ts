/** Verifies what a receipt shows of the seeds of its hours: who could still have chosen them, and when. */
import type { BeaconRound } from '#contract/beacon.ts'
import type { Order } from '#contract/order.ts'
import type { SeedProof, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { QUICKNET, roundFor } from '#rules/beacon.ts'
import { readSegment, type SegmentTools } from '#rules/chain-segment.ts'
import {
  fitsChain,
  hashForward,
  type MadePromise,
  readSeedRecord,
  SEED_HOUR_MS,
  type SeedChain,
  seedOfHour,
  startOf,
} from '#rules/seed-chain.ts'
import { type Binding, bindingOf, isAsPromised, isChainLength } from '#rules/seed-check.ts'

/** What the check needs. A reader that cannot verify rounds of drand leaves `verifyRound` out. */
export interface SeedHourTools extends SegmentTools {
  /** Whether the beacon quicknet signed the round. */
  verifyRound?: (round: BeaconRound) => Promise<boolean>
}

/** What a reader says of the hour of a deciding tick. */
export interface SeedHourReport {
  epoch: number
  /** When the series starts, ms. */
  startsAt: number
  /** Which checkpoint signed the promise first, and how long before the hour. All but `bound` hours are unbound. */
  binding: Binding
  /** `published`: it is the promised one. `later`: it is published when the hour is over. `lost`: it never will be. */
  seed: 'published' | 'later' | 'lost'
  /** The round of drand that the seed mixes in; null for none. */
  round: { round: number; verdict: 'holds' | 'fails' | 'unchecked' } | null
}

/** How a page labels the promise. All but `bound` are unbound; `within` is after the start of the hour. */
export interface SeedLabel {
  promised: 'bound' | 'late' | 'within' | 'unnamed'
  /** The number of the first checkpoint that names the promise, and the whole hours from it to the start. */
  number: number | null
  hours: number
}

export function seedLabel({ binding }: SeedHourReport): SeedLabel {
  if (binding.kind === 'unnamed') return { promised: 'unnamed', number: null, hours: 0 }
  const { kind, checkpoint: number, leadMs } = binding
  const promised = leadMs < 0 ? 'within' : kind
  return { promised, number, hours: Math.floor(leadMs / SEED_HOUR_MS) }
}

/** Whether each hour was fixed a day ahead. Otherwise nothing shows that its seed was not chosen. */
export const areBound = (seeds: readonly SeedHourReport[] | null): boolean =>
  seeds?.every((hour) => seedLabel(hour).promised === 'bound') === true

type Verdict = 'holds' | 'fails' | 'waiting'
interface HourFinding {
  verdict: Verdict
  /** Null if the receipt proves nothing of the hour. */
  report: SeedHourReport | null
}
const FAILS: HourFinding = { verdict: 'fails', report: null }

/** The hours of the ticks that decided an order. Prices that are not simulated have no seed. */
export function decidingEpochs(order: Pick<Order, 'source' | 'entry' | 'exit'>): number[] {
  if (order.source !== 'simulated') return []
  const spots = [order.entry, order.exit].flatMap((spot) => (spot === null ? [] : [spot]))
  return [...new Set(spots.map(({ timeMs }) => Math.floor(timeMs / SEED_HOUR_MS)))]
}

/** Whether a published seed is the promised one. Null if the published values contradict the promise. */
function seedState(
  { hour: { link, seed, closed, drand } }: SeedProof,
  { promise, chain }: { promise: MadePromise; chain: SeedChain },
  { sha256 }: SegmentTools,
): SeedHourReport['seed'] | null {
  const { signature = null, randomness = null } = drand ?? {}
  // The hour had prices, so that its round was known.
  if (promise.round !== null && (signature === null || randomness === null)) return null
  if (closed !== null) return closed === 'lost' && (link ?? seed) === null ? 'lost' : null
  if (link === null) return seed === null ? 'later' : null
  const isLink = hashForward(sha256, link, promise.epoch - chain.first + 1) === chain.anchor
  return isLink && seed === seedOfHour(sha256, link, randomness) ? 'published' : null
}

async function roundOf(
  { hour: { drand } }: SeedProof,
  promise: MadePromise,
  { verifyRound }: SeedHourTools,
): Promise<SeedHourReport['round']> {
  if (drand === null) return null
  const { chainHash, round, signature, randomness } = drand
  if (verifyRound === undefined || chainHash !== QUICKNET.hash)
    return { round, verdict: 'unchecked' }
  const times = { startsAt: startOf(promise), promisedAt: promise.promisedAt }
  const isSigned =
    signature !== null &&
    randomness !== null &&
    roundFor(QUICKNET, times) === round &&
    (await verifyRound({ round, signature, randomness }))
  return { round, verdict: isSigned ? 'holds' : 'fails' }
}

async function checkHour(
  epoch: number,
  proof: SeedProof,
  tools: SeedHourTools,
): Promise<HourFinding> {
  const anchor = await readSegment('seeds', proof.anchor, tools)
  const made = await readSegment('seeds', proof.promise, tools)
  if (anchor === null || made === null) return FAILS
  const [chain, hour] = [readSeedRecord(anchor.first.text), readSeedRecord(made.first.text)]
  if (chain?.kind !== 'chain' || !isChainLength(chain.hours)) return FAILS
  if (hour?.kind !== 'hour' || hour.epoch !== epoch) return FAILS
  const { seq, timeMs: promisedAt } = made.first
  const beacon = proof.hour.drand?.chainHash ?? null
  const promise: MadePromise = { ...hour, seq, promisedAt, beacon }
  if (!fitsChain(hour, chain, promisedAt) || !isAsPromised(proof.hour, promise)) return FAILS
  const seed = seedState(proof, { promise, chain }, tools)
  if (seed === null) return FAILS
  const round = await roundOf(proof, promise, tools)
  const binding = bindingOf(promise, made.checkpoint === null ? [] : [made.checkpoint])
  const waits = anchor.checkpoint === null || made.checkpoint === null
  return {
    verdict: round?.verdict === 'fails' ? 'fails' : waits ? 'waiting' : 'holds',
    report: { epoch, startsAt: startOf(promise), binding, seed, round },
  }
}

/**
 * Verifies the promises of the hours in which ticks decided. An unbound hour holds: it is weaker, and the report says
 * so. `verdict` is null where there is nothing to verify, and `hours` is null if the receipt should say more.
 */
export async function checkSeedHours(
  receipt: ReceiptEvidence,
  tools: SeedHourTools,
): Promise<{ verdict: Verdict | null; hours: readonly SeedHourReport[] | null }> {
  const epochs = decidingEpochs(receipt.order)
  if (epochs.length === 0) return { verdict: null, hours: [] }
  const { seeds } = receipt
  if (seeds === undefined) return { verdict: null, hours: null }
  const findings = await Promise.all(
    epochs.map(async (epoch) => {
      const proof = seeds.find(({ hour }) => hour.epoch === epoch)
      return proof === undefined ? FAILS : checkHour(epoch, proof, tools)
    }),
  )
  const verdicts = findings.map(({ verdict }) => verdict)
  return {
    verdict:
      verdicts.find((each) => each === 'fails') ??
      verdicts.find((each) => each === 'waiting') ??
      'holds',
    hours: findings.flatMap(({ report }) => (report === null ? [] : [report])),
  }
}

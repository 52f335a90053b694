/** Verifies the seeds of simulated hours against the public chain of promises, signed checkpoints and the beacon. */
import type { BeaconInfo, BeaconRound } from '#contract/beacon.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { SignedText } from '#contract/signed-text.ts'
import type { SeedEpoch } from '#contract/tick-log.ts'
import { roundFor } from '#rules/beacon.ts'
import { type CheckpointFacts, readCheckpointText } from '#rules/checkpoint.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import {
  BOUND_LEAD_MS,
  hashForward,
  type MadePromise,
  readPromises,
  SEED_HOUR_MS,
  type SeedPromises,
  type SeedRecordFault,
  seedOfHour,
  startOf,
} from '#rules/seed-chain.ts'
import type { ChainFault } from '#rules/tick-chain.ts'

/**
 * A hash chain fixes from one to ten years of hours. One of a few hours would let its maker choose seeds many times.
 * One without end would keep a reader hashing.
 */
const CHAIN_HOURS = { least: 8_760, most: 87_660 } as const
/** Whether a hash chain fixes as many hours as an honest one. */
export const isChainLength = (hours: number): boolean =>
  hours >= CHAIN_HOURS.least && hours <= CHAIN_HOURS.most

/** What is wrong with the chain or the checkpoints as a whole. */
export type PromiseFault =
  | { kind: 'record'; seq: number; fault: ChainFault['fault'] }
  | { kind: 'promise'; seq: number; fault: SeedRecordFault['fault'] }
  /** The hash chain has too few hours, or too many. */
  | { kind: 'length'; number: number; hours: number }
  /** The checkpoint is not signed by a known key, or its text is not one. */
  | { kind: 'signature'; checkpoint: number }
  /** The checkpoint names another record than the chain has. */
  | { kind: 'head'; checkpoint: number; seq: number }
  /** The chain ends before a record that a checkpoint names. */
  | { kind: 'beyond'; checkpoint: number; seq: number }

/** A checkpoint as its reply has it. Only its signed text counts; the number is for messages. */
export type NumberedText = SignedText & { number: number }

/** What the hours are checked against. */
export interface SeedEvidence {
  promises: SeedPromises
  /** The verified checkpoints, oldest first. */
  checkpoints: readonly CheckpointFacts[]
  fault: PromiseFault | null
}

/** Verifies the chain from its first record, and that every signed checkpoint agrees with it. */
export async function readEvidence(
  records: readonly ChainRecord[],
  signed: readonly NumberedText[],
  { sha256, verify }: CheckTools,
): Promise<SeedEvidence> {
  const promises = readPromises(records)
  const checkpoints: CheckpointFacts[] = []
  const faults: PromiseFault[] = []
  const broken = findRecordFault('seeds', records, { sha256 })
  if (broken !== null) faults.push({ kind: 'record', ...broken })
  if (promises.fault !== null) faults.push({ kind: 'promise', ...promises.fault })
  for (const { number, hours } of promises.chains.values()) {
    if (!isChainLength(hours)) faults.push({ kind: 'length', number, hours })
  }
  for (const each of signed) {
    const facts = readCheckpointText(each.text)
    const { number } = each
    if (facts === null || !(await verify(each))) {
      faults.push({ kind: 'signature', checkpoint: number })
      continue
    }
    const { seq = 0, hash = '' } = facts.anchors?.seeds ?? {}
    const named = records[seq - 1]
    if (seq > records.length) faults.push({ kind: 'beyond', checkpoint: facts.number, seq })
    else if (named !== undefined && named.hash !== hash) {
      faults.push({ kind: 'head', checkpoint: facts.number, seq })
    }
    checkpoints.push(facts)
  }
  checkpoints.sort((one, other) => one.timeMs - other.timeMs || one.number - other.number)
  return { promises, checkpoints, fault: faults[0] ?? null }
}

/** Whether a signed checkpoint names the promise, and how long before the hour. */
export type Binding =
  | { kind: 'bound'; checkpoint: number; leadMs: number }
  /** The first checkpoint that names it is later than 24 h before the hour. A negative lead is after its start. */
  | { kind: 'late'; checkpoint: number; leadMs: number }
  /** No given checkpoint names it, or the hour is older than the chain. */
  | { kind: 'unnamed' }

/** Finds out whether an hour is bound. */
export function bindingOf(
  promise: MadePromise | undefined,
  checkpoints: SeedEvidence['checkpoints'],
): Binding {
  if (promise === undefined) return { kind: 'unnamed' }
  const first = checkpoints.find(({ anchors }) => (anchors?.seeds.seq ?? 0) >= promise.seq)
  if (first === undefined) return { kind: 'unnamed' }
  const leadMs = startOf(promise) - first.timeMs
  const kind = leadMs >= BOUND_LEAD_MS ? 'bound' : 'late'
  return { kind, checkpoint: first.number, leadMs }
}

/** What is wrong with the seed of one hour. */
export type SeedFault =
  /** The chain has no promise of this hour. */
  | 'unpromised'
  /** The reply says something else about the hour than its promise. */
  | 'changed'
  /** The link does not hash to the anchor, or to a link that does. */
  | 'link'
  /** The promise names another round than the hour's, or leaves it out. */
  | 'round'
  /** The beacon did not sign the round. */
  | 'randomness'
  /** No description of the beacon was given, so that the round was not checked. */
  | 'beacon'
  /** The seed is not the hash of link and randomness. */
  | 'seed'

/** What checking the seeds of hours needs. */
export interface SeedTools {
  sha256: CheckTools['sha256']
  beacons: readonly BeaconInfo[]
  isRoundSigned: (round: BeaconRound, beacon: BeaconInfo) => Promise<boolean>
}

/** Checks hours one after the other. Each link that is right shortens the way of the next ones. */
export class SeedChecker {
  readonly #promises: SeedPromises
  readonly #tools: SeedTools
  /** Links that hash to the anchor, by chain and position. */
  readonly #known = new Map<string, string>()

  constructor(promises: SeedPromises, tools: SeedTools) {
    this.#promises = promises
    this.#tools = tools
  }

  /** The fault of an hour that is over; null if its seed is the promised one. */
  async check(epoch: SeedEpoch): Promise<SeedFault | null> {
    const promise = this.#promises.hours.get(epoch.epoch)
    if (promise === undefined) return 'unpromised'
    if (!isAsPromised(epoch, promise)) return 'changed'
    const { link, drand, seed } = epoch
    if (link === null || !this.#isLink(promise, link)) return 'link'
    const fault = await this.#roundFault(promise, drand)
    if (fault !== null) return fault
    if (seed === null && epoch.closed === 'round') return null
    // A seed that leaves out its round is another seed.
    if (promise.round !== null && drand?.randomness === null) return 'seed'
    const expected = seedOfHour(this.#tools.sha256, link, drand?.randomness ?? null)
    return seed === expected ? null : 'seed'
  }

  #isLink({ chain: number, epoch }: MadePromise, link: string): boolean {
    const chain = this.#promises.chains.get(number)
    if (chain === undefined) return false
    const position = epoch - chain.first + 1
    const { sha256 } = this.#tools
    let at = link
    for (let left = position; left > 0; left--) {
      const known = this.#known.get(`${number} ${left}`)
      if (known !== undefined) return this.#learn(known === at, `${number} ${position}`, link)
      at = hashForward(sha256, at, 1)
    }
    return this.#learn(at === chain.anchor, `${number} ${position}`, link)
  }

  #learn(isRight: boolean, position: string, link: string): boolean {
    if (isRight) this.#known.set(position, link)
    return isRight
  }

  async #roundFault(promise: MadePromise, drand: SeedEpoch['drand']): Promise<SeedFault | null> {
    if (promise.beacon === null) return promise.round === null ? null : 'round'
    const beacon = this.#tools.beacons.find(({ hash }) => hash === promise.beacon)
    if (beacon === undefined) return 'beacon'
    const { promisedAt } = promise
    const right = roundFor(beacon, { startsAt: startOf(promise), promisedAt })
    if (promise.round !== right) return 'round'
    if (drand === null) return null
    const { round, signature, randomness } = drand
    if (randomness === null) return null
    if (signature === null) return 'randomness'
    const isSigned = await this.#tools.isRoundSigned({ round, signature, randomness }, beacon)
    return isSigned ? null : 'randomness'
  }
}

/** Whether what is public of an hour says the same as its promise. */
export function isAsPromised(epoch: SeedEpoch, promise: MadePromise): boolean {
  const { drand } = epoch
  const isRound =
    promise.round === null
      ? drand === null
      : drand?.round === promise.round && drand.chainHash === promise.beacon
  return (
    isRound &&
    epoch.chain === promise.chain &&
    epoch.promise === promise.seq &&
    epoch.startsAt === startOf(promise) &&
    epoch.endsAt === (promise.epoch + 1) * SEED_HOUR_MS
  )
}

/**
 * The promises of simulated prices. One anchor fixes the seeds of years of hours, because each link of a hash chain is
 * the hash of the next one. The records of the public chain `seeds` say which anchor, and which hours mix in a round of
 * drand. docs/VERIFY.md has the formats.
 */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** The length of an epoch of the simulated feed. */
export const SEED_HOUR_MS = HOUR_MS
/** An hour is bound if a checkpoint named its promise this long before it starts. */
export const BOUND_LEAD_MS = DAY_MS

/** A hash chain: the hour `first + k` uses the link k + 1, and link 0 is the anchor. */
export interface SeedChain {
  number: number
  /** The first epoch. */
  first: number
  hours: number
  anchor: string
  /** The chain hash of the beacon that hours mix in from here on; null for none. */
  drand: string | null
  /** Why this chain does not continue the one before; null if it does. */
  broken: string | null
}

export interface HourPromise {
  epoch: number
  chain: number
  /** The round of drand that the seed mixes in; null for none. */
  round: number | null
  /** When the series starts (ms), if that is within the hour; null if it starts with the hour. */
  from: number | null
}

/** A record of the chain `seeds`. */
export type SeedRecord =
  | ({ kind: 'chain' } & SeedChain)
  | { kind: 'drand'; drand: string | null }
  | ({ kind: 'hour' } & HourPromise)

export function seedRecordText(record: SeedRecord): string {
  if (record.kind === 'drand') return `drand ${record.drand ?? 'none'}`
  if (record.kind === 'hour') {
    const { epoch, chain, round, from } = record
    const late = from === null ? '' : ` from ${from}`
    return `hour ${epoch} chain ${chain} round ${round ?? 'none'}${late}`
  }
  const { number, first, hours, anchor, drand, broken } = record
  const reason = broken === null ? '' : ` break ${broken}`
  return `chain ${number} first ${first} hours ${hours} anchor ${anchor} drand ${drand ?? 'none'}${reason}`
}

const CHAIN =
  /^chain (\d+) first (\d+) hours (\d+) anchor ([0-9a-f]{64}) drand ([0-9a-f]{64}|none)(?: break ([^\n]+))?$/
const HOUR = /^hour (\d+) chain (\d+) round (\d+|none)(?: from (\d+))?$/
const DRAND = /^drand ([0-9a-f]{64}|none)$/

const orNone = (text: string | undefined): string | null =>
  text === undefined || text === 'none' ? null : text
const numberOrNone = (text: string | undefined): number | null => {
  const given = orNone(text)
  return given === null ? null : Number(given)
}

function parseRecord(text: string): SeedRecord | null {
  const chain = CHAIN.exec(text)
  if (chain !== null) {
    const [, number, first, hours, anchor = '', drand, broken = null] = chain
    const numbers = { number: Number(number), first: Number(first), hours: Number(hours) }
    return { kind: 'chain', ...numbers, anchor, drand: orNone(drand), broken }
  }
  const hour = HOUR.exec(text)
  if (hour !== null) {
    const [, epoch, number, round, from] = hour
    const promise = { epoch: Number(epoch), chain: Number(number), round: numberOrNone(round) }
    return { kind: 'hour', ...promise, from: numberOrNone(from) }
  }
  const drand = DRAND.exec(text)
  return drand === null ? null : { kind: 'drand', drand: orNone(drand[1]) }
}

/** Parses the text of a record. Null unless it is the exact canonical text of one. */
export function readSeedRecord(text: string): SeedRecord | null {
  const record = parseRecord(text)
  if (record === null || seedRecordText(record) !== text) return null
  const numbers = Object.values(record).filter((each) => typeof each === 'number')
  return numbers.every(Number.isSafeInteger) ? record : null
}

/** When the series of a promised hour starts, in ms. */
export const startOf = ({ epoch, from }: Pick<HourPromise, 'epoch' | 'from'>): number =>
  from ?? epoch * SEED_HOUR_MS

/** The seed of an hour: the SHA-256 of its link and of the round's randomness, null if it mixes in none. */
export const seedOfHour = (sha256: Sha256, link: string, randomness: string | null): string =>
  sha256(`fairtick-seed-1|${link}|${randomness ?? '-'}`)

/** Hashes a link forward, towards the anchor. The hash is over the 64 hex digits as text. */
export function hashForward(sha256: Sha256, link: string, steps: number): string {
  let at = link
  for (let step = 0; step < steps; step++) at = sha256(at)
  return at
}

/** A promise with its record, and what was in force when it was made. */
export interface MadePromise extends HourPromise {
  seq: number
  promisedAt: number
  beacon: string | null
}

/** The first record that no honest server writes. */
export interface SeedRecordFault {
  seq: number
  /**
   * `text`: not of the format. `chain`: neither continues the chain before nor says `break`. `hour`: the hour is not
   * one of the newest chain, or starts elsewhere. `twice`: the hour, or a later one, was promised before.
   */
  fault: 'text' | 'chain' | 'hour' | 'twice'
}

/** All promises of the chain `seeds`, up to the first fault. */
export interface SeedPromises {
  chains: ReadonlyMap<number, SeedChain>
  hours: ReadonlyMap<number, MadePromise>
  fault: SeedRecordFault | null
}

const follows = (chain: SeedChain, before: SeedChain | undefined, lastHour: number): boolean => {
  if (chain.hours === 0 || chain.number !== (before?.number ?? 0) + 1) return false
  if (chain.broken !== null || before === undefined) return chain.first > lastHour
  return chain.first === before.first + before.hours
}

/** Whether the hour is one of the hash chain, and starts where an honest promise of that time may say. */
export function fitsChain(
  hour: HourPromise,
  chain: SeedChain | undefined,
  promisedAt: number,
): boolean {
  const { epoch, from } = hour
  if (chain === undefined || hour.chain !== chain.number) return false
  if (epoch < chain.first || epoch >= chain.first + chain.hours) return false
  const start = epoch * SEED_HOUR_MS
  return from === null || (from > start && from < start + SEED_HOUR_MS && from >= promisedAt)
}

/** Reads the promises from all records of the chain, from its first. `findRecordFault` checks their hashes. */
export function readPromises(records: readonly ChainRecord[]): SeedPromises {
  const chains = new Map<number, SeedChain>()
  const hours = new Map<number, MadePromise>()
  let [newest, beacon, lastHour]: [SeedChain | undefined, string | null, number] = [
    undefined,
    null,
    -1,
  ]
  for (const { seq, text, timeMs } of records) {
    const record = readSeedRecord(text)
    const stop = (fault: SeedRecordFault['fault']): SeedPromises => ({
      chains,
      hours,
      fault: { seq, fault },
    })
    if (record === null) return stop('text')
    if (record.kind === 'drand') beacon = record.drand
    else if (record.kind === 'chain') {
      if (!follows(record, newest, lastHour)) return stop('chain')
      newest = record
      beacon = record.drand
      chains.set(record.number, record)
    } else {
      if (record.epoch <= lastHour) return stop('twice')
      if (!fitsChain(record, newest, timeMs)) return stop('hour')
      lastHour = record.epoch
      hours.set(record.epoch, { ...record, seq, promisedAt: timeMs, beacon })
    }
  }
  return { chains, hours, fault: null }
}

/** A public chain of promises with its hours and checkpoints, as an honest server makes them, for tests that forge. */
import type { BeaconRound } from '#contract/beacon.ts'
import { type ChainRecord, chainRecord } from '#contract/record-chain.ts'
import type { SeedProof } from '#contract/settlement-receipt.ts'
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { SEED_HOUR_MS, type SeedRecord, seedOfHour, seedRecordText } from '#rules/seed-chain.ts'
import type { NumberedText } from '#rules/seed-check.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { HashChain, rootOf } from '#server/market/feeds/seeds.ts'
import type { Signer } from '#server/platform/signer.ts'
import { sha256 } from '#support/chained.ts'

/** Chains records with their times. */
export function seedRecords(
  entries: readonly { timeMs: number; record: SeedRecord | string }[],
): ChainRecord[] {
  let previous = GENESIS_HASH
  return entries.map(({ timeMs, record }, n) => {
    const text = typeof record === 'string' ? record : seedRecordText(record)
    const next = { seq: n + 1, timeMs, text } as Omit<ChainRecord, 'hash'>
    previous = sha256(chainRecordText('seeds', next, previous))
    return chainRecord.parse({ ...next, hash: previous })
  })
}

/** A checkpoint that names a record of the chain. */
export function checkpointOf(
  signer: Signer,
  { number, timeMs }: { number: number; timeMs: number },
  head: { seq: number; hash: string },
): NumberedText {
  const anchors = {
    orders: { size: 0, root: sha256('') },
    devices: { seq: 0, hash: GENESIS_HASH },
    seeds: head,
    operators: null,
    earlier: null,
    starts: null,
  }
  const text = checkpointText({ number, timeMs, previous: GENESIS_HASH, anchors, heads: [] })
  return { number, text, signature: signer.sign(text), keyId: signer.keyId }
}

/** The reply's row of an hour that is over. */
export function revealedHour(
  hour: { epoch: number; chain: number; promise: number; link: string },
  drand: (BeaconRound & { chainHash: string }) | null = null,
): SeedEpoch {
  const { epoch } = hour
  return seedEpoch.parse({
    ...hour,
    startsAt: epoch * SEED_HOUR_MS,
    endsAt: (epoch + 1) * SEED_HOUR_MS,
    commitment: null,
    bound: 'bound',
    drand,
    seed: seedOfHour(sha256, hour.link, drand?.randomness ?? null),
    closed: null,
  })
}

/** What a server that holds the key may show of an hour instead of the truth. */
export interface SeedForgery {
  /** How long before the hour the checkpoint of its promise was signed. */
  leadMs?: number
  /** The round of drand that the hour mixes in. */
  drand?: BeaconRound & { chainHash: string }
  /** When the series starts, if that is within the hour. */
  from?: number
  /** Changes the records of the chain before they are hashed. */
  records?: (records: SeedRecord[]) => SeedRecord[]
  /** Changes what is public of the hour. */
  hour?: Partial<SeedEpoch>
}

const PROOF_HOURS = 8_760
const chainsByEpoch = new Map<number, HashChain>()
/** A hash chain whose first hour is a day and a half before the epoch. */
function chainBefore(epoch: number): { first: number; links: HashChain } {
  const first = epoch - 36
  const links =
    chainsByEpoch.get(epoch) ??
    new HashChain(rootOf('5eed'.repeat(16), { number: 1, first }), PROOF_HOURS)
  chainsByEpoch.set(epoch, links)
  return { first, links }
}

/** What a receipt has of an hour: promised with its hash chain, and published. */
export function seedProofOf(signer: Signer, epoch: number, forgery: SeedForgery = {}): SeedProof {
  const { leadMs = 30 * SEED_HOUR_MS, drand, from = null } = forgery
  const { records: change = (all) => all } = forgery
  const { first, links } = chainBefore(epoch)
  const signedAt = epoch * SEED_HOUR_MS - leadMs
  const beacon = drand?.chainHash ?? null
  const chain = { number: 1, first, hours: PROOF_HOURS, anchor: links.anchor }
  const promise = { epoch, chain: 1, round: drand?.round ?? null, from }
  const made: SeedRecord[] = [
    { kind: 'chain', ...chain, drand: beacon, broken: null },
    { kind: 'hour', ...promise },
  ]
  const records = seedRecords(change(made).map((record) => ({ timeMs: signedAt - 1_000, record })))
  const [head, second] = [records[0], records[1]]
  if (head === undefined || second === undefined) throw new Error('no records')
  const { text, signature, keyId } = checkpointOf(signer, { number: 4, timeMs: signedAt }, second)
  const checkpoint = { text, signature, keyId }
  const shown = { epoch, chain: 1, promise: 2, link: links.link(epoch - first + 1) }
  return {
    hour: seedEpoch.parse({
      ...revealedHour(shown, drand ?? null),
      ...(from !== null && { startsAt: from }),
      ...forgery.hour,
    }),
    anchor: { before: { seq: 0, hash: GENESIS_HASH }, records, checkpoint },
    promise: { before: { seq: 1, hash: head.hash }, records: [second], checkpoint },
  }
}

/** A public chain of promises with its hours and checkpoints, as an honest server makes them, for tests that forge. */
import type { BeaconRound } from '#contract/beacon.ts'
import { type ChainRecord, chainRecord } from '#contract/record-chain.ts'
import { type SeedEpoch, seedEpoch } from '#contract/tick-log.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { SEED_HOUR_MS, type SeedRecord, seedOfHour, seedRecordText } from '#rules/seed-chain.ts'
import type { NumberedText } from '#rules/seed-check.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
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

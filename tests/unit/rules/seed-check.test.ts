import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { SeedEpoch } from '#contract/tick-log.ts'
import { roundFor } from '#rules/beacon.ts'
import { isRoundSigned } from '#rules/round-signature.ts'
import { bindingOf, readEvidence, SeedChecker, type SeedFault } from '#rules/seed-check.ts'
import { SEED_HOUR_MS, type SeedRecord, seedOfHour } from '#rules/seed-chain.ts'
import { HashChain, rootOf } from '#server/market/feeds/seeds.ts'
import { signerOf } from '#server/platform/signer.ts'
import { testBeacon } from '#support/beacon.ts'
import { sha256 } from '#support/chained.ts'
import { checkpointOf, revealedHour, seedRecords } from '#support/seed-promises.ts'
import { toolsOf } from '../../../scripts/receipt-tools.ts'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const tools = toolsOf([{ keyId: signer.keyId, publicKey: signer.publicKeyPem }])
const beacon = testBeacon('5e'.repeat(32), 0)
const FIRST = 1_000
const HOURS = 8_760
/** The hour that most tests are about, promised 30 h ahead. */
const EPOCH = FIRST + 30
const PROMISED_AT = FIRST * SEED_HOUR_MS + 1_000
const startsAt = EPOCH * SEED_HOUR_MS
const links = new HashChain(rootOf('5eed'.repeat(16), { number: 1, first: FIRST }), HOURS)
const linkOf = (epoch: number): string => links.link(epoch - FIRST + 1)
const round = roundFor(beacon.info, { startsAt, promisedAt: PROMISED_AT }) ?? 0

const chain = (drand: string | null): SeedRecord => ({
  kind: 'chain',
  number: 1,
  first: FIRST,
  hours: HOURS,
  anchor: links.anchor,
  drand,
  broken: null,
})
const hour = (epoch: number, mixed: number | null): SeedRecord => ({
  kind: 'hour',
  epoch,
  chain: 1,
  round: mixed,
  from: null,
})
const promised = (...records: SeedRecord[]): ChainRecord[] =>
  seedRecords(records.map((record) => ({ timeMs: PROMISED_AT, record })))

let plain: ChainRecord[]
let mixed: ChainRecord[]
const honest = (epoch = EPOCH): SeedEpoch =>
  revealedHour({ epoch, chain: 1, promise: epoch === EPOCH ? 2 : 3, link: linkOf(epoch) })
const withRound = (number = round): SeedEpoch => {
  const drand = { ...beacon.sign(number), chainHash: beacon.info.hash }
  return revealedHour({ epoch: EPOCH, chain: 1, promise: 2, link: linkOf(EPOCH) }, drand)
}
beforeEach(() => {
  plain = promised(chain(null), hour(EPOCH, null), hour(EPOCH + 1, null))
  mixed = promised(chain(beacon.info.hash), hour(EPOCH, round))
})

const checkerOf = async (records: ChainRecord[], beacons = [beacon.info]): Promise<SeedChecker> => {
  const { promises } = await readEvidence(records, [], tools)
  const check = async (...args: Parameters<typeof isRoundSigned>) => isRoundSigned(...args)
  return new SeedChecker(promises, { sha256, beacons, isRoundSigned: check })
}
const faultOf = async (epoch: SeedEpoch, records: ChainRecord[]): Promise<SeedFault | null> =>
  (await checkerOf(records)).check(epoch)

describe('the seed of an hour', () => {
  it('is right as an honest server reveals it, with a round and without, in any order', async () => {
    expect(await faultOf(honest(), plain)).toBeNull()
    expect(await faultOf(withRound(), mixed)).toBeNull()
    const checker = await checkerOf(plain)
    expect(await checker.check(honest(EPOCH + 1))).toBeNull()
    expect(await checker.check(honest())).toBeNull()
    expect(await checker.check(honest(EPOCH + 1))).toBeNull()
  })
  it('is not one that was chosen among 200', async () => {
    const checker = await checkerOf(plain)
    const faults = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const link = sha256(`try ${n}`)
        return checker.check(revealedHour({ epoch: EPOCH, chain: 1, promise: 2, link }))
      }),
    )
    expect(new Set(faults)).toEqual(new Set(['link']))
  })
  it('is not the link of another hour, nor another seed beside the right link', async () => {
    const other = { epoch: EPOCH, chain: 1, promise: 2, link: linkOf(EPOCH + 1) }
    expect(await faultOf(revealedHour(other), plain)).toBe('link')
    expect(await faultOf({ ...honest(), seed: honest(EPOCH + 1).seed }, plain)).toBe('seed')
    const checker = await checkerOf(plain)
    expect(await checker.check(honest())).toBeNull()
    expect(await checker.check({ ...honest(EPOCH + 1), link: honest().link })).toBe('link')
  })
  it('is promised by a record, and the reply says of the hour what the record says', async () => {
    expect(await faultOf(honest(), plain.slice(0, 1))).toBe('unpromised')
    const later = { ...honest(), startsAt: (startsAt + 500) as SeedEpoch['startsAt'] }
    expect(await faultOf(later, plain)).toBe('changed')
    expect(await faultOf({ ...honest(), promise: 3 }, plain)).toBe('changed')
    expect(await faultOf(withRound(), plain)).toBe('changed')
    expect(await faultOf(honest(), mixed)).toBe('changed')
  })
  it('mixes in the round that belongs to the hour and no other', async () => {
    const wrong = promised(chain(beacon.info.hash), hour(EPOCH, round + 1))
    expect(await faultOf(withRound(round + 1), wrong)).toBe('round')
    const none = promised(chain(beacon.info.hash), hour(EPOCH, null))
    expect(await faultOf(honest(), none)).toBe('round')
    const unnamed = promised(chain(null), hour(EPOCH, round))
    expect(await faultOf(withRound(), unnamed)).toBe('changed')
  })
  it('needs the round’s signature, and a description of the beacon', async () => {
    const { drand } = withRound()
    const { signature, randomness } = beacon.sign(round + 1)
    const lie = { ...drand, chainHash: beacon.info.hash, round, signature, randomness }
    expect(await faultOf({ ...withRound(), drand: lie }, mixed)).toBe('randomness')
    const unsigned = { ...lie, signature: null }
    expect(await faultOf({ ...withRound(), drand: unsigned }, mixed)).toBe('randomness')
    const unknown = await checkerOf(mixed, [])
    expect(await unknown.check(withRound())).toBe('beacon')
  })
  it('cannot leave its round out, even if the beacon is said to have failed', async () => {
    const missing = { chainHash: beacon.info.hash, round, signature: null, randomness: null }
    const seed = seedOfHour(sha256, linkOf(EPOCH), null) as SeedEpoch['seed']
    expect(await faultOf({ ...withRound(), drand: missing, seed }, mixed)).toBe('seed')
    const closed = { ...withRound(), drand: missing, seed: null, closed: 'round' } as const
    expect(await faultOf(closed, mixed)).toBeNull()
  })
})

describe('a promise', () => {
  const at = (leadMs: number, number = 1) => ({ number, timeMs: startsAt - leadMs })
  const evidenceOf = async (leadMs: number, records = plain, seq = 2) => {
    const hash = records[seq - 1]?.hash ?? ''
    return readEvidence(records, [checkpointOf(signer, at(leadMs), { seq, hash })], tools)
  }
  const bindingAt = async (leadMs: number, seq = 2) => {
    const { promises, checkpoints } = await evidenceOf(leadMs, plain, seq)
    return bindingOf(promises.hours.get(EPOCH), checkpoints).kind
  }
  it('binds if a checkpoint named it, or a later record, a day before the hour', async () => {
    expect(await bindingAt(86_400_000)).toBe('bound')
    expect(await bindingAt(90_000_000, 3)).toBe('bound')
  })
  it('is late after that, and within the hour', async () => {
    expect(await bindingAt(86_399_999)).toBe('late')
    expect(await bindingAt(-1)).toBe('late')
  })
  it('does not bind if checkpoints name only records before it, or there are none', async () => {
    expect(await bindingAt(90_000_000, 1)).toBe('unnamed')
    expect(bindingOf(undefined, []).kind).toBe('unnamed')
  })
  it('that was changed later contradicts the checkpoint, though the chain is whole', async () => {
    const signed = checkpointOf(signer, at(90_000_000), { seq: 2, hash: mixed[1]?.hash ?? '' })
    const { fault } = await readEvidence(plain, [signed], tools)
    expect(fault).toEqual({ kind: 'head', checkpoint: 1, seq: 2 })
  })
  it('that was changed without a new chain breaks the hashes', async () => {
    const forged = plain.map((record, n) =>
      n === 1 ? { ...record, text: `hour ${EPOCH} chain 1 round 7` } : record,
    )
    const { fault } = await readEvidence(forged, [], tools)
    expect(fault).toEqual({ kind: 'record', seq: 2, fault: 'hash' })
  })
  it('of a hash chain of a few hours, or of one that keeps a reader hashing, is refused', async () => {
    const faultOf = async (hours: number) => {
      const records = promised({ ...chain(null), hours } as SeedRecord, hour(EPOCH, null))
      return (await readEvidence(records, [], tools)).fault
    }
    expect(await faultOf(HOURS - 1)).toEqual({ kind: 'length', number: 1, hours: HOURS - 1 })
    expect(await faultOf(87_660)).toBeNull()
    expect(await faultOf(87_661)).toEqual({ kind: 'length', number: 1, hours: 87_661 })
  })
  it('is not proved by a checkpoint of a stranger, nor by a chain that ends before it', async () => {
    const stranger = signerOf(generateKeyPairSync('ed25519').privateKey)
    const head = { seq: 2, hash: plain[1]?.hash ?? '' }
    const strange = checkpointOf(stranger, at(90_000_000), head)
    const unsigned = await readEvidence(plain, [strange], tools)
    expect(unsigned).toMatchObject({ fault: { kind: 'signature', checkpoint: 1 }, checkpoints: [] })
    const beyond = await evidenceOf(90_000_000, plain, 2)
    expect(beyond.fault).toBeNull()
    const short = await readEvidence(
      plain.slice(0, 1),
      [checkpointOf(signer, at(90_000_000), head)],
      tools,
    )
    expect(short.fault).toEqual({ kind: 'beyond', checkpoint: 1, seq: 2 })
  })
})

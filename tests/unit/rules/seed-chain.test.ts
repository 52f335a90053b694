import { describe, expect, it } from 'vitest'
import {
  hashForward,
  readPromises,
  readSeedRecord,
  type SeedRecord,
  seedOfHour,
  seedRecordText,
} from '#rules/seed-chain.ts'
import { sha256 } from '#support/chained.ts'
import { seedRecords } from '#support/seed-promises.ts'

const A = 'a'.repeat(64)
const chain = (number: number, first: number, broken: string | null = null): SeedRecord => ({
  kind: 'chain',
  number,
  first,
  hours: 10,
  anchor: A,
  drand: null,
  broken,
})
const hour = (epoch: number, number = 1, from: number | null = null): SeedRecord => ({
  kind: 'hour',
  epoch,
  chain: number,
  round: null,
  from,
})
const faultOf = (...records: readonly (SeedRecord | string)[]) =>
  readPromises(seedRecords(records.map((record) => ({ timeMs: 1, record })))).fault

describe('a record of the chain of promises', () => {
  it.each([
    [chain(1, 5), `chain 1 first 5 hours 10 anchor ${A} drand none`],
    [chain(2, 5, 'disk lost'), `chain 2 first 5 hours 10 anchor ${A} drand none break disk lost`],
    [{ kind: 'drand', drand: A } as const, `drand ${A}`],
    [{ kind: 'drand', drand: null } as const, 'drand none'],
    [hour(7), 'hour 7 chain 1 round none'],
    [{ ...hour(7), round: 12 } as SeedRecord, 'hour 7 chain 1 round 12'],
    [hour(7, 1, 25_200_500), 'hour 7 chain 1 round none from 25200500'],
  ])('is read as it was written: %#', (record, text) => {
    expect(seedRecordText(record)).toBe(text)
    expect(readSeedRecord(text)).toEqual(record)
  })

  it.each(['hour 07 chain 1 round none', 'hour 7 chain 1 round none ', 'hour 7', 'break', ''])(
    'is refused in any other spelling: "%s"',
    (text) => expect(readSeedRecord(text)).toBeNull(),
  )
})

describe('the chain of promises', () => {
  it('goes on from one hash chain to the next', () => {
    expect(faultOf(chain(1, 5), hour(5), hour(14), chain(2, 15), hour(15, 2))).toBeNull()
  })
  it('may break in public, and then starts after the hours that were promised', () => {
    expect(faultOf(chain(1, 5), hour(5), hour(6), chain(2, 7, 'lost'), hour(7, 2))).toBeNull()
    const again = faultOf(chain(1, 5), hour(5), hour(6), chain(2, 6, 'lost'))
    expect(again).toEqual({ seq: 4, fault: 'chain' })
  })
  it('names a record that starts another hash chain without a break', () => {
    expect(faultOf(chain(1, 5), chain(2, 7))).toEqual({ seq: 2, fault: 'chain' })
    expect(faultOf(chain(1, 5), chain(3, 15))).toEqual({ seq: 2, fault: 'chain' })
    expect(faultOf({ ...chain(1, 5), hours: 0 } as SeedRecord)).toEqual({ seq: 1, fault: 'chain' })
  })
  it('names an hour that is promised twice, and one before it', () => {
    expect(faultOf(chain(1, 5), hour(6), hour(6))).toEqual({ seq: 3, fault: 'twice' })
    expect(faultOf(chain(1, 5), hour(6), hour(5))).toEqual({ seq: 3, fault: 'twice' })
  })
  it('names an hour outside its hash chain, or that starts outside itself or before its promise', () => {
    expect(faultOf(hour(5))).toEqual({ seq: 1, fault: 'hour' })
    expect(faultOf(chain(1, 5), hour(15))).toEqual({ seq: 2, fault: 'hour' })
    expect(faultOf(chain(1, 5), hour(5, 2))).toEqual({ seq: 2, fault: 'hour' })
    expect(faultOf(chain(1, 5), hour(5, 1, 21_600_000))).toEqual({ seq: 2, fault: 'hour' })
    expect(faultOf(chain(1, 0), hour(0, 1, 0))).toEqual({ seq: 2, fault: 'hour' })
  })
  it('names a text that is no record', () => {
    expect(faultOf(chain(1, 5), 'anchor')).toEqual({ seq: 2, fault: 'text' })
  })
})

it('hashes links as text, so that any tool can', () => {
  // printf %s aaaa… | sha256sum
  expect(hashForward(sha256, A, 1)).toBe(
    'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb',
  )
  expect(hashForward(sha256, A, 2)).toBe(sha256(sha256(A)))
  expect(seedOfHour(sha256, A, null)).toBe(sha256(`fairtick-seed-1|${A}|-`))
})

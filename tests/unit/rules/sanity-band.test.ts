import { describe, expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import {
  bandAfter,
  bandOfTerms,
  findBandFault,
  isWithin,
  JUMP_TICKS,
  judgePrice,
  NO_LEVEL,
} from '#rules/sanity-band.ts'
import { gap, halt, heartbeat, logOf, type Planned, rejected, tick } from '#support/records.ts'

const BAND = 100
const jump = (at: number): Planned => gap(at, 'jump')
const log = (...planned: Planned[]): TickRecord[] => logOf(planned)
const stateAfter = (...planned: Planned[]) => logOf(planned).reduce(bandAfter, NO_LEVEL)

describe('a price', () => {
  it('may follow another up to the band, to the last unit, either way', () => {
    expect(isWithin(101_000, 100_000, BAND)).toBe(true)
    expect(isWithin(101_001, 100_000, BAND)).toBe(false)
    expect(isWithin(99_000, 100_000, BAND)).toBe(true)
    expect(isWithin(98_999, 100_000, BAND)).toBe(false)
  })

  it('is judged exactly where products of numbers would be rounded', () => {
    const level = 9_000_000_000_000_000
    expect(isWithin(level - 90_000_000_000_000, level, BAND)).toBe(true)
    expect(isWithin(level - 90_000_000_000_001, level, BAND)).toBe(false)
  })

  it('is positive', () => {
    for (const price of [0, -1, -100_000]) {
      expect(judgePrice(NO_LEVEL, price, 10_000)).toBe('rejected')
      expect(judgePrice({ level: 1, aside: [] }, price, 100_000)).toBe('rejected')
    }
  })

  it('is good when it is the first', () => {
    expect(judgePrice(NO_LEVEL, 7, BAND)).toBe('good')
  })
})

describe('a new level', () => {
  const spikes = [rejected(2, 1_000), rejected(3, 1_005), rejected(4, 1_009)]

  it('is taken by the tick after three that were put aside and agree', () => {
    expect(spikes).toHaveLength(JUMP_TICKS)
    expect(judgePrice(stateAfter(tick(1, 100), ...spikes), 1_002, BAND)).toBe('jump')
    expect(judgePrice(stateAfter(tick(1, 100), ...spikes.slice(1)), 1_002, BAND)).toBe('rejected')
  })

  it('is not taken while those before do not agree with each other, or the tick with them', () => {
    const torn = [rejected(2, 1_000), rejected(3, 2_000), rejected(4, 1_009)]
    expect(judgePrice(stateAfter(tick(1, 100), ...torn), 1_002, BAND)).toBe('rejected')
    expect(judgePrice(stateAfter(tick(1, 100), ...spikes), 1_020, BAND)).toBe('rejected')
    const none = [rejected(2, 0), rejected(3, 0), rejected(4, 0)]
    expect(judgePrice(stateAfter(tick(1, 100), ...none), 0, BAND)).toBe('rejected')
  })

  it('waits anew after a good tick, but not after a break', () => {
    const [one, two, three] = spikes
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    const good = stateAfter(tick(1, 100), one, two, tick(3, 100), three)
    expect(judgePrice(good, 1_002, BAND)).toBe('rejected')
    const broken = stateAfter(tick(1, 100), one, gap(3), two, halt(3), three, heartbeat(4))
    expect(judgePrice(broken, 1_002, BAND)).toBe('jump')
  })
})

it('a break does not let a wrong price in', () => {
  for (const broken of [gap(2), halt(2)]) {
    expect(judgePrice(stateAfter(tick(1, 100), broken), 1_000, BAND)).toBe('rejected')
  }
})

describe('a piece of the log', () => {
  const whole = log(
    heartbeat(0),
    rejected(0, 5),
    tick(1, 100),
    rejected(2, 1_000),
    tick(3, 101),
    gap(4),
    rejected(5, 0),
    rejected(6, 1_000),
    rejected(7, 1_001),
    rejected(8, 1_002),
    jump(9),
    tick(9, 1_003),
    tick(10, 1_004),
  )

  it('that the band allows has no fault, from any record on and to any', () => {
    expect(findBandFault(whole, BAND)).toBeNull()
    for (let from = 0; from < whole.length; from++) {
      for (let to = from; to <= whole.length; to++) {
        expect(findBandFault(whole.slice(from, to), BAND)).toBeNull()
        expect(findBandFault(whole.slice(from, to), null)).toBeNull()
      }
    }
  })

  it('names a tick that should have been put aside', () => {
    expect(findBandFault(log(tick(1, 100), heartbeat(2), tick(3, 1_000)), BAND)).toBe(3)
    expect(findBandFault(log(tick(1, 100), gap(2), tick(3, 1_000)), BAND)).toBe(3)
  })

  it('names a good tick that was put aside, whether the band is known or not', () => {
    for (const band of [BAND, null]) {
      expect(findBandFault(log(tick(1, 100), rejected(2, 101)), band)).toBe(2)
    }
  })

  it('names a jump that was none', () => {
    const [a, b, c] = [rejected(2, 1_000), rejected(3, 1_000), rejected(4, 1_000)]
    const last = tick(5, 1_000)
    expect(findBandFault(log(tick(1, 100), a, b, c, jump(5), last), BAND)).toBeNull()
    for (const band of [BAND, null]) {
      expect(findBandFault(log(tick(1, 100), a, b, jump(5), last), band)).toBe(4)
      expect(findBandFault(log(tick(1, 100), a, b, c, jump(5), tick(5, 100)), band)).toBe(5)
      expect(findBandFault(log(tick(1, 100), a, b, c, jump(5), heartbeat(6)), band)).toBe(5)
    }
  })

  it('names a tick that was put aside where the new level was reached', () => {
    const spikes = [2, 3, 4, 5].map((at) => rejected(at, 1_000))
    expect(findBandFault(log(tick(1, 100), ...spikes), BAND)).toBe(5)
  })

  it('is judged by the band that a record in it names', () => {
    const wide = log(tick(1, 100), rejected(2, 1_000), tick(3, 102))
    expect(findBandFault(wide, null)).toBe(3)
    expect(findBandFault(log(tick(1, 100), tick(3, 102)), null)).toBeNull()
  })

  it('is not judged by a band that may be over since a restart', () => {
    expect(findBandFault(log(tick(1, 100), gap(2, 'restart'), tick(3, 102)), BAND)).toBeNull()
  })
})

it('reads the band out of published terms, and out of those from before there were bands', () => {
  expect(bandOfTerms('{"symbol":"GC","maxOpenStake":"25000.00","bandBps":300}')).toBe(300)
  expect(bandOfTerms('{"symbol":"GC","maxOpenStake":"25000.00"}')).toBeNull()
})

import { describe, expect, it } from 'vitest'
import { type BeaconRound, beaconRound } from '#contract/beacon.ts'
import { QUICKNET, roundAt, roundFor, timeOfRound } from '#rules/beacon.ts'
import { isRoundSigned } from '#rules/round-signature.ts'
import { testBeacon } from '#support/beacon.ts'

/** As the main network published them. */
const REAL: readonly BeaconRound[] = [
  {
    round: 1,
    signature:
      'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
    randomness: '1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a',
  },
  {
    round: 100,
    signature:
      'a4a4ff2320c23471a4bf9540ee5fc68e4c6a750dc89fd8bbeb9ba56e0708673b2d285461388f14537332492726efd282',
    randomness: '79fe5b8fa2e43dd58852099a422e4653e470910b8e65e592caf23fcfd8d0642c',
  },
  {
    round: 123,
    signature:
      'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92',
    randomness: 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc',
  },
].map((round) => beaconRound.parse(round))
const own = testBeacon('5e'.repeat(32), 1_700_000_000)

describe('a round of drand', () => {
  it.each(REAL)('is verified as the main network signed it: $round', (round) => {
    expect(isRoundSigned(round, QUICKNET)).toBe(true)
    expect(isRoundSigned(round, own.info)).toBe(false)
  })

  it('is refused with the signature of another round, other randomness, or bytes that are no point', () => {
    const [first, second] = REAL
    if (first === undefined || second === undefined) throw new Error('no rounds')
    const { randomness } = second
    expect(isRoundSigned({ ...second, round: 1 }, QUICKNET)).toBe(false)
    expect(isRoundSigned({ ...first, randomness }, QUICKNET)).toBe(false)
    expect(isRoundSigned({ ...first, signature: 'ff'.repeat(48) }, QUICKNET)).toBe(false)
    expect(isRoundSigned({ ...first, signature: 'x' }, QUICKNET)).toBe(false)
  })

  it('is verified under the key of a beacon of one’s own', () => {
    expect(isRoundSigned(own.sign(7), own.info)).toBe(true)
    expect(isRoundSigned({ ...own.sign(7), round: 8 }, own.info)).toBe(false)
    expect(isRoundSigned(own.sign(7), QUICKNET)).toBe(false)
  })
})

describe('the round of an hour', () => {
  it('is the newest one 30 s before the hour', () => {
    const startsAt = Date.parse('2026-11-23T12:00:00Z')
    const round = roundFor(QUICKNET, { startsAt, promisedAt: startsAt - 86_400_000 })
    expect(round).toBe(roundAt(QUICKNET, startsAt - 30_000))
    const publishedAt = timeOfRound(QUICKNET, round ?? 0)
    expect(publishedAt).toBeLessThanOrEqual(startsAt - 30_000)
    expect(publishedAt).toBeGreaterThan(startsAt - 33_000)
  })

  it('is none where it was public when the hour was promised', () => {
    const startsAt = Date.parse('2026-11-23T12:00:00Z')
    expect(roundFor(QUICKNET, { startsAt, promisedAt: startsAt - 29_000 })).toBeNull()
    expect(roundFor(own.info, { startsAt: 1_000, promisedAt: 0 })).toBeNull()
  })
})

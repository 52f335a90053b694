import { describe, expect, it } from 'vitest'
import { QUICKNET, roundAt, roundFor, timeOfRound } from '#rules/beacon.ts'
import { isRoundSigned } from '#rules/round-signature.ts'
import { REAL_ROUNDS, testBeacon } from '#support/beacon.ts'

const own = testBeacon('5e'.repeat(32), 1_700_000_000)

describe('a round of drand', () => {
  it.each(REAL_ROUNDS)('is verified as the main network signed it: $round', (round) => {
    expect(isRoundSigned(round, QUICKNET)).toBe(true)
    expect(isRoundSigned(round, own.info)).toBe(false)
  })

  it('is refused with the signature of another round, other randomness, or bytes that are no point', () => {
    const [first, second] = REAL_ROUNDS
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

import { expect, it } from 'vitest'
import { checkRound } from '#proof/check-round.ts'
import { REAL_ROUNDS, testBeacon } from '#support/beacon.ts'

it('verifies rounds of the main network on the device, and refuses others', async () => {
  for (const real of REAL_ROUNDS) {
    expect(await checkRound(real)).toBe(true)
    expect(await checkRound({ ...real, round: 2 })).toBe(false)
  }
  expect(await checkRound(testBeacon('5e'.repeat(32), 0).sign(4))).toBe(false)
})

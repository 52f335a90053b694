import { expect, it } from 'vitest'
import { beaconRound } from '#contract/beacon.ts'
import { checkRound } from '#lib/proof/check-round.ts'
import { testBeacon } from '#support/beacon.ts'

/** Round 1 of quicknet. */
const first = beaconRound.parse({
  round: 1,
  signature:
    'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b',
  randomness: '1466a6cd24e327188770752f6134001c64d6efcc590ccc26b721611ad96f165a',
})

it('verifies a round of the main network on the device, and refuses another one', async () => {
  expect(await checkRound(first)).toBe(true)
  expect(await checkRound({ ...first, round: 2 })).toBe(false)
})

it('verifies rounds of a beacon that is named', async () => {
  const { info, sign } = testBeacon('5e'.repeat(32), 0)
  expect(await checkRound(sign(4), info)).toBe(true)
  expect(await checkRound(sign(4))).toBe(false)
})

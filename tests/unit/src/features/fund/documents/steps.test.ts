import { expect, it } from 'vitest'
import { lotSteps } from '#features/fund/documents/lots.tsx'
import { redemptionSteps } from '#features/fund/documents/redemptions.tsx'
import { FUND_NOW, sampleLot, sampleRedemption } from '#support/sample-fund.ts'

const CUT_OFF = Date.parse('2023-11-15T15:00Z')
const CONFIRMS = Date.parse('2023-11-16T00:00Z')
const brief = (steps: readonly { id: string; state: string; at: number | null }[]) =>
  steps.map(({ id, state }) => `${id} ${state}`)

it('a transfer waits for its cut-off, then for the day on which it is confirmed', () => {
  const before = lotSteps(sampleLot(), FUND_NOW)
  expect(brief(before)).toEqual(['requested done', 'cutOff current', 'confirms ahead'])
  expect(before.map(({ at }) => at)).toEqual([FUND_NOW, CUT_OFF, CONFIRMS])
  expect(brief(lotSteps(sampleLot(), CUT_OFF))).toEqual([
    'requested done',
    'cutOff done',
    'confirms current',
  ])
})

it('a transfer is confirmed, and once withdrawn in full it says when', () => {
  const confirmed = sampleLot({ status: 'confirmed', confirmedAt: CONFIRMS })
  expect(brief(lotSteps(confirmed, CONFIRMS))).toEqual([
    'requested done',
    'cutOff done',
    'confirmed done',
  ])
  const endedAt = CONFIRMS + 1
  const redeemed = sampleLot({ status: 'redeemed', confirmedAt: CONFIRMS, remaining: '0', endedAt })
  expect(lotSteps(redeemed, endedAt).at(-1)).toEqual({ id: 'redeemed', at: endedAt, state: 'done' })
})

it('what was cancelled ends there', () => {
  const endedAt = FUND_NOW + 60_000
  const lot = sampleLot({ status: 'cancelled', remaining: '0', endedAt })
  expect(brief(lotSteps(lot, endedAt))).toEqual(['requested done', 'cancelled failed'])
  const redemption = sampleRedemption({ status: 'cancelled', endedAt })
  expect(redemptionSteps(redemption, endedAt)).toEqual([
    { id: 'requested', at: FUND_NOW, state: 'done' },
    { id: 'cancelled', at: endedAt, state: 'failed' },
  ])
})

it('a withdrawal at once is paid at once, one for the next day on its day', () => {
  const instant = sampleRedemption({
    speed: 'instant',
    status: 'paid',
    cancellableUntil: null,
    payDay: '2023-11-15',
    endedAt: FUND_NOW,
  })
  expect(brief(redemptionSteps(instant, FUND_NOW))).toEqual(['requested done', 'paid done'])
  expect(brief(redemptionSteps(sampleRedemption(), FUND_NOW))).toEqual([
    'requested done',
    'cutOff current',
    'pays ahead',
  ])
  const paid = sampleRedemption({ status: 'paid', endedAt: CONFIRMS })
  expect(brief(redemptionSteps(paid, CONFIRMS))).toEqual([
    'requested done',
    'cutOff done',
    'paid done',
  ])
})

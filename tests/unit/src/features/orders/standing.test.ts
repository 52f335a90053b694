import { expect, it } from 'vitest'
import { resultIf, standingOf } from '#features/orders/position-card.tsx'
import { sampleOrder } from '../sample-order.ts'

const up = sampleOrder()
const down = sampleOrder({ direction: 'down' })

it.each([
  [6_400_001, 'winning', 'losing'],
  [6_399_999, 'losing', 'winning'],
  [6_400_000, 'level', 'level'],
])('at %d an up order is %s and a down order %s', (price, ofUp, ofDown) => {
  expect(standingOf(up, price)).toBe(ofUp)
  expect(standingOf(down, price)).toBe(ofDown)
})

it('knows nothing before the entry tick or without a price', () => {
  expect(standingOf(sampleOrder({ status: 'open', entry: null }), 6_400_001)).toBeNull()
  expect(standingOf(up, null)).toBeNull()
})

it('says what each standing would bring', () => {
  expect(resultIf(up, 'winning')).toBe(850n)
  expect(resultIf(up, 'level')).toBe(0n)
  expect(resultIf(up, 'losing')).toBe(-1_000n)
})

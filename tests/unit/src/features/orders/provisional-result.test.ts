import { expect, it } from 'vitest'
import { resultIf, provisionalResultOf } from '#features/orders/presentation.ts'
import { sampleOrder } from '../sample-order.ts'

const up = sampleOrder()
const down = sampleOrder({ direction: 'down' })

it.each([
  [6_400_001, 'winning', 'losing'],
  [6_399_999, 'losing', 'winning'],
  [6_400_000, 'level', 'level'],
])('at %d an up order is %s and a down order %s', (price, ofUp, ofDown) => {
  expect(provisionalResultOf(up, price)).toBe(ofUp)
  expect(provisionalResultOf(down, price)).toBe(ofDown)
})

it('knows nothing before the entry tick or without a price', () => {
  expect(provisionalResultOf(sampleOrder({ status: 'open', entry: null }), 6_400_001)).toBeNull()
  expect(provisionalResultOf(up, null)).toBeNull()
})

it('says what each provisional result would bring', () => {
  expect(resultIf(up, 'winning')).toBe(850n)
  expect(resultIf(up, 'level')).toBe(0n)
  expect(resultIf(up, 'losing')).toBe(-1_000n)
})

import { expect, it } from 'vitest'
import { countdown } from '#features/orders/presentation.ts'

const order = { expiresAt: 100_000, durationMs: 60_000 }

it('counts down by the server clock and knows the share that has passed', () => {
  expect(countdown(order, 85_000)).toEqual({ phase: 'running', leftMs: 15_000, elapsed: 0.75 })
})

it('is never less than started, should the clock be a little behind', () => {
  expect(countdown(order, 39_000)).toMatchObject({ elapsed: 0 })
})

it('says that the result is being decided from the very end on', () => {
  expect(countdown(order, 99_999)).toMatchObject({ phase: 'running' })
  expect(countdown(order, 100_000)).toEqual({ phase: 'deciding' })
})

it('waits for the start that the device fixed, and then counts from there', () => {
  const signed = { ...order, startsAt: 40_000 }
  expect(countdown(signed, 39_999)).toEqual({ phase: 'starting', startsAt: 40_000 })
  expect(countdown(signed, 40_000)).toEqual({ phase: 'running', leftMs: 60_000, elapsed: 0 })
})

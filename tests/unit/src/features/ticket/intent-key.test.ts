import { expect, it } from 'vitest'
import { keyed } from '#features/ticket/intent-key.ts'

const intent = {
  symbol: 'BTCUSDT',
  direction: 'up' as const,
  stake: 1_000n,
  durationMs: 60_000,
  termsId: '0123456789abcdef',
}
const counting = () => {
  let made = 0
  return () => `key-${++made}`
}

it('keeps the key while the intent stays what it was', () => {
  const make = counting()
  const first = keyed(intent, null, make)
  expect(keyed({ ...intent }, first, make)).toBe(first)
})

it.each([
  { direction: 'down' as const },
  { stake: 1_001n },
  { durationMs: 30_000 },
  { symbol: 'ETHUSDT' },
  { termsId: 'fedcba9876543210' },
])('takes a new key for a changed intent: %o', (change) => {
  const make = counting()
  const first = keyed(intent, null, make)
  expect(keyed({ ...intent, ...change }, first, make).key).toBe('key-2')
})

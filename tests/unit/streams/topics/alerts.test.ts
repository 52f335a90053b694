import { expect, it } from 'vitest'
import { type PriceAlert, priceAlert } from '#contract/alerts.ts'
import { alertsFold } from '#streams/topics/newest-first.ts'

const alertOf = (id: number, status: PriceAlert['status']): PriceAlert =>
  priceAlert.parse({
    id: `${id}`,
    symbol: 'EURUSD',
    direction: 'at_or_above',
    price: 1,
    status,
    createdAt: 0,
    hit: status === 'hit' ? { seq: 1, at: 1, price: 1 } : null,
    endedAt: status === 'active' ? null : 1,
  })

it('an alert that ends takes the place of itself, and one that waits is never dropped', () => {
  let state = alertsFold.snapshot([alertOf(7, 'active'), alertOf(9, 'active')], null)
  expect(state.map(({ id }) => id)).toEqual(['9', '7'])
  state = alertsFold.delta(state, alertOf(9, 'hit'))
  expect(state.map(({ status }) => status)).toEqual(['hit', 'active'])
  for (let id = 10; id < 80; id++) state = alertsFold.delta(state, alertOf(id, 'cancelled'))
  expect(state).toHaveLength(51)
  expect(state.at(-1)).toEqual(alertOf(7, 'active'))
  expect(state[0]?.id).toBe('79')
})

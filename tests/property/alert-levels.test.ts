import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceAlert } from '#contract/alerts.ts'
import type { WaitingAlert } from '#server/alerts/alert-row.ts'
import { Levels } from '#server/alerts/levels.ts'

const alertOf = (n: number, direction: string, price: number): WaitingAlert => ({
  alert: priceAlert.parse({
    id: `${n}`,
    symbol: 'EURUSD',
    direction,
    price,
    status: 'active',
    createdAt: 0,
    hit: null,
    endedAt: null,
  }),
  productId: 9,
  afterSeq: 0,
})

const step = fc.oneof(
  fc.record({
    add: fc.constantFrom('at_or_above', 'at_or_below'),
    price: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ drop: fc.nat({ max: 6 }) }),
  fc.record({ tick: fc.integer({ min: 1, max: 12 }), most: fc.integer({ min: 1, max: 4 }) }),
)
const ids = (all: readonly WaitingAlert[]): string[] => all.map(({ alert }) => alert.id).sort()

it('takes out exactly what a price reaches, whatever was added and removed before', () => {
  const seen = { taken: 0, nothing: 0, removed: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      const levels = new Levels()
      let model: WaitingAlert[] = []
      let made = 0
      for (const next of steps) {
        if ('add' in next) {
          made += 1
          const waiting = alertOf(made, next.add, next.price)
          levels.add(waiting)
          model.push(waiting)
        } else if ('drop' in next) {
          const waiting = model[next.drop]
          if (waiting === undefined) continue
          levels.remove(waiting)
          levels.remove(waiting)
          model = model.filter((other) => other !== waiting)
          seen.removed += 1
        } else {
          const taken: WaitingAlert[] = []
          for (;;) {
            const some = levels.take(next.tick, next.most)
            taken.push(...some)
            if (some.length < next.most) break
          }
          const due = model.filter(({ alert: { direction, price } }) =>
            direction === 'at_or_above' ? next.tick >= price : next.tick <= price,
          )
          expect(ids(taken)).toEqual(ids(due))
          model = model.filter((waiting) => !due.includes(waiting))
          seen[due.length > 0 ? 'taken' : 'nothing'] += 1
        }
        expect(levels.empty).toBe(model.length === 0)
      }
    }),
    { numRuns: 300 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})

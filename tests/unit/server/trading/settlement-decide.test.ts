import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { settle } from '#rules/settle.ts'
import {
  decideEntries,
  decideExits,
  type Outcome,
  type Waiting,
} from '#server/trading/settlement-decide.ts'
import { anOrder } from '#support/orders.ts'
import { gap, heartbeat, logOf, tick } from '#support/records.ts'
import { scenario } from '#support/settle-scenarios.ts'

const waiting = (order: Order): Waiting => ({ productId: 9, order, voidEntry: null })
const LOG = logOf([tick(9_500, 90), tick(10_500, 100), tick(39_500, 120), heartbeat(40_500)])
const RESULTS = { won: 850n, lost: -1000n, draw: 0n }

it('an order goes live with its entry, as its record says', () => {
  const { entered } = decideEntries(LOG, [waiting(anOrder())])
  expect(entered[0]?.order).toMatchObject({ status: 'live', entry: { seq: 2, price: 100 } })
  expect(entered[0]?.order.entry).not.toHaveProperty('hash')
})
it('an order that nothing followed yet stays undecided', () => {
  const late = waiting(anOrder({ acceptedAt: 40_500, expiresAt: 70_500 }))
  expect(decideEntries(LOG, [late])).toEqual({ entered: [], voided: [], undecided: [late] })
  expect(decideExits(LOG, [late], 1).undecided).toEqual([late])
})
it.each([
  ['up', 100, 'won'],
  ['down', 100, 'lost'],
  ['up', 120, 'draw'],
] as const)(
  '%s from %i against an exit at 120 is %s, with its gain',
  (direction, price, outcome) => {
    const live = anOrder({ direction, status: 'live', entry: { seq: 2, timeMs: 10_500, price } })
    const [decided] = decideExits(LOG, [waiting(live)], 40_501).outcomes
    expect(decided?.order).toMatchObject({
      status: outcome,
      exit: { seq: 3, price: 120 },
      settledAt: 40_501,
      profitAndLoss: RESULTS[outcome],
      voidReason: null,
    })
  },
)
it('a void gains nothing and says why', () => {
  const live = anOrder({ status: 'live', entry: { seq: 2, timeMs: 10_500, price: 100 } })
  const log = logOf([tick(9_500, 90), tick(10_500, 100), tick(39_500, 120), gap(40_500)])
  const [decided] = decideExits(log, [waiting(live)], 40_501).outcomes
  expect(decided?.order).toMatchObject({
    status: 'void',
    voidReason: 'gap_at_exit',
    profitAndLoss: 0n,
  })
})

it('entering and then settling says what the whole rule says, on every boundary', () => {
  const cases = fc.gen().map((g) => scenario((count) => g(fc.nat, { max: count - 1 })))
  fc.assert(
    fc.property(cases, ({ log, terms }) => {
      const { startsAt: acceptedAt, expiresAt, direction } = terms
      const order = anOrder({
        acceptedAt,
        expiresAt,
        direction,
        durationMs: expiresAt - acceptedAt,
      })
      const { entered, voided, undecided } = decideEntries(log, [waiting(order)])
      expect(entered.length + voided.length + undecided.length).toBe(1)
      // What is still undecided about the entry when expiry has passed is decided without one.
      const next = [...entered, ...voided, ...undecided]
      const [decided]: (Outcome | undefined)[] = decideExits(log, next, 1).outcomes
      const whole = settle(log, terms)
      expect(decided?.order.status).toBe(whole?.outcome)
      expect(decided?.order.voidReason ?? undefined).toBe(
        whole?.outcome === 'void' ? whole.reason : undefined,
      )
      if (whole !== null) expect(decided?.entrySeq).toBe(whole.entry?.seq ?? null)
    }),
    { numRuns: 3_000 },
  )
})

import { Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { Rejected } from '#server/platform/errors.ts'
import { Admission, type AskedOrder } from '#server/trading/admission.ts'

const ORDER: AskedOrder = { symbol: 'BTCUSDT', stake: 1_000n }
let now: number
let metrics: Registry
let admission: Admission
beforeEach(() => {
  now = 1_000_000
  metrics = new Registry()
  admission = new Admission({ rateFactor: 1, metrics, clock: { now: () => now }, now: () => now })
})

const user = (id: number) => ({
  userId: BigInt(id),
  guest: false,
  address: `198.51.100.${id}`,
  waitedMs: 0,
})
const guest = (id: number, address = '203.0.113.1') => ({ ...user(id), guest: true, address })
type Caller = ReturnType<typeof user>

/** The code that the caller gets, or `accepted`. */
async function send(
  caller: Caller,
  refusal: ErrorCode | null = null,
  order = ORDER,
): Promise<string> {
  const work = async () => {
    if (refusal !== null) throw new Rejected(refusal)
  }
  return admission.admit(caller, order, work).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Rejected ? error.code : 'broken'),
  )
}
const waitOf = async (caller: Caller, order = ORDER): Promise<unknown> =>
  admission
    .admit(caller, order, async () => undefined)
    .then(
      () => 0,
      (error: unknown) => error instanceof Rejected && error.params['retryAfterMs'],
    )

/** Orders whose answers come when the test says so. */
function holding() {
  const answer = Promise.withResolvers<void>()
  const sent: Promise<string>[] = []
  let running = 0
  return {
    running: () => running,
    send: (caller: Caller, order = ORDER): void => {
      const work = async () => {
        running += 1
        await answer.promise
      }
      const done = admission.admit(caller, order, work).then(
        () => 'accepted',
        (error: unknown) => (error instanceof Rejected ? error.code : 'broken'),
      )
      sent.push(done)
    },
    answer: async (): Promise<Record<string, number>> => {
      answer.resolve()
      const counts: Record<string, number> = {}
      for (const code of await Promise.all(sent)) counts[code] = (counts[code] ?? 0) + 1
      return counts
    },
  }
}

describe('unanswered orders', () => {
  it('are four per user, and more are taken in when these are answered', async () => {
    const orders = holding()
    for (let n = 0; n < 6; n++) orders.send(user(1))
    expect(() => admission.check(user(1))).toThrow('rate_limited')
    expect(() => admission.check(user(2))).not.toThrow()
    expect(await orders.answer()).toEqual({ accepted: 4, rate_limited: 2 })
    expect(() => admission.check(user(1))).not.toThrow()
  })

  it('are eight per address of guests, and 32 of all guests', async () => {
    const orders = holding()
    for (let n = 0; n < 10; n++) orders.send(guest(n))
    for (let n = 10; n < 60; n++) orders.send(guest(n, `203.0.113.${n}`))
    for (let n = 60; n < 70; n++) orders.send(user(n))
    expect(await orders.answer()).toEqual({ accepted: 8 + 24 + 10, rate_limited: 2 + 26 })
  })

  it('run three at a time for users of whom no order was accepted yet; others do not wait', async () => {
    expect(await send(user(1))).toBe('accepted')
    const orders = holding()
    for (let n = 2; n < 30; n++) orders.send(user(n))
    await Promise.resolve()
    expect(orders.running()).toBe(3)
    orders.send(user(1))
    expect(orders.running()).toBe(4)
    expect(await orders.answer()).toEqual({ accepted: 29 })
  })

  it('wait for their turn in limited number', async () => {
    const orders = holding()
    for (let n = 1; n <= 150; n++) orders.send(user(n))
    expect(await orders.answer()).toEqual({ accepted: 128, rate_limited: 22 })
  })
})

describe('a refusal', () => {
  it('is charged: five in a row are taken in, then one every three seconds', async () => {
    for (let n = 0; n < 5; n++) expect(await send(user(1), 'price_stale')).toBe('price_stale')
    expect(await waitOf(user(1))).toBe(3_000)
    expect(() => admission.check(user(1))).toThrow('rate_limited')
    now += 3_000
    expect(await send(user(1), 'price_stale')).toBe('price_stale')
    expect(await send(user(1))).toBe('rate_limited')
    expect(await send(user(2))).toBe('accepted')
  })

  it('is charged to the address of a guest and to no other address', async () => {
    for (let n = 0; n < 20; n++) expect(await send(guest(n), 'price_stale')).toBe('price_stale')
    expect(await send(guest(99))).toBe('rate_limited')
    expect(await send(guest(100, '203.0.113.2'))).toBe('accepted')
    expect(await send(user(101))).toBe('accepted')
  })

  it('is charged to all guests who were refused themselves, and not to those who were not', async () => {
    for (let n = 0; n < 100; n++) await send(guest(n, `address ${n % 50}`), 'price_stale')
    expect(await send(guest(0, 'address 0'))).toBe('rate_limited')
    expect(await send(guest(200, 'address 200'))).toBe('accepted')
    now += 500
    expect(await send(guest(0, 'address 0'), 'price_stale')).toBe('price_stale')
  })

  it('leaves two places for all who were refused in the last seconds', async () => {
    for (let n = 1; n <= 20; n++) await send(user(n), 'price_stale')
    const orders = holding()
    for (let n = 1; n <= 20; n++) orders.send(user(n))
    expect(await orders.answer()).toEqual({ accepted: 2, rate_limited: 18 })
    now += 3_000
    const later = holding()
    for (let n = 1; n <= 20; n++) later.send(user(n))
    expect(await later.answer()).toEqual({ accepted: 20 })
  })

  it('is not charged when it says something about the server only', async () => {
    for (let n = 0; n < 20; n++) await send(user(1), 'money_writes_halted')
    const intime = { ...ORDER, signed: { startsAt: now + 300 } }
    for (let n = 0; n < 20; n++) expect(await send(user(1), 'too_late', intime)).toBe('too_late')
    expect(await send(user(1))).toBe('accepted')
  })

  it('for an order that came too late makes its user a newcomer again', async () => {
    await send(user(1))
    const late = { ...ORDER, signed: { startsAt: now } }
    // It arrived in time and waited in this server.
    expect(await send({ ...user(1), waitedMs: 1 }, 'too_late', late)).toBe('too_late')
    const known = holding()
    for (let n = 2; n < 8; n++) known.send(user(n))
    known.send(user(1))
    await Promise.resolve()
    expect(known.running()).toBe(4)
    await known.answer()
    expect(await send(user(1), 'too_late', late)).toBe('too_late')
    const orders = holding()
    for (let n = 12; n < 18; n++) orders.send(user(n))
    orders.send(user(1))
    await Promise.resolve()
    expect(orders.running()).toBe(3)
    expect(await orders.answer()).toEqual({ accepted: 7 })
  })
})

describe('a remembered refusal', () => {
  it('answers the same stake and larger ones on every product for a second', async () => {
    await send(user(1), 'available_too_low')
    expect(await waitOf(user(1))).toBe(1_000)
    expect(await send(user(1), null, { symbol: 'GC', stake: 1_001n })).toBe('rate_limited')
    expect(await send(user(1), null, { ...ORDER, stake: 999n })).toBe('accepted')
    expect(await send(user(2))).toBe('accepted')
    now += 1_000
    expect(await send(user(1))).toBe('accepted')
  })
  it('of a product answers orders on this product only', async () => {
    await send(user(1), 'too_many_positions')
    expect(await send(user(1))).toBe('rate_limited')
    expect(await send(user(1), null, { ...ORDER, symbol: 'GC' })).toBe('accepted')
  })
  it('is forgotten when something of the user has changed', async () => {
    await send(user(1), 'available_too_low')
    admission.hear([{ userId: 2n }])
    expect(await send(user(1))).toBe('rate_limited')
    admission.hear([{ userId: 1n }])
    expect(await send(user(1))).toBe('accepted')
  })
  it('is never one that a later order need not meet', async () => {
    for (const code of ['price_stale', 'terms_changed', 'signature_wrong'] as const) {
      await send(user(1), code)
      expect(await send(user(1))).toBe('accepted')
    }
  })
})

it('counts what it refuses by the limit', async () => {
  const orders = holding()
  for (let n = 0; n < 6; n++) orders.send(user(1))
  await orders.answer()
  await send(user(2), 'available_too_low')
  await send(user(2))
  const text = await metrics.metrics()
  expect(text).toContain('fairtick_orders_not_taken_in_total{limit="user"} 2')
  expect(text).toContain('fairtick_orders_not_taken_in_total{limit="remembered"} 1')
})

it('multiplies its limits by the factor', async () => {
  admission = new Admission({
    rateFactor: 10,
    metrics: new Registry(),
    clock: { now: () => now },
    now: () => now,
  })
  const orders = holding()
  for (let n = 0; n < 45; n++) orders.send(user(1))
  expect(await orders.answer()).toEqual({ accepted: 40, rate_limited: 5 })
  for (let n = 0; n < 50; n++) expect(await send(user(2), 'price_stale')).toBe('price_stale')
  expect(await waitOf(user(2))).toBe(300)
})

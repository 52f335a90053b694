import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { order as orderSchema } from '#contract/order.ts'
import { type TimeMs, timeMs } from '#contract/scalars.ts'
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { settle, settleTermsOf } from '#rules/settle.ts'
import { startOf } from '#rules/signed-order.ts'
import { entryOf, exitOf } from '#rules/spot.ts'
import { waitsForLock } from '#support/database-work.ts'
import { gap, halt, heartbeat, tick } from '#support/records.ts'
import { pause, until } from '#support/until.ts'
import { grant } from '#support/ledger-room.ts'
import { Rejected } from '#server/platform/errors.ts'
import { makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'

const EURUSD = 9
let room: TradingFixture
let user: bigint

beforeAll(async () => {
  room = await tradingRoom()
  await room.trading.settlement.start()
})
afterAll(async () => {
  await room.trading.settlement.stop()
  await room.close()
})
beforeEach(async () => {
  user = await makeUser(room.owner, 100_000n)
  await quiet(1_000)
  room.market.session(EURUSD, { state: 'open', opensAt: null, closesAt: null })
})

const at = (ms = 0): TimeMs => timeMs.parse(room.clock.now() + ms)
const push = (...planned: Parameters<TradingFixture['market']['push']>[1][]): void =>
  room.market.push(EURUSD, ...planned)
/** Time passes with a tick at each step. */
async function quiet(ms: number, price = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await room.clock.advance(Math.min(1_000, ms - passed))
    push(tick(at(), price))
  }
}
async function settled(): Promise<void> {
  await room.trading.settlement.idle()
}
/** Time passes until nothing waits for another try: how many tries fail first depends on the machine. */
async function recovered(): Promise<void> {
  const idle = settled().then(() => true)
  for (let waited = 0; waited < 60; waited += 1) {
    await quiet(1_000)
    if (await Promise.race([idle, pause(10)])) break
  }
  await idle
}
async function balance(): Promise<{
  available: string
  staked: string
  today: { profitAndLoss: string }
}> {
  const [row] = await room.owner.query<{ state: string }>('select balance_state($1, $2) as state', [
    user,
    at(),
  ])
  return JSON.parse(row?.state ?? '{}')
}
/** Places an order and plays to its start. */
async function started(body?: object) {
  const placed = await room.place(user, body)
  await quiet(UNSIGNED_LEAD_MS)
  return placed
}
/** Places, enters at 100 and expires with `exit` as the last price. */
async function lifeOf(direction: 'up' | 'down', exit: number) {
  const placed = await started({ direction })
  await quiet(29_000)
  await room.clock.advance(900)
  push(tick(at(), exit))
  await quiet(1_000)
  await settled()
  return (await room.trading.find(user, placed.order.id)).order
}

describe('from the purchase to the end', () => {
  it('enters at the first tick after the start', async () => {
    const { order } = await started()
    expect(order).toMatchObject({ status: 'open', startsAt: at(), acceptedAt: at(-1_000) })
    push(tick(at(), 555))
    await room.clock.advance(1)
    push(tick(at(), 101))
    await settled()
    const { order: live } = await room.trading.find(user, order.id)
    expect(live).toMatchObject({ status: 'live', entry: { price: 101, timeMs: at() } })
  })
  it('pays a win, keeps a loss, and gives the stake back on a draw', async () => {
    const won = await lifeOf('up', 101)
    expect(won).toMatchObject({ status: 'won', profitAndLoss: 850n, exit: { price: 101 } })
    expect(await balance()).toMatchObject({ available: '1008.50', staked: '0.00' })
    expect(await lifeOf('down', 101)).toMatchObject({ status: 'lost', profitAndLoss: -1000n })
    expect(await lifeOf('down', 100)).toMatchObject({ status: 'draw', profitAndLoss: 0n })
    expect(await balance()).toMatchObject({ available: '998.50', staked: '0.00' })
  })
  it("counts today's result by the market clock, wherever the database's stands", async () => {
    await lifeOf('up', 101)
    expect((await balance()).today.profitAndLoss).toBe('8.50')
    await quiet(2_000)
  })
  it('settles exactly as the published rule says from the log', async () => {
    const life = await lifeOf('up', 102)
    expect(settle(room.market.log(EURUSD), settleTermsOf(life))).toMatchObject({
      outcome: life.status,
      entry: { seq: life.entry?.seq },
      exit: { seq: life.exit?.seq },
    })
  })
  it('decides nothing before a record later than expiry stands in the log', async () => {
    const { order } = await started()
    await quiet(30_000)
    expect(at()).toBe(order.expiresAt)
    await settled()
    expect((await room.trading.find(user, order.id)).order.status).toBe('live')
    await room.clock.advance(1)
    push(heartbeat(at()))
    await settled()
    expect((await room.trading.find(user, order.id)).order.status).toBe('draw')
  })
  it('voids on a gap at expiry, returns the stake and tells the user', async () => {
    const { order } = await started()
    await quiet(29_500)
    await room.clock.advance(2_000)
    push(gap(at()))
    await settled()
    const { order: voided } = await room.trading.find(user, order.id)
    expect(voided).toMatchObject({ status: 'void', voidReason: 'gap_at_exit', profitAndLoss: 0n })
    expect(voided.entry).not.toBeNull()
    expect(await balance()).toMatchObject({ available: '1000.00', staked: '0.00' })
    const told = room.hub.delivered.filter(
      (event) => event.userId === user && event.topic === 'messages',
    )
    expect(told.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { kind: 'order_void', params: { orderId: order.id, reason: 'gap_at_exit', stake: '10.00' } },
    ])
  })
  it('an order whose entry is void stays open and is voided at expiry', async () => {
    const { order } = await started()
    await room.clock.advance(500)
    push(halt(at() - 500), tick(at(), 100))
    await settled()
    expect((await room.trading.find(user, order.id)).order.status).toBe('open')
    await quiet(31_000)
    await settled()
    const { order: voided } = await room.trading.find(user, order.id)
    expect(voided).toMatchObject({ status: 'void', voidReason: 'halt_at_entry', entry: null })
  })
  it('tells positions and balance in order, numbered without a gap', async () => {
    await lifeOf('up', 101)
    const mine = room.hub.delivered.filter((event) => event.userId === user)
    const positions = mine.filter(({ topic }) => topic === 'positions')
    expect(positions.map(({ seq }) => seq)).toEqual([1n, 2n, 3n])
    const statuses = positions.map(({ payload }) => orderSchema.parse(JSON.parse(payload)).status)
    expect(statuses).toEqual(['open', 'live', 'won'])
    expect(mine.filter(({ topic }) => topic === 'balance').map(({ seq }) => seq)).toEqual([1n, 2n])
  })
})

describe('a key', () => {
  const KEY = 'the-same-intent-0001'
  it('gives the same bytes again, also when the market would refuse by now', async () => {
    const key = `${KEY}a`
    const first = await room.place(user, {}, key)
    expect((await room.place(user, {}, key)).json).toBe(first.json)
    room.market.session(EURUSD, { state: 'closed' })
    expect((await room.place(user, {}, key)).json).toBe(first.json)
    expect(await balance()).toMatchObject({ available: '990.00' })
  })
  it('is refused for another body, open market or not', async () => {
    const key = `${KEY}b`
    await room.place(user, {}, key)
    await expect(room.place(user, { stake: '11.00' }, key)).rejects.toThrow('key_reused')
    room.market.session(EURUSD, { state: 'closed' })
    await expect(room.place(user, { stake: '11.00' }, key)).rejects.toThrow('key_reused')
  })
  it('stays refused by the ledger when the reason is gone, and is free if the market refused it', async () => {
    const refused = { message: 'available_too_low', params: { available: '1000.00' } }
    await expect(room.place(user, { stake: '1000.01' }, `${KEY}e`)).rejects.toMatchObject(refused)
    room.market.session(EURUSD, { state: 'closed' })
    await expect(room.place(user, {}, `${KEY}f`)).rejects.toThrow('market_closed')
    room.market.session(EURUSD, { state: 'open' })
    await grant(room.owner, user, 10_000n, '2000-01-02')
    for (const stake of ['1000.01', '1.00']) {
      await expect(room.place(user, { stake }, `${KEY}e`)).rejects.toMatchObject(refused)
    }
    expect((await room.place(user, {}, `${KEY}f`)).order.status).toBe('open')
    const { refusals } = await room.trading.refused(user, { limit: 9 })
    expect(refusals).toMatchObject([{ reason: 'available_too_low', outcome: null }])
    expect(await room.owner.query('select * from ledger_faults')).toEqual([])
  })
  it('has one fate when its copies meet while the money comes', async () => {
    const copies = Array.from({ length: 40 }, (_, i) =>
      i === 20
        ? grant(room.owner, user, 10_000n, '2000-01-03').then(() => 'granted')
        : room.place(user, { stake: '1000.01' }, `${KEY}g`).then(
            ({ json }) => json,
            (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
          ),
    )
    const answers = new Set(await Promise.all(copies))
    answers.delete('granted')
    expect(answers.size).toBe(1)
    expect(await room.owner.query('select * from ledger_faults')).toEqual([])
  })
  it('two hundred copies at once make one order', async () => {
    const copies = Array.from({ length: 200 }, () => room.place(user, {}, `${KEY}c`))
    const answers = new Set((await Promise.all(copies)).map(({ json }) => json))
    expect(answers.size).toBe(1)
    expect(await balance()).toMatchObject({ available: '990.00', staked: '10.00' })
  })
  it('is claimed after the user is locked, so that two ways to store it cannot wait for each other', async () => {
    const key = `${KEY}d`
    const waiting = await room.owner.transaction(async (tx) => {
      await tx.query('select 1 from user_mutex where user_id = $1 for update', [user])
      const placed = room.place(user, {}, key)
      await until('the wait for the lock', () => waitsForLock(room.owner))
      // It would wait for the order, which waits for this transaction.
      await tx.query("set local lock_timeout = '30s'")
      await tx.query(
        `insert into idempotency (user_id, operation, key, body_hash) values ($1, 'order', $2, '')`,
        [user, key],
      )
      await tx.query('delete from idempotency where user_id = $1 and key = $2', [user, key])
      return { placed }
    })
    expect((await waiting.placed).order.status).toBe('open')
  })
  it('waits while another command of the same user is under way', async () => {
    const order = await room.owner.transaction(async (tx) => {
      await tx.query('select 1 from user_mutex where user_id = $1 for update', [user])
      const placed = room.place(user)
      await until('the wait for the lock', () => waitsForLock(room.owner))
      return { placed }
    })
    expect((await order.placed).order.status).toBe('open')
  })
})

describe('orders of many users at once', () => {
  const KEY = 'intent-key-many-'
  it('each gets its own answer, and none waits for a user of another', async () => {
    const users: bigint[] = []
    for (let i = 0; i < 30; i += 1) users.push(await makeUser(room.owner, 100_000n))
    const [poor = 0n, locked = 0n, again = 0n, limited = 0n, ...rest] = users
    await room.owner.query(
      `insert into own_limits (user_id, kind, value, changed_at) values ($1, 'stake', 500, 0)`,
      [limited],
    )
    const first = await room.place(again, {}, `${KEY}again`)
    const heard: string[] = []
    const answers = await room.owner.transaction(async (tx) => {
      await tx.query('select 1 from user_mutex where user_id = $1 for update', [locked])
      const waits = room.place(locked).then(({ order }) => {
        heard.push('locked')
        return order
      })
      const placed = Promise.all(rest.map((each) => room.place(each, {}, `${KEY}${each}`)))
      const refused = Promise.all([
        expect(room.place(poor, { stake: '1000.01' })).rejects.toMatchObject({
          message: 'available_too_low',
          params: { available: '1000.00' },
        }),
        expect(room.place(limited)).rejects.toMatchObject({ message: 'own_stake_limit' }),
        expect(room.place(again, { stake: '11.00' }, `${KEY}again`)).rejects.toThrow('key_reused'),
      ])
      const replayed = await room.place(again, {}, `${KEY}again`)
      expect(replayed.json).toBe(first.json)
      const orders = await placed
      await refused
      heard.push('others')
      return { waits, orders }
    })
    expect((await answers.waits).status).toBe('open')
    expect(heard).toEqual(['others', 'locked'])
    const ids = new Set(answers.orders.map(({ order }) => order.id))
    expect(ids.size).toBe(rest.length)
    for (const [i, { order, json }] of answers.orders.entries()) {
      const owner = rest[i] ?? 0n
      expect((await room.trading.find(owner, order.id)).order).toMatchObject({ status: 'open' })
      expect((await room.place(owner, {}, `${KEY}${owner}`)).json).toBe(json)
      const events = room.hub.delivered.filter(({ userId }) => userId === owner)
      expect(events.map(({ topic }) => topic).toSorted()).toEqual(['balance', 'positions'])
      expect(events.find(({ topic }) => topic === 'balance')?.payload).toContain(
        '"available" : "990.00"',
      )
    }
  })
})

describe('refusals', () => {
  const refuses = (body: object, code: string, params: object = {}) =>
    expect(room.place(user, body)).rejects.toMatchObject({ message: code, params })
  it('names what is wrong with the intent', async () => {
    await refuses({ symbol: 'NOPE' }, 'product_unknown')
    await refuses({ durationMs: 31_000 }, 'duration_unknown')
    await refuses({ termsId: 'ffffffffffffffff' }, 'terms_changed')
    await refuses({ stake: '0.99' }, 'stake_below_minimum', { minimum: '1.00' })
    await refuses({ stake: '5000.01' }, 'stake_above_maximum', { maximum: '5000.00' })
  })
  it('names what is wrong with the market', async () => {
    room.market.session(EURUSD, { closesAt: at(30_000) })
    await refuses({}, 'expiry_past_close', { closesAt: at(30_000) })
    room.market.session(EURUSD, { state: 'closed', opensAt: timeMs.parse(123) })
    await refuses({}, 'market_closed', { opensAt: 123 })
    room.market.session(EURUSD, { state: 'halted', opensAt: null })
    await refuses({}, 'market_closed')
    room.market.session(EURUSD, { state: 'open', closesAt: null })
    await room.clock.advance(5_000)
    await room.place(user)
    await room.clock.advance(1)
    await refuses({}, 'price_stale')
  })
  it('names what is wrong with the account', async () => {
    await refuses({ stake: '1000.01' }, 'available_too_low', { available: '1000.00' })
    for (let i = 0; i < 20; i++) await room.place(user, { stake: '1.00' })
    await refuses({ stake: '1.00' }, 'too_many_positions', { limit: 20 })
    const rich = await makeUser(room.owner, 10_000_000n)
    for (let i = 0; i < 5; i++) await room.place(rich, { stake: '5000.00' })
    await expect(room.place(rich)).rejects.toMatchObject({
      message: 'open_stake_limit',
      params: { limit: '25000.00' },
    })
  })
  it('stops while money writes are halted, and loses nothing', async () => {
    const { order } = await started()
    await quiet(1_000)
    await settled()
    await room.owner.query("insert into ledger_halts (reason) values ('test')")
    await expect(room.place(user)).rejects.toThrow('money_writes_halted')
    await quiet(31_000)
    expect((await room.trading.find(user, order.id)).order.status).toBe('live')
    await room.owner.query('update ledger_halts set lifted_at = now()')
    await recovered()
    expect((await room.trading.find(user, order.id)).order.status).toBe('draw')
  })
})

describe('looking up', () => {
  it('pages newest first without losing or repeating an order', async () => {
    for (let i = 0; i < 7; i++) await room.place(user, { stake: '1.00' })
    const ids: string[] = []
    let before: z.output<typeof orderSchema>['id'] | undefined
    do {
      const page = await room.trading.list(user, { status: 'all', before, limit: 3 })
      ids.push(...page.orders.map(({ id }) => id))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect(ids).toHaveLength(7)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    const open = await room.trading.list(user, { status: 'open', limit: 100 })
    expect(open.orders).toHaveLength(7)
    expect((await room.trading.list(user, { status: 'settled', limit: 5 })).orders).toEqual([])
  })
  it("hides another user's order like one that does not exist", async () => {
    const { order } = await room.place(user)
    const other = await makeUser(room.owner, 0n)
    await expect(room.trading.find(other, order.id)).rejects.toThrow('not_found')
    const huge = orderSchema.shape.id.parse('9999999999999999999')
    await expect(room.trading.find(user, huge)).rejects.toThrow('not_found')
    const page = await room.trading.list(user, { status: 'all', before: huge, limit: 5 })
    expect(page.orders.map(({ id }) => id)).toEqual([order.id])
  })
  it('shows evidence from which anybody can decide again', async () => {
    const life = await lifeOf('up', 103)
    const { evidence } = await room.trading.find(user, life.id)
    const kinds = evidence.transfers.map(({ kind, amount }) => [kind, amount])
    expect(kinds).toEqual([
      ['order_stake', 1000n],
      ['order_settle', 1850n],
    ])
    expect(evidence.entryRecords.map(({ seq }) => seq)).toContain(life.entry?.seq)
    expect(entryOf(evidence.entryRecords, startOf(life))?.tick?.seq).toBe(life.entry?.seq)
    expect(exitOf(evidence.exitRecords, life.expiresAt)?.tick?.seq).toBe(life.exit?.seq)
    const neighbours = evidence.exitRecords.map(({ seq }) => seq - (life.exit?.seq ?? 0))
    expect(neighbours).toEqual(expect.arrayContaining([-1, 0, 1]))
  })
  it('gives the positions topic what stands, with the number that includes it', async () => {
    const { order } = await room.place(user)
    await lifeOf('up', 101)
    const second = await room.place(user)
    const topic = room.hub.topics.find(({ name }) => name === 'positions')
    const snapshot = await topic?.snapshot(user)
    const orders = z.array(orderSchema).parse(JSON.parse(snapshot?.json ?? ''))
    expect(orders.map(({ id }) => id)).toEqual([second.order.id])
    expect(orders.map(({ id }) => id)).not.toContain(order.id)
    const heard = room.hub.delivered.filter((e) => e.userId === user && e.topic === 'positions')
    expect(snapshot?.seq).toBe(heard.at(-1)?.seq)
  })
})

it('afterwards every invariant holds, and SQL recomputes every result from the log alike', async () => {
  await quiet(31_000)
  await settled()
  const [alive] = await room.owner.query("select 1 from orders where status in ('open', 'live')")
  expect(alive).toBeUndefined()
  expect(await room.owner.query('select * from ledger_faults')).toEqual([])
})

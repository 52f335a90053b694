/** Orders in the price log: what a record holds counts, and what none holds before its start is undone. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listOrders } from '#contract/endpoints/trading.ts'
import { timeMs as timeOf } from '#contract/scalars.ts'
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { commitmentOf, rootOf, treeOf } from '#rules/merkle-tree.ts'
import { startOf } from '#rules/signed-order.ts'
import { recordText } from '#rules/tick-chain.ts'
import { selectAnswer } from '#server/ledger/ledger-store.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import { TickLog } from '#server/market/tick-log.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { appendRecords } from '#server/market/tick-log-store.ts'
import { addProduct, enterRaw, faultsOf, placeRaw, placeTogetherRaw } from '#support/ledger-room.ts'
import { tick } from '#support/records.ts'
import { pause } from '#support/until.ts'
import { makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'

const [GOLD, EURO] = [1, 9]
const SALT = '0'.repeat(32)
let room: TradingFixture
let user: bigint
let keys = 0
const key = (): string => `held-order-key-${(keys += 1)}`

beforeAll(async () => {
  room = await tradingRoom()
  for (const id of [GOLD, EURO]) room.market.push(id, tick(room.clock.now(), 100))
  await room.market.stored()
})
afterAll(async () => {
  expect(await faultsOf(room.owner)).toEqual([])
  await room.close()
})
beforeEach(async () => {
  user = await makeUser(room.owner, 100_000n)
  await room.clock.advance(1_000)
  for (const id of [GOLD, EURO]) room.market.push(id, tick(room.clock.now(), 100))
  await room.market.stored()
})

/** Lets the log reach a moment. */
async function logReaches(moment: number): Promise<void> {
  while (room.clock.now() < moment) {
    await room.clock.advance(500)
    for (const id of [GOLD, EURO]) room.market.push(id, tick(room.clock.now(), 100))
  }
  await room.market.stored()
}

/** As after a crash between the order and its record: the order is stored, and its request was not answered. */
async function crashed(of: string): Promise<void> {
  const { holdOrder } = room.market
  room.market.holdOrder = async () => {
    throw new Error('the server has stopped')
  }
  await expect(room.place(user, {}, of)).rejects.toThrow('the server has stopped')
  room.market.holdOrder = holdOrder
}
/** Lets time pass until the server has undone every order that no record will hold. */
async function undoAll(): Promise<void> {
  const stop = room.trading.followRefused()
  const left =
    "select from orders where status = 'open' and salt is not null and not is_sealed(orders)"
  while ((await room.owner.query(left)).length > 0) {
    await logReaches(room.clock.now() + 2_000)
    await pause(10)
  }
  await stop()
}
/** Undoes an order by the database's own function, with a refusal of this time. Returns the events. */
async function undoRaw(id: string, refusedAt: number): Promise<object[]> {
  const [refusal] = await room.owner.query<{ row: string }>(
    `select (to_jsonb(o) || jsonb_build_object('refused_at', $2::bigint, 'reason', 'too_late', 'intent_text', '-',
        'refusal_text', '-', 'refusal_signature', '-', 'refusal_key_id', '-'))::text as row
      from orders o where o.id = $1`,
    [id, refusedAt],
  )
  const result = { outcome: 'void', void_reason: 'too_late', profit_and_loss: 0 }
  const outcome = { id, ...result, settled_at: refusedAt, event: '{}', message: { orderId: id } }
  return room.pools.settlement.query('select * from undo_late_order($1, $2)', [
    JSON.stringify([outcome]),
    refusal?.row,
  ])
}
async function cash(): Promise<bigint | undefined> {
  const [row] = await room.owner.query<{ balance: bigint }>(
    "select balance from accounts where user_id = $1 and kind = 'cash'",
    [user],
  )
  return row?.balance
}
const listed = async () =>
  (await room.trading.list(user, listOrders.query.parse({ status: 'all' }))).orders
const answerTo = (of: string) =>
  selectAnswer(room.db, { userId: user, operation: 'order', key: of })

interface Stored {
  id: bigint
  productId: number
  startsAt: number
  salt: string
  receipt: string
}
const SLOW_MS = 500
/** While the work lasts, a function of the database returns late what it saw when it was called. */
async function slowly(signature: string, work: () => Promise<void>): Promise<void> {
  const name = signature.replace(/[(].*/, '')
  const [{ sql } = { sql: '' }] = await room.owner.query<{ sql: string }>(
    `select pg_get_functiondef('${name}'::regproc) as sql`,
  )
  const [, body = ''] = /AS [$]function[$]([^$]*)[$]function[$]/.exec(sql) ?? []
  await room.owner.query(
    `create or replace function ${signature} returns boolean language plpgsql stable as $$
      declare seen constant boolean := (${body});
      begin perform pg_sleep(${SLOW_MS / 1_000}); return seen; end $$`,
  )
  try {
    await work()
  } finally {
    await room.owner.query(sql)
  }
}

describe('an order that was answered', () => {
  it('is in a record from before its start', async () => {
    const { order } = await room.place(user)
    const [held] = await room.owner.query<{ kind: number; at: number; inputs: Buffer }>(
      `select t.kind, t.time_ms::float8 as at, t.inputs from order_records r
        join ticks t on t.product_id = r.product_id and t.seq = r.seq where r.order_id = $1`,
      [order.id],
    )
    expect(held?.kind).toBe(6)
    expect(held?.at).toBeLessThan(startOf(order))
    await logReaches(order.expiresAt + 1_000)
    await room.trading.settlement.idle()
  })
  it('cannot be undone, not even by the function that undoes', async () => {
    const { order } = await room.place(user)
    await logReaches(startOf(order) + 10)
    expect(await undoRaw(order.id, startOf(order))).toEqual([])
    expect(await listed()).toMatchObject([{ id: order.id, voidReason: null }])
  })
  it('cannot be undone by a look at the log that began before its record was stored', async () => {
    const mine = key()
    await crashed(mine)
    const [row] = await room.owner.query<Stored>(
      `select id, product_id as "productId", starts_at::float8 as "startsAt", salt, receipt_text as receipt
        from orders where intent_key = $1`,
      [mine],
    )
    if (row === undefined) throw new Error('no order')
    const { productId, startsAt } = row
    const logged = {
      id: `${row.id}`,
      holdDeadline: startsAt - 1,
      commitment: commitmentOf(row.salt, row.receipt, sha256),
    }
    await slowly('is_sealed(o orders)', async () => {
      const undoing = undoRaw(logged.id, startsAt).catch((error: { code?: string }) => error.code)
      await pause(SLOW_MS / 5)
      expect(await room.market.holdOrder(productId, logged)).toBe(true)
      await logReaches(startsAt + 10)
      expect(await undoing).toBe('FT903')
    })
    expect(await listed()).toMatchObject([{ id: `${row.id}`, voidReason: null }])
  })
})

describe('an order that the server stored and did not answer', () => {
  it('is not there until a record holds it, and a repeated request has it held', async () => {
    const mine = key()
    await crashed(mine)
    expect(await listed()).toEqual([])
    expect(await answerTo(mine)).toBeUndefined()
    const { order } = await room.place(user, {}, mine)
    expect(await listed()).toMatchObject([{ id: order.id, status: 'open' }])
    expect(await answerTo(mine)).toBeDefined()
  })
  it('is undone once the log has reached its start, and its repeated request is refused', async () => {
    const mine = key()
    await crashed(mine)
    await undoAll()
    expect(await listed()).toMatchObject([{ status: 'void', voidReason: 'too_late' }])
    await expect(room.place(user, {}, mine)).rejects.toMatchObject({ code: 'order_undone' })
    expect(await cash()).toBe(100_000n)
  })
  it('is undone by its repeated request as well', async () => {
    const mine = key()
    await crashed(mine)
    await logReaches(room.clock.now() + 2_000)
    await expect(room.place(user, {}, mine)).rejects.toMatchObject({ code: 'order_undone' })
  })
})

describe('the database', () => {
  let id: bigint
  beforeEach(async () => {
    const order = { userId: user, productId: EURO, key: key(), stake: 100n, at: room.clock.now() }
    id = (await placeRaw(room.db, { ...order, salt: SALT })) ?? 0n
  })

  type Change = Partial<{
    productId: number
    size: number
    root: string
    after: number
    inputs: string
  }>
  const rootOfOrder = (): string => {
    const leaf = Buffer.from(commitmentOf(SALT, 'receipt', sha256), 'hex')
    return rootOf(treeOf([leaf], sha256Bytes), sha256Bytes)
  }
  /** Appends a record of the order to the log, as the market would. */
  function append({ productId = EURO, size = 1, root = rootOfOrder(), after = 0, inputs }: Change) {
    const before = room.market.log(productId).at(-1)
    if (before === undefined) throw new Error('the log is empty')
    const timeMs = timeOf.parse(before.timeMs + after)
    const unhashed = { kind: 'orders' as const, seq: before.seq + 1, timeMs, size, root }
    const symbol = productId === EURO ? 'EURUSD' : 'GC'
    const record = { ...unhashed, hash: sha256(recordText(symbol, unhashed, before.hash)) }
    return appendRecords(room.pools.market, [{ productId, record, inputs: inputs ?? `${id}` }])
  }

  it.each<[string, () => Change]>([
    ['has another root', () => ({ root: 'a'.repeat(64) })],
    ['says another number of orders', () => ({ size: 2 })],
    ['has a time of its own', () => ({ after: 1 })],
    ['is of another product', () => ({ productId: GOLD })],
    ['holds an order that does not exist', () => ({ inputs: '999999999' })],
    ['holds nothing', () => ({ inputs: '', size: 0 })],
  ])('refuses a record that %s', async (_, change) => {
    await expect(append(change())).rejects.toMatchObject({ code: 'FT904' })
  })
  it('refuses a record that holds an order which has started', async () => {
    await logReaches(room.clock.now() + 2_000)
    await expect(append({})).rejects.toMatchObject({ code: 'FT904' })
  })
  it('enters and settles no order that no record holds', async () => {
    const at = room.clock.now() + 1_500
    await logReaches(at)
    const entry = room.market.log(EURO).find(({ timeMs, kind }) => kind === 'tick' && timeMs >= at)
    if (entry?.kind !== 'tick') throw new Error('no tick')
    const spot = { seq: entry.seq, at: entry.timeMs, price: entry.price }
    await expect(enterRaw(room.pools.settlement, [id], spot)).rejects.toMatchObject({
      code: 'FT904',
    })
    expect(await room.pools.settlement.query('select * from waiting_orders()')).not.toContainEqual(
      expect.objectContaining({ id }),
    )
  })
  it('undoes no order before the log has reached its start', async () => {
    const stop = room.trading.followRefused()
    await room.clock.advance(500)
    await stop()
    expect(await room.owner.query('select status from orders where id = $1', [id])).toEqual([
      { status: 'open' },
    ])
  })

  describe('with a lead of 400 ms in the terms', () => {
    const TERMS = JSON.stringify({ index: { leadMs: 400 }, bandBps: 100 })
    const TERMS_ID = sha256(TERMS).slice(0, 16)
    const planned = (at: number) => {
      const order = { userId: user, productId: EURO, key: key(), stake: 100n, salt: SALT }
      return { ...order, at, termsId: TERMS_ID }
    }
    let deadline: number
    beforeEach(async () => {
      await room.owner.query(
        'insert into product_terms (terms_id, product_id, terms) values ($1, $2, $3) on conflict do nothing',
        [TERMS_ID, EURO, TERMS],
      )
      const at = room.clock.now()
      id = (await placeRaw(room.db, planned(at))) ?? 0n
      deadline = at + UNSIGNED_LEAD_MS - 400
    })

    async function priceAt(moment: number): Promise<void> {
      await room.clock.advance(moment - room.clock.now())
      room.market.push(EURO, tick(moment, 100))
      await room.market.stored()
    }
    const areTooLate = async (): Promise<unknown[]> =>
      (await room.db.query<{ id: bigint }>('select id from orders_too_late()')).map((row) => row.id)

    it.each([-1, 0])(
      'holds an order %i ms after the lead begins, and does not undo it',
      async (ms) => {
        await priceAt(deadline + ms)
        expect(await areTooLate()).not.toContain(id)
        await expect(undoRaw(`${id}`, deadline + 1)).rejects.toMatchObject({ code: 'FT903' })
        // The record is refused by the database, if at all.
        const order = {
          id: `${id}`,
          holdDeadline: Infinity,
          commitment: commitmentOf(SALT, 'receipt', sha256),
        }
        await room.market.holdOrder(EURO, order)
        const held = await room.owner.query('select from order_records where order_id = $1', [id])
        expect(held).toHaveLength(1)
      },
    )
    it('refuses to hold an order 1 ms after the lead begins, undoes it and returns its stake', async () => {
      await priceAt(deadline + 1)
      await expect(append({})).rejects.toMatchObject({ code: 'FT904' })
      expect(await areTooLate()).toContain(id)
      await expect(undoRaw(`${id}`, deadline)).rejects.toMatchObject({ code: 'FT903' })
      expect(await cash()).toBe(99_800n)
      expect(await undoRaw(`${id}`, deadline + 1)).not.toEqual([])
      expect(await cash()).toBe(99_900n)
    })
    it('stores no order that no record can hold any more', async () => {
      const earliest = room.clock.now() - UNSIGNED_LEAD_MS + 400
      const late = planned(earliest - 1)
      await expect(placeRaw(room.db, late)).rejects.toMatchObject({ message: 'too_late' })
      expect(await placeTogetherRaw(room.db, late)).toBe(false)
      expect(await placeRaw(room.db, planned(earliest))).not.toBeNull()
      expect(await placeTogetherRaw(room.db, planned(earliest))).toBe(true)
    })
  })
  afterAll(undoAll)
})

// Last, because its records are years later than the other ones.
it('the log continues without a record whose order the database has lost in a crash', async () => {
  const product = { id: 77, symbol: 'LOST', terms: { bandBps: 100 } }
  await addProduct(room.owner, product.id, product.symbol)
  const clock = createMarketClock()
  const log = pino({ level: 'silent' })
  const ticks = new TickLog({ db: room.pools.market, clock, log }, [product])
  const append = async (): Promise<number | undefined> => {
    const plain = { kind: 'tick', price: 100, size: 0 } as const
    ticks.append([{ productId: product.id, timeMs: clock.now(), ...plain }])
    await ticks.drained()
    return ticks.head(product.id)?.seq
  }
  expect(await append()).toBe(1)
  const lost = { id: '999999999', holdDeadline: clock.now() + 60_000, commitment: 'a'.repeat(64) }
  expect(await ticks.holdOrder(product.id, lost)).toBe(false)
  expect(await append()).toBe(2)
  await ticks.close()
})

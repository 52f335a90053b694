import { expect, it } from 'vitest'
import { DatabaseGone, type Queryable } from '#server/platform/db/database.ts'
import { createOrderBatches } from '#server/trading/order-batches.ts'
import type { NewOrder } from '#server/trading/trading-store.ts'
import { anOrder } from '#support/orders.ts'

let keys = 0
const orderOf = (user: number): NewOrder => {
  keys += 1
  return {
    userId: BigInt(user),
    salt: '0'.repeat(32),
    key: `key-${keys}`,
    bodyHash: Buffer.alloc(32),
    productId: 1,
    order: anOrder(),
    holdDeadline: 0,
    device: null,
    receipt: { text: '', signature: '', keyId: '' },
    reply: '{}',
    event: '{}',
    maxOpenPositions: 20,
    maxOpenStake: 100n,
  }
}

interface Statement {
  users: bigint[]
  /** Whether it is `place_order`, for one order. */
  alone: boolean
  /** Stores the orders of all users, or of those named. */
  store(users?: readonly bigint[]): void
  fail(error: Error): void
}
/** A database that keeps each statement until the test answers it. */
function heldDatabase() {
  const statements: Statement[] = []
  const db: Queryable = {
    query: <Row extends object>(sql: string, params: readonly unknown[] = []) => {
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
      const [json] = params
      const read: unknown = JSON.parse(String(json))
      const rows = Array.isArray(read) ? read.map(({ placed }) => placed) : [read]
      const users = rows.map(({ user_id }) => BigInt(user_id))
      const eventOf = (user: bigint): object => ({
        replayed: null,
        user_id: user,
        topic: 'positions',
        seq: 1n,
        payload: `${user}`,
      })
      statements.push({
        users,
        alone: sql.includes('place_order('),
        store: (stored = users) => resolve(stored.map(eventOf) as Row[]),
        fail: reject,
      })
      return promise
    },
  }
  const statement = async (n: number): Promise<Statement> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    const found = statements[n]
    if (found === undefined) throw new Error(`there are ${statements.length} statements`)
    return found
  }
  return { db, statements, statement }
}

it('an order that comes alone is sent at once', async () => {
  const { db, statement } = heldDatabase()
  const stored = createOrderBatches(db)(orderOf(1))
  const first = await statement(0)
  expect(first.users).toEqual([1n])
  first.store()
  expect((await stored).events).toMatchObject([{ userId: 1n, payload: '1' }])
})

it('orders that come while a statement runs are sent together by the next one', async () => {
  const { db, statements, statement } = heldDatabase()
  const place = createOrderBatches(db)
  const answers = [1, 2, 3, 4, 5].map((user) => place(orderOf(user)))
  const first = await statement(0)
  expect(first.users).toEqual([1n])
  expect(statements).toHaveLength(1)
  first.store()
  const second = await statement(1)
  expect(second.users).toEqual([2n, 3n, 4n, 5n])
  second.store()
  expect((await Promise.all(answers)).map(({ events }) => events[0]?.userId)).toEqual([
    1n,
    2n,
    3n,
    4n,
    5n,
  ])
})

it('a statement takes one order of each user, oldest first, and fifty at most', async () => {
  const { db, statements, statement } = heldDatabase()
  const place = createOrderBatches(db)
  void place(orderOf(1))
  for (const user of [7, 7, 8]) void place(orderOf(user))
  for (let user = 100; user < 160; user += 1) void place(orderOf(user))
  statements[0]?.store()
  const second = await statement(1)
  expect(second.users.slice(0, 3)).toEqual([7n, 8n, 100n])
  expect(second.users).toHaveLength(50)
  second.store()
  expect((await statement(2)).users.slice(0, 2)).toEqual([7n, 148n])
})

it('an order that the statement leaves is placed by itself, and holds up no other', async () => {
  const { db, statements, statement } = heldDatabase()
  const place = createOrderBatches(db)
  void place(orderOf(1))
  const [left, stored] = [place(orderOf(3)), place(orderOf(4))]
  statements[0]?.store()
  ;(await statement(1)).store([4n])
  expect((await stored).events).toHaveLength(1)
  const alone = await statement(2)
  expect(alone).toMatchObject({ users: [3n], alone: true })
  const later = place(orderOf(5))
  ;(await statement(3)).store()
  expect((await later).events).toHaveLength(1)
  const refused = Object.assign(new Error('available_too_low'), { code: 'FT409', detail: '0.50' })
  alone.fail(refused)
  await expect(left).rejects.toMatchObject({
    message: 'available_too_low',
    params: { available: '0.50' },
  })
})

it('after a fault each order is placed by itself; without a database none is', async () => {
  const { db, statements, statement } = heldDatabase()
  const place = createOrderBatches(db)
  void place(orderOf(1))
  const answers = [place(orderOf(3)), place(orderOf(4))]
  statements[0]?.store()
  ;(await statement(1)).fail(new Error('money_writes_halted'))
  ;(await statement(2)).store()
  ;(await statement(3)).store()
  expect(statements.slice(2).map(({ alone }) => alone)).toEqual([true, true])
  await Promise.all(answers)
  const lost = place(orderOf(5))
  ;(await statement(4)).fail(new DatabaseGone('gone'))
  await expect(lost).rejects.toThrow('gone')
  expect(statements.slice(4).some(({ alone }) => alone)).toBe(false)
})

it('while the database does not answer, so many orders wait and no more', async () => {
  const { db, statements } = heldDatabase()
  const place = createOrderBatches(db)
  for (let user = 1; user <= 2_001; user += 1) void place(orderOf(user))
  await expect(place(orderOf(3_000))).rejects.toThrow(DatabaseGone)
  expect(statements).toHaveLength(1)
})

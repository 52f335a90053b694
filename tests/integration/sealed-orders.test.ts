import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTree } from '#contract/settlement-receipt.ts'
import { formatOf } from '#rules/checkpoint.ts'
import { bytesOfHex, commitmentOf, rootByPath, rootOf, treeOf } from '#rules/merkle-tree.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { readCheckpoints } from '#server/market/checkpoint-store.ts'
import { writeCheckpoint } from '#server/market/checkpoints.ts'
import { OrderTrees, readOrderLeaves, sealOrders } from '#server/trading/sealed-orders.ts'
import { sha256 } from '#support/chained.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

const bytesHash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

let database: TestDatabase
let sealed = 0
beforeAll(async () => {
  database = await testDatabase()
  await database.owner.query(
    `insert into users (id, account, phone, nickname, opening_code)
      overriding system value values (1, 'one', '+8613800000000', 'one', 'ONE')`,
  )
  await database.owner.query("insert into signing_keys (key_id, public_key) values ('key', '')")
  await database.owner.query("insert into products values (1, 'EURUSD') on conflict do nothing")
})
afterAll(() => database.close())

/** Writes orders with these ids, as `place_order` does, and as little else as possible. */
const placed = (ids: readonly number[], db: Queryable = database.owner) =>
  db.query(
    `insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout,
        duration_ms, accepted_at, expires_at, terms_id, rule_version, source, intent_key,
        receipt_text, receipt_signature, receipt_key_id)
      select n, 1, 1, 'up', 100, 8500, 185, 30000, 1000, 31000, 't', 1, 'simulated', 'key ' || n,
        'receipt ' || n, '', '' from unnest($1::bigint[]) n`,
    [ids],
  )
const refused = (key: string) =>
  database.owner.query(
    `insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate,
        duration_ms, starts_at, expires_at, refused_at, reason, intent_text, refusal_text,
        refusal_signature, refusal_key_id)
      values (1, $1, 1, 'up', 100, 8500, 30000, 1000, 31000, 1000, 'price_stale', 'intent',
        'refusal ' || $1, '', '')`,
    [key],
  )
/** Seals as a checkpoint does, and returns the texts in the tree. */
async function seal() {
  const number = (sealed += 1)
  const tree = await database.owner.transaction(async (tx) => {
    const orders = await sealOrders(tx, number)
    await tx.query(
      `insert into checkpoints (number, time_ms, heads, previous, text, signature, key_id)
        values ($1, $2, '[]', $3, $4, 'signature', 'key')`,
      [number, number * 60_000, '0'.repeat(64), `text ${number}`],
    )
    return orders
  })
  const rows = await database.db.query<{ salt: string; commitment: string; text: string }>(
    `select l.salt, l.commitment, coalesce(o.receipt_text, r.refusal_text) as text
      from order_leaves l left join orders o on o.id = l.order_id
        left join order_refusals r on r.id = l.refusal_id
      where l.checkpoint = $1 order by l.leaf`,
    [number],
  )
  for (const { salt, commitment, text } of rows) {
    expect(commitmentOf(salt, text, sha256)).toBe(commitment)
  }
  const commitments = await readOrderLeaves(database.db, number)
  expect(commitments).toEqual(rows.map(({ commitment }) => commitment))
  expect(commitments).toEqual(commitments?.toSorted())
  const levels = treeOf((commitments ?? []).map(bytesOfHex), bytesHash)
  const holdsOrders = rows.some(({ text }) => text.startsWith('receipt'))
  expect(tree).toEqual({ size: rows.length, root: rootOf(levels, bytesHash), holdsOrders })
  return { number, root: tree.root, texts: rows.map(({ text }) => text).toSorted() }
}

it('seals each acceptance and each refusal once, and nothing as the hash of nothing', async () => {
  expect(await seal()).toMatchObject({ texts: [], root: sha256('') })
  await placed([101, 102, 104])
  await refused('a')
  const { texts } = await seal()
  expect(texts).toEqual(['receipt 101', 'receipt 102', 'receipt 104', 'refusal a'])
  expect((await seal()).texts).toEqual([])
})

it('does not lose an order that commits after one with a higher id', async () => {
  await placed([110])
  expect((await seal()).texts).toEqual(['receipt 110'])
  for (const late of [109, 108, 107, 106]) {
    await placed([late])
    expect((await seal()).texts).toEqual([`receipt ${late}`])
  }
})

it('seals every order, whatever its id and however late it commits', async () => {
  const huge = 2 ** 53 - 1
  await placed([huge])
  expect((await seal()).texts).toEqual([`receipt ${huge}`])
  for (let i = 0; i < 8; i += 1) expect((await seal()).texts).toEqual([])
  await placed([105, 111])
  expect((await seal()).texts).toEqual(['receipt 105', 'receipt 111'])
})

it('does not wait for an order that is being placed, which then is in the next tree', async () => {
  await database.owner.transaction(async (tx) => {
    await placed([120], tx)
    await placed([121])
    expect((await seal()).texts).toEqual(['receipt 121'])
  })
  expect((await seal()).texts).toEqual(['receipt 120'])
})

it('seals again what was lost with its checkpoint', async () => {
  await placed([130])
  const crash = database.owner.transaction(async (tx) => {
    await sealOrders(tx, sealed + 1)
    throw new Error('crash')
  })
  await expect(crash).rejects.toThrow('crash')
  expect((await seal()).texts).toEqual(['receipt 130'])
})

it('proves each leaf, and has no proof of what is not sealed yet', async () => {
  await placed([140, 141, 142, 143, 144])
  const trees = new OrderTrees(database.db)
  expect(await trees.inclusionOf(140n)).toBeNull()
  const { number, root } = await seal()
  for (const id of [140n, 141n, 142n, 143n, 144n]) {
    const proof = await trees.inclusionOf(id)
    if (proof === null) throw new Error(`no proof of ${id}`)
    const data = bytesOfHex(commitmentOf(proof.salt, `receipt ${id}`, sha256))
    expect(rootByPath(proof, data, bytesHash)).toBe(root)
    expect(inTree(proof)?.checkpoint).toMatchObject({
      text: `text ${number}`,
      signature: 'signature',
    })
  }
})

it('leaves what is beyond a bounded tree to the next ones, oldest first', async () => {
  const ids = Array.from({ length: 15_002 }, (_, n) => 1_000 + n)
  await placed(ids)
  const first = await seal()
  expect(first.texts).toHaveLength(15_000)
  expect((await seal()).texts).toEqual(['receipt 16000', 'receipt 16001'])
})

it('never goes back to a checkpoint of an older format, whatever waits for a tree', async () => {
  const parts = {
    db: database.pools.market,
    clock: manualClock(3_600_000_000),
    log: pino({ level: 'silent' }),
    signer: { keyId: 'key', sign: () => 'signature' },
    ticks: { head: () => undefined },
    products: [],
    terms: { within: () => [] },
    sealOrders,
  }
  const formats: number[] = []
  for (const ids of [[20_000], [], [20_001]]) {
    await placed(ids)
    await writeCheckpoint(parts as unknown as Parameters<typeof writeCheckpoint>[0])
    const [last] = await readCheckpoints(database.db, { before: 9_999, limit: 1 })
    formats.push(formatOf(last ?? { anchors: null }))
  }
  expect(formats).toEqual([3, 6, 6])
})

it('has no leaves for a checkpoint that does not exist', async () => {
  expect(await readOrderLeaves(database.db, 1_000)).toBeNull()
})

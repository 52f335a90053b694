import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { listBreaks, listTerms, listVoids } from '#contract/endpoints/public-records.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'

let clock: ManualClock
let its: TestServer
beforeAll(async () => {
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  its = await testServer({ clock, openMarket: openSimulated('EURUSD', 'XRPUSDT') })
  await playTime(clock, 5_000)
}, 120_000)
afterAll(() => its.close())

it('shows the terms of every product, each under the hash of its text', async () => {
  const visitor = its.visitor()
  const { terms } = await visitor.read(listTerms.reply, '/api/public/terms')
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  expect(terms.map(({ symbol }) => symbol).sort()).toEqual(
    products.map(({ symbol }) => symbol).sort(),
  )
  for (const { termsId, text } of terms) {
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(termsId)
  }
})

describe('breaks of the market', () => {
  it('stand there for every product that was closed or cut', async () => {
    const product = its.app.market.products().find(({ session }) => session.state === 'open')
    const since = its.app.market.head(product?.id ?? 0)?.timeMs ?? 0
    await its.app.close()
    await clock.advance(5_000)
    await its.restart()
    const { breaks } = await its.visitor().read(listBreaks.reply, '/api/public/breaks')
    expect(breaks.length).toBeGreaterThan(0)
    const outage = breaks.find(
      ({ symbol, kind }) => symbol === product?.symbol && kind === 'filled',
    )
    expect(outage?.kind === 'filled' && outage.fromMs).toBeGreaterThanOrEqual(since)
    expect(outage?.kind === 'filled' && outage.writtenAt).toBe(outage?.timeMs)
    expect(breaks.filter(({ kind }) => kind === 'gap')).toEqual([])
    expect(breaks.map(({ timeMs }) => timeMs)).toEqual(
      breaks.map(({ timeMs }) => timeMs).toSorted((a, b) => b - a),
    )
  })

  it('are paged by whole moments', async () => {
    const [product] = await its.owner.query<{ id: number }>(
      "select id from products where symbol = 'XRPUSDT'",
    )
    // Long before everything: a product's log cannot hold so many, another table's page can.
    await its.owner.query("select make_tick_day('1970-01-01')")
    await its.owner.query(
      `insert into ticks (product_id, seq, time_ms, kind, reason, hash)
        select $1, 1000000 + n, 1000 + n / 400, 2, 'feed', '' from generate_series(1, 1100) n`,
      [product?.id],
    )
    const seen: number[] = []
    for (let before: number | null = 2_000; before !== null; ) {
      const path: string = `/api/public/breaks?before=${before}`
      const page = await its.visitor().read(listBreaks.reply, path)
      seen.push(...page.breaks.map(({ seq }) => seq))
      before = page.next
    }
    expect(new Set(seen).size).toBe(1_100)
    expect(seen).toHaveLength(1_100)
  })
})

it('counts void orders by product, reason and minute, and names nobody', async () => {
  await its.registerUser('voided_1')
  const [user] = await its.owner.query<{ id: bigint }>(
    "select id from users where account = 'voided_1'",
  )
  await its.owner.query('alter table settlements disable trigger user')
  await its.owner.query('alter table orders disable trigger user')
  await its.owner.query(
    `with made as (
      insert into orders select (jsonb_populate_record(null::orders, jsonb_build_object(
        'id', 900000 + n, 'user_id', $1::bigint, 'product_id', 9, 'direction', 'up', 'stake', 100,
        'payout_rate', 8500, 'payout', 185, 'duration_ms', 30000, 'accepted_at', 1000, 'expires_at', 31000,
        'terms_id', 'x', 'rule_version', 1, 'source', 'simulated', 'status', 'void',
        'intent_key', 'key-of-a-void-order-' || n, 'receipt_text', '', 'receipt_signature', '',
        'receipt_key_id', ''))).* from generate_series(1, 3) n returning id)
     insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout,
        outcome, void_reason, profit_and_loss, settled_at)
      select id, $1, 9, 'up', 30000, 100, 185, 'void', 'gap_at_exit', 0, 90000 + id % 2 * 60000
      from made`,
    [user?.id],
  )
  const { voids } = await its.visitor().read(listVoids.reply, '/api/public/voids')
  expect(voids).toEqual([
    { symbol: 'EURUSD', reason: 'gap_at_exit', minute: 120_000, orders: 2 },
    { symbol: 'EURUSD', reason: 'gap_at_exit', minute: 60_000, orders: 1 },
  ])
})

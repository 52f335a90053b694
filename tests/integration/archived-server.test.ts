/** A server whose old days have left the database: what it showed of them, it shows as before. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { listProducts } from '#contract/endpoints/market.ts'
import { listBreaks } from '#contract/endpoints/public-records.ts'
import { getOrder, getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

const SYMBOL = 'BTCUSDT'
const START = Date.UTC(2026, 10, 25, 12)
const FIRST_DAY = '2026-11-25'

let clock: ManualClock
let its: TestServer
let visitor: Visitor
let orderId: string
let before: Awaited<ReturnType<typeof shown>>

async function trade(): Promise<string> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find((each) => each.symbol === SYMBOL)?.terms
  const wish = { symbol: SYMBOL, direction: 'up', stake: '10.00', durationMs: 30_000 }
  const { body } = await visitor.command('/api/orders', { ...wish, termsId: terms?.termsId })
  const { order } = placeOrder.reply.parse(body)
  await playTime(clock, 45_000)
  return order.id
}

/** Everything that is shown of the first day. */
async function shown() {
  const receipt = await visitor.read(getSettledReceipt.reply, `/api/orders/${orderId}/receipt`)
  const steps = (await checkReceipt(receipt, toolsOf(receipt.keys))).steps
  const { breaks } = await visitor.read(listBreaks.reply, '/api/public/breaks')
  const first = await visitor.get(`/api/ticks/${SYMBOL}?limit=20`)
  const later = await visitor.get(`/api/ticks/${SYMBOL}?afterSeq=30&limit=20`)
  const byTime = await visitor.get(`/api/ticks/${SYMBOL}?fromMs=${START + 10_000}&limit=5`)
  const file = await fetch(`${its.url}/api/ticks/${SYMBOL}.ndjson?afterSeq=0`)
  return {
    receipt: z.encode(getSettledReceipt.reply, receipt),
    steps: steps.map(({ step, verdict }) => `${step} ${verdict}`),
    order: (await visitor.get(`/api/orders/${orderId}`)).text,
    breaks: breaks.filter(({ timeMs }) => timeMs < START + DAY_MS / 2),
    pages: [first.text, later.text, byTime.text],
    lines: (await file.text()).split('\n').slice(0, 50),
  }
}
const tables = async (): Promise<string[]> => {
  const rows = await its.owner.query<{ name: string }>(
    "select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ '^ticks_' order by 1",
  )
  return rows.map(({ name }) => name)
}

beforeAll(async () => {
  clock = manualClock(START)
  its = await testServer({
    clock,
    openMarket: openSimulated(SYMBOL),
    config: { tickDays: 2 },
  })
  visitor = (await its.registerUser()).visitor
  await playTime(clock, 5_000)
  await visitor.command('/api/practice-money', {})
  orderId = await trade()
  await playTime(clock, 20_000)
  clock.jump(4 * DAY_MS)
  await its.restart()
  await playTime(clock, 10_000)
  before = await shown()
}, 120_000)
afterAll(() => its.close())

it('drops a day that is old enough, and shows all of it as before', async () => {
  expect(before.steps.filter((step) => step.endsWith('fails'))).toEqual([])
  expect(before.lines.filter((line) => line !== '').length).toBe(50)
  expect(await tables()).toContain('ticks_20261125')
  await playTime(clock, 300_000)
  expect(await tables()).not.toContain('ticks_20261125')
  expect(await shown()).toEqual(before)
  expect(await faultsOf(its.owner)).toEqual([])
  await its.restart()
  await playTime(clock, 10_000)
  expect(await shown()).toEqual(before)
})

it('trades without the files of old days, and shows them once they are back', async () => {
  const folder = join(archiveIn(its.config.dataFolder), FIRST_DAY)
  expect(existsSync(folder)).toBe(true)
  // A start continues from the last price before its hour, which the database has by then.
  clock.jump(HOUR_MS)
  await its.restart()
  await playTime(clock, 10_000)
  renameSync(folder, `${folder}-away`)
  await its.restart()
  await playTime(clock, 10_000)
  expect((await visitor.get(`/api/orders/${orderId}/receipt`)).status).toBe(500)
  const { order } = await visitor.read(getOrder.reply, `/api/orders/${await trade()}`)
  expect(order.status).not.toBe('void')
  renameSync(`${folder}-away`, folder)
  expect(await shown()).toEqual(before)
})

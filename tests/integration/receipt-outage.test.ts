/** What the receipts of an honest server say of its own outages: of a long one always, of a short one nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { listProducts } from '#contract/endpoints/market.ts'
import { getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import { type SettledReceipt, settledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { byPython, readingOfReport } from '#support/receipt-readings.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

const SYMBOL = 'BTCUSDT'
let clock: ManualClock
let its: TestServer
let visitor: Visitor
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-outage-'))
  clock = manualClock(Date.UTC(2024, 2, 13, 12))
  its = await testServer({ clock, openMarket: openSimulated(SYMBOL) })
  visitor = (await its.registerUser()).visitor
  await visitor.command('/api/practice-money', {})
  await playTime(clock, 25_000)
}, 120_000)
afterEach(async () => {
  await its.close()
  rmSync(folder, { recursive: true, force: true })
})

async function place(): Promise<Order> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const { termsId } = products.find((each) => each.symbol === SYMBOL)?.terms ?? {}
  const order = { symbol: SYMBOL, direction: 'up', stake: '10.00', durationMs: 30_000, termsId }
  return placeOrder.reply.parse((await visitor.command('/api/orders', order)).body).order
}
async function readings({ id }: Order): Promise<string[]> {
  const receipt = await visitor.read(getSettledReceipt.reply, `/api/orders/${id}/receipt`)
  const file = join(folder, `${id}.json`)
  writeFileSync(file, JSON.stringify(z.encode(settledReceipt, receipt)))
  const python = readByPython(file)
  const command = readByCommand(file)
  expect(python.status).toBe(command.status)
  const { status } = command
  return [await byRules(receipt), byPython(python.text).get(file) ?? '', `exit code ${status}`]
}
const byRules = async (receipt: SettledReceipt): Promise<string> =>
  readingOfReport(await checkReceipt(receipt, toolsOf(receipt.keys)))

/** The process stands still `afterMs` after the purchase, for so long. */
async function orderAround(afterMs: number, awayMs: number) {
  const order = await place()
  await playTime(clock, afterMs)
  const fromMs = clock.now()
  await clock.leap(awayMs)
  await playTime(clock, 60_000)
  return { said: await readings(order), fromMs, toMs: fromMs + awayMs }
}

it.each([
  ['at the start', 500],
  ['at the expiry', 29_000],
])(
  'says from when to when the server was away %s',
  async (_name, afterMs) => {
    const { said, fromMs, toMs } = await orderAround(afterMs, 45_000)
    const [rules, python, exit] = said
    expect([python, exit]).toEqual([rules, 'exit code 1'])
    const [, from, to] = /^not proved checkpoint: (\d+) to (\d+)$/.exec(rules ?? '') ?? []
    expect(Math.abs(Number(from) - fromMs)).toBeLessThan(3_000)
    expect(Math.abs(Number(to) - toMs)).toBeLessThan(3_000)
  },
  120_000,
)

it('says nothing of a restart, which takes seconds', async () => {
  const { said } = await orderAround(27_000, 10_000)
  expect(said).toEqual(['holds', 'holds', 'exit code 0'])
}, 120_000)

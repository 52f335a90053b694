import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { getShared, shareOrder } from '#contract/endpoints/sharing.ts'
import { getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import type { Order } from '#contract/order.ts'
import { type AnyReceipt, anyReceipt, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { placeLive } from '#support/live-orders.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

const SYMBOL = 'BTCUSDT'
const clock = manualClock(Date.parse('2026-11-25T08:00:00.000Z'))
const venues = fakeVenues(['binance', 'bybit', 'okx'])
let server: TestServer
let visitor: Visitor
let folder: string
let order: Order

/** The price of Bybit is the one in the middle. */
async function trade(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 200) {
    const cents = String(left % 90).padStart(2, '0')
    venues.trade(SYMBOL, {
      binance: `61684.${cents}`,
      bybit: `61685.${cents}9`,
      okx: `61686.${cents}`,
    })
    await playTime(clock, 200)
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-live-receipt-'))
  server = await testServer({
    clock,
    openMarket: openOn(venues.choice),
  })
  visitor = (await server.registerUser()).visitor
  await visitor.command('/api/practice-money', {})
  await trade(4_000)
  const device = signingDevice()
  await visitor.post('/api/device-keys', { publicKey: device.publicKey })
  const { body } = await placeLive(visitor, { clock, device, symbol: SYMBOL })
  order = placeOrder.reply.parse(body).order
  await trade(100_000)
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const receiptOf = (): Promise<SettledReceipt> =>
  visitor.read(getSettledReceipt.reply, `/api/orders/${order.id}/receipt`)
async function failing(receipt: AnyReceipt): Promise<string[]> {
  const { steps } = await checkReceipt(receipt, toolsOf(receipt.keys))
  return steps
    .filter(({ verdict }) => verdict !== 'holds')
    .map(({ step, verdict, seq }) => `${step} ${verdict} ${seq ?? ''}`.trim())
}
function fileOf(name: string, receipt: AnyReceipt): string {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(z.encode(anyReceipt, receipt)))
  return file
}

it('lists the trades of entry and exit, and each reader finds them right', async () => {
  const receipt = await receiptOf()
  const { entry, exit, source } = receipt.order
  expect(source).toBe('live')
  expect(receipt.venues?.map(({ seq }) => seq)).toEqual([entry?.seq, exit?.seq])
  expect(receipt.venues?.[0]?.inputs.map(({ venue }) => venue)).toEqual(['binance', 'bybit', 'okx'])
  expect(receipt.seeds).toBeUndefined()
  expect(await failing(receipt)).toEqual([])
  const file = fileOf('honest', receipt)
  const command = readByCommand(file)
  expect(command.text).toMatch(/1 passed, 0 failed\s*$/)
  expect(command.text).toMatch(/bybit +61685\.\d\d9 trade \d+, received .*Z {2}= the price/)
  expect(command.text).toContain('https://www.okx.com/')
  const python = readByPython(file)
  expect(python.text).toContain(`${file} holds\n`)
  expect(python.text).toMatch(
    /the exit \(record \d+\): bybit trade \d+ at 61685\.\d\d9.* = the price/,
  )
})

it('shares them with strangers, because they are public', async () => {
  const { body } = await visitor.post(`/api/orders/${order.id}/share`)
  const { code } = shareOrder.reply.parse(body)
  const shared = await server.visitor().read(getShared.reply, `/api/shared/${code}`)
  expect(shared.venues).toEqual((await receiptOf()).venues)
  expect(await failing(shared)).toEqual([])
})

it('names the record whose trades were altered in the database, in each reader', async () => {
  const seq = (await receiptOf()).order.exit?.seq ?? 0
  const alter = async (from: string, to: string): Promise<void> => {
    await server.owner.query('alter table tick_inputs disable trigger user')
    await server.owner.query(
      `update tick_inputs set inputs = replace(inputs, $2, $3) where seq = $1`,
      [seq, from, to],
    )
    await server.owner.query('alter table tick_inputs enable trigger user')
  }
  await alter('|61686.', '|61687.')
  const altered = await receiptOf()
  await alter('|61687.', '|61686.')
  expect(await failing(altered)).toEqual([`venues fails ${seq}`])
  const file = fileOf('altered', altered)
  expect(readByCommand(file).text).toMatch(
    new RegExp(`fails +venues .*\\(record ${seq} of ${SYMBOL}\\)`),
  )
  expect(readByPython(file).text).toContain(`${file} fails venues record ${seq}\n`)
  expect(await failing(await receiptOf())).toEqual([])
})

/** A product on one dealer's quotes, from the dealer's stream to the receipt of an order and its readers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { publishedQuote } from '#contract/dealer-quote.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { getSettledReceipt, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { type AnyReceipt, anyReceipt, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { tickRecord } from '#contract/tick-log.ts'
import { findIndexFault } from '#rules/index-check.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { oanda } from '#server/market/feeds/live/dealer/oanda.ts'
import { sha256 } from '#support/chained.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { placeLive } from '#support/live-orders.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { type SigningDevice, signingDevice } from '#support/signing-device.ts'
import { until } from '#support/until.ts'
import { DealerServer } from '#support/venues/dealer-server.ts'
import type { Visitor } from '#support/visitor.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

const SYMBOL = 'EURUSD'
const LEAD_MS = 2_000
const TOKEN = '0123456789abcdef0123456789abcdef'
const clock = manualClock(Date.parse('2026-11-25T08:00:00.000Z'))
const venues = fakeVenues(['binance', 'bybit', 'okx'])
let dealer: DealerServer
let server: TestServer
let visitor: Visitor
let folder: string
let order: Order
let device: SigningDevice

const health = () => server.app.market.venueHealth()?.at(-1)

/** The dealer quotes twice per second. */
async function quote(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    const pips = 340 + ((left / 500) % 9)
    dealer.quote({
      instrument: 'EUR_USD',
      bid: `1.08${pips}`,
      ask: `1.08${pips + 13}`,
      atMs: clock.now(),
    })
    await until('the quote', () => health()?.heardAt === clock.now())
    await playTime(clock, 500)
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-dealer-'))
  dealer = await DealerServer.open(clock, TOKEN)
  server = await testServer({
    clock,
    openMarket: openOn({
      ...venues.choice,
      dealer: {
        dealer: oanda,
        access: { account: '101-001-1234567-001', environment: 'practice', token: () => TOKEN },
        url: dealer.url,
      },
    }),
  })
  await until('the stream', async () => {
    if (health()?.connected !== true) await playTime(clock, 100)
    return health()?.connected
  })
  visitor = (await server.registerUser()).visitor
  await visitor.command('/api/practice-money', {})
  await quote(4_000)
  device = signingDevice()
  await visitor.post('/api/device-keys', { publicKey: device.publicKey })
  const { body } = await placeLive(visitor, { clock, device, symbol: SYMBOL, startsInMs: LEAD_MS })
  order = placeOrder.reply.parse(body).order
  await quote(100_000)
}, 240_000)
afterAll(async () => {
  await server.close()
  await dealer.close()
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

it('offers the product as a dealer’s, beside those of the venues', async () => {
  const { body } = await visitor.get('/api/products')
  const { products, source } = listProducts.reply.parse(body)
  expect(source).toBe('live')
  const found = products.find(({ symbol }) => symbol === SYMBOL)
  expect(found).toMatchObject({ source: 'dealer', session: { state: 'open' } })
  expect(found?.terms).not.toHaveProperty('index')
  expect(found?.terms.dealer).toMatchObject({ dealer: 'oanda', instrument: 'EUR_USD' })
  expect(found).not.toHaveProperty('logStartsAt')
  expect(products.find(({ symbol }) => symbol === 'BTCUSDT')?.source).toBe('live')
})

it('takes signed orders only, and those that start after the least lead', async () => {
  const place = async (startsInMs: number | null) => {
    const lead = startsInMs === null ? { device: null } : { device, startsInMs }
    const { body } = await placeLive(visitor, { clock, symbol: SYMBOL, ...lead })
    return problem.safeParse(body).data?.code ?? null
  }
  expect(await place(null)).toBe('device_unknown')
  expect(await place(LEAD_MS - 1)).toBe('too_late')
  expect(await place(LEAD_MS)).toBeNull()
})

it('shows the quotes of entry and exit, and each reader says what they do not prove', async () => {
  const receipt = await receiptOf()
  const { entry, exit, source } = receipt.order
  expect(source).toBe('dealer')
  expect(receipt.quotes?.map(({ seq }) => seq)).toEqual([entry?.seq, exit?.seq])
  expect([receipt.venues, receipt.seeds]).toEqual([undefined, undefined])
  expect(await failing(receipt)).toEqual([])
  const file = fileOf('honest', receipt)
  const command = readByCommand(file)
  expect(command.text).toMatch(/1 passed, 0 failed\s*$/)
  expect(command.text).toMatch(/weaker {2}look-up +price: one dealer's quote, logged before/)
  expect(command.text).toMatch(/so the order \w+; on one dealer's quotes, which no one else can/)
  const python = readByPython(file)
  expect(python.text).toContain(`${file} holds without look-up\n`)
  expect(python.text).toContain("price: one dealer's quote, logged before it was shown; not looked")
})

it('publishes the quote of each price, and the history commits to it', async () => {
  const read = async (path: string): Promise<unknown[]> => {
    const text = await (await fetch(`${server.url}/api/ticks/${path}`)).text()
    return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]))
  }
  const lines = (await read(`${SYMBOL}/inputs.ndjson`)).map((each) => publishedQuote.parse(each))
  const records = (await read(`${SYMBOL}.ndjson`)).map((each) => tickRecord.parse(each))
  const terms = server.app.market.product(SYMBOL)?.terms.dealer
  if (terms === undefined) throw new Error('no terms')
  expect(lines.length).toBeGreaterThan(150)
  const file = { lines, records, decimals: 5, terms: [terms] }
  expect(findIndexFault(file, sha256)).toBeNull()
  const [first, ...rest] = lines
  if (first === undefined) throw new Error('no lines')
  const wider = { ...first, quote: { ...first.quote, ask: '1.09' } }
  expect(findIndexFault({ ...file, lines: [wider, ...rest] }, sha256)?.fault).toBe('hash')
  const strict = { ...file, terms: [{ ...terms, spreadBps: 1 }] }
  expect(findIndexFault(strict, sha256)?.fault).toBe('spread')
})

it('names the record whose quote was altered in the database, in each reader', async () => {
  const seq = (await receiptOf()).order.exit?.seq ?? 0
  const alter = async (from: string, to: string): Promise<void> => {
    await server.owner.query('alter table tick_inputs disable trigger user')
    await server.owner.query(
      'update tick_inputs set inputs = replace(inputs, $2, $3) where seq = $1',
      [seq, from, to],
    )
    await server.owner.query('alter table tick_inputs enable trigger user')
  }
  await alter('|1.08', '|1.07')
  const altered = await receiptOf()
  await alter('|1.07', '|1.08')
  expect(await failing(altered)).toEqual([`dealer fails ${seq}`])
  const file = fileOf('altered', altered)
  expect(readByCommand(file).text).toMatch(new RegExp(`fails +dealer .*\\(record ${seq} of`))
  expect(readByPython(file).text).toContain(`${file} fails dealer record ${seq}\n`)
  expect(await failing(await receiptOf())).toEqual([])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type SettledReceipt, settledReceipt } from '#contract/settlement-receipt.ts'
import { inRealRound } from '#support/seed-forgeries.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { expect, test } from './support/fixtures.ts'
import { type Caller, placeOrder } from './support/ready-user.ts'
import { alterRecord, offlineVerdicts, ReceiptPage } from './support/receipt.ts'

test.use({ serverOptions: { replay: true } })
// The last test alters the signed history, for which the server may stop all that moves money.
test.describe.configure({ mode: 'default' })

const SYMBOLS = ['EURUSD', 'BTCUSDT']
const EACH = 5
/** Until orders of 30 s are settled and the minute in which that happened is signed. */
const SIGNED_AFTER_MS = 95_000

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-proof-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const exits = z.object({
  orders: z.array(z.object({ id: z.string(), exit: z.object({ seq: z.number() }).nullable() })),
})
/** Settled orders by id, with the sequence number of the record that decided. */
async function exitsOf(caller: Caller): Promise<Map<string, number | undefined>> {
  const { orders } = exits.parse(await caller.get('/orders?status=settled'))
  return new Map(orders.map(({ id, exit }) => [id, exit?.seq]))
}

test('ten orders on recorded ticks: four readers agree', async ({
  page,
  browser,
  phone,
  user: { caller },
  server,
}) => {
  await phone.openProducts()
  // A recording needs some ticks before an order can be decided.
  await server.play(4_000)
  const orders: string[] = []
  for (let n = 0; n < EACH; n++) {
    const direction = n % 2 === 0 ? 'up' : 'down'
    for (const symbol of SYMBOLS)
      orders.push(await placeOrder(caller, { symbol, direction, stake: '10.00' }))
    await server.play(700)
  }
  await server.play(SIGNED_AFTER_MS)
  const decided = await exitsOf(caller)
  expect([...decided.keys()].sort()).toEqual([...orders].sort())
  expect([...decided.values()].some((seq) => seq !== undefined)).toBe(true)
  const receipt = new ReceiptPage(page, server)
  const files: string[] = []
  for (const id of orders) {
    await receipt.open(id)
    await expect.poll(() => receipt.faults()).toEqual([])
    files.push(await receipt.save(folder, id))
  }
  expect(readByCommand(...files).text).toMatch(/10 passed, 0 failed\s*$/)
  expect(readByPython(...files).status).toBe(0)
  const verdicts = await offlineVerdicts(browser, server, files)
  expect(verdicts.filter((text) => text.startsWith('holds'))).toHaveLength(10)
})

test('the worker verifies the public randomness of an hour, and says when it is wrong', async ({
  page,
  phone,
  server,
}) => {
  await phone.openProducts()
  const shown = async (receipt: SettledReceipt, verdict: string): Promise<void> => {
    const known = { keys: receipt.keys, number: 0, textHash: '', timeMs: 0 }
    await page.evaluate((text) => localStorage.setItem('knownHistory', text), JSON.stringify(known))
    await page.route('**/api/orders/42/receipt', (route) =>
      route.fulfill({ json: z.encode(settledReceipt, receipt) }),
    )
    await new ReceiptPage(page, server).open('42')
    await expect(page.locator('[data-round]')).toHaveAttribute('data-round', verdict)
    await page.unroute('**/api/orders/42/receipt')
  }
  await shown(inRealRound(), 'holds')
  await shown(inRealRound({ signature: 'ab'.repeat(48) }), 'fails')
})

test('one altered digit: all four name the record, and other signed history raises an alarm', async ({
  page,
  browser,
  phone,
  user: { caller },
  server,
}) => {
  const symbol = 'EURUSD'
  await phone.openProducts()
  const id = await placeOrder(caller, { symbol })
  await server.play(SIGNED_AFTER_MS)
  const seq = (await exitsOf(caller)).get(id) ?? 0
  const receipt = new ReceiptPage(page, server)
  await receipt.open(id)
  // What this device saw of the signed history is kept by now, or soon.
  const known = (): Promise<string | null> =>
    page.evaluate(() => localStorage.getItem('knownHistory'))
  await expect.poll(known).not.toBeNull()

  await alterRecord(server, { symbol, seq, by: 10 })
  const alterCheckpoints = async (from: string, to: string): Promise<void> => {
    await server.ask('alter table checkpoints disable trigger user')
    await server.ask('update checkpoints set text = replace(text, $1, $2)', [from, to])
    await server.ask('alter table checkpoints enable trigger user')
  }
  await alterCheckpoints('products ', 'products 1')
  try {
    await receipt.open(id)
    await expect(page.getByText(`(record ${seq})`).first()).toBeVisible()
    await expect.poll(() => receipt.faults()).toContain('chain fails')
    const file = await receipt.save(folder, id)
    expect(readByCommand(file).text).toContain(`(record ${seq} of ${symbol})`)
    expect(readByPython(file).text).toContain(`chain record ${seq}`)
    const [verdict] = await offlineVerdicts(browser, server, [file])
    expect(verdict).toContain(`(record ${seq})`)
    await expect(page.getByText('The price history has changed')).toBeVisible()
  } finally {
    // Results and the tree of checkpoints are recomputed when the server stops.
    await alterRecord(server, { symbol, seq, by: -10 })
    await alterCheckpoints('products 1', 'products ')
  }
})

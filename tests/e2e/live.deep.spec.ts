import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { settledReceipt } from '#contract/settlement-receipt.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { productPath } from '#lib/paths.ts'
import { expect } from './support/fixtures.ts'
import { liveTest as test, placeSigned, playLive } from './support/live-market.ts'
import { expectAccessible, offlineVerdicts, ReceiptPage } from './support/receipt.ts'

test.describe.configure({ mode: 'default' })

const SYMBOL = 'BTCUSDT'
/** Until an order of 30 s is settled and the minute in which that happened is signed. */
const SIGNED_AFTER_MS = 95_000

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-live-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const spot = z.object({ seq: z.number() }).nullable()
const settled = z.object({ orders: z.array(z.object({ id: z.string(), entry: spot, exit: spot })) })
/** On a busy machine trades reach the market late, and then an order has no price at its start. */
const TRIES = 3

test('an order on live prices: its receipt lists the trades, and four readers name an altered digit', async ({
  page,
  browser,
  phone,
  user: { caller },
  server,
  venues,
}) => {
  await phone.openProducts()
  await playLive({ server, venues }, 3_000)
  const decided = async (): Promise<{ id: string; seq: number } | null> => {
    const id = await placeSigned(caller, server, SYMBOL)
    await playLive({ server, venues }, SIGNED_AFTER_MS)
    const { orders } = settled.parse(await caller.get('/orders?status=settled'))
    const { entry, exit } = orders.find((each) => each.id === id) ?? {}
    return entry && exit ? { id, seq: exit.seq } : null
  }
  let order = await decided()
  for (let n = 1; order === null && n < TRIES; n++) order = await decided()
  const { id, seq } = order ?? { id: '', seq: 0 }
  expect(seq).toBeGreaterThan(0)
  const receipt = new ReceiptPage(page, server)
  await receipt.open(id)
  await expect.poll(() => receipt.faults()).toEqual([])
  await expect(receipt.step('venues')).toHaveAttribute('data-verdict', 'holds')
  await receipt.unfold()
  const trades = page.locator('[data-trades] li')
  await expect(trades).toHaveCount(6)
  await expect(page.getByRole('link', { name: 'Look up at OKX' }).first()).toHaveAttribute(
    'href',
    /instId=BTC-USDT&type=1&after=\d+&limit=1$/,
  )
  await expectAccessible(page)
  const file = await receipt.save(folder, id)
  expect(readByCommand(file).text).toMatch(/1 passed, 0 failed\s*$/)
  expect(readByPython(file).text).toContain(`${file} holds\n`)
  const [honest] = await offlineVerdicts(browser, server, [file])
  expect(honest).toMatch(/^holds/)

  // One digit of the exit's second trade.
  const altered = settledReceipt.parse(JSON.parse(readFileSync(file, 'utf8')))
  const input = altered.venues?.find((each) => each.seq === seq)?.inputs[1]
  Object.assign(input ?? {}, { price: `${input?.price}1` })
  const text = JSON.stringify(z.encode(settledReceipt, altered))
  const other = join(folder, 'altered.json')
  writeFileSync(other, text)
  expect(readByCommand(other).text).toMatch(new RegExp(`fails +venues .*record ${seq} of`))
  expect(readByPython(other).text).toContain(`${other} fails venues record ${seq}\n`)
  const [verdict] = await offlineVerdicts(browser, server, [other])
  expect(verdict).toContain(`(record ${seq})`)
  await page.route(`**/api/orders/${id}/receipt`, (route) =>
    route.fulfill({ contentType: 'application/json', body: text }),
  )
  await receipt.open(id)
  await expect.poll(() => receipt.faults()).toEqual(['venues fails'])
  await expect(page.getByText(`(record ${seq})`).first()).toBeVisible()
})

test('two of three venues: no price, which the product says, until the third is back', async ({
  page,
  phone,
  server,
  venues,
}) => {
  // The ticket is made before it is opened, and says the same.
  const seen = (text: string | RegExp) => page.getByText(text).filter({ visible: true })
  await phone.openProducts()
  await page.goto(`${server.url}/#${productPath(SYMBOL)}`)
  await playLive({ server, venues }, 2_000)
  await expect(seen('Live: 3 of 3 venues')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Up' })).toBeEnabled()
  venues.trading.delete('okx')
  await playLive({ server, venues }, 7_000)
  await expect(seen('No price: 2 of 3 venues')).toBeVisible()
  await expect(seen(/^Fewer than 3 venues have a recent trade/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Up' })).toHaveCount(0)
  await expectAccessible(page)
  venues.trading.add('okx')
  await playLive({ server, venues }, 4_000)
  await expect(seen('Live: 3 of 3 venues')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Up' })).toBeEnabled()
})

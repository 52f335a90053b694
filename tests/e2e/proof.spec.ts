import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { receiptPath } from '#lib/paths.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { recordingsInto } from '#support/recordings.ts'
import { pause } from '#support/until.ts'
import { type Caller, logInBeside } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'

const DURATION_MS = 30_000
const EACH = 5
let server: RunningServer
let folder: string
let demo: Caller
let orders: string[]

interface Listed {
  products: { symbol: string; terms: { termsId: string } }[]
}
interface Orders {
  orders: { id: string; status: string; symbol: string; exit: { seq: number } | null }[]
}

async function placeAll(): Promise<string[]> {
  const { products } = (await demo.get('/products')) as Listed
  const ids: string[] = []
  for (let n = 0; n < EACH; n++) {
    for (const symbol of ['EURUSD', 'BTCUSDT']) {
      const termsId = products.find((each) => each.symbol === symbol)?.terms.termsId
      const direction = n % 2 === 0 ? 'up' : 'down'
      const body = { symbol, direction, stake: '10.00', durationMs: DURATION_MS, termsId }
      const { order } = (await demo.post('/orders', body)) as { order: { id: string } }
      ids.push(order.id)
    }
    await pause(700)
  }
  return ids
}
const settledOrders = async (): Promise<Orders['orders']> =>
  ((await demo.get('/orders?status=settled')) as Orders).orders

/** Until every order is settled, and the minute signed in which the last one was. */
async function allSigned(): Promise<void> {
  await expect
    .poll(async () => (await settledOrders()).length, { timeout: 60_000 })
    .toBe(orders.length)
  const after = Date.now()
  await expect
    .poll(
      async () => {
        const rows = await server.ask<{ n: string }>(
          'select count(*) as n from checkpoints where time_ms > $1',
          [after],
        )
        return Number(rows[0]?.n)
      },
      { timeout: 70_000, intervals: [1_000] },
    )
    .toBeGreaterThan(0)
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  folder = mkdtempSync(join(tmpdir(), 'fairtick-proof-'))
  const data = join(folder, 'recordings')
  recordingsInto(data)
  server = await startServer({ FEED: 'replay', REPLAY_DATA: data, LOOP: 'true' })
  demo = await logInBeside(server, server.demo)
  await demo.post('/practice-money', {})
  await pause(4_000)
  orders = await placeAll()
  await allSigned()
})
test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openReceipt(page: Page, id: string, language = 'en'): Promise<void> {
  await page.context().addCookies([{ ...demo.cookie, url: server.url }])
  await page.addInitScript((code) => {
    localStorage.setItem('language', code)
    localStorage.setItem('token', 'known')
  }, language)
  await page.goto(`${server.url}/#${receiptPath(id)}`)
  await page.reload()
}
const stepsOf = (page: Page): Promise<string[]> =>
  page
    .locator('[data-step]')
    .evaluateAll((items) =>
      items.map((item) => `${item.getAttribute('data-step')} ${item.getAttribute('data-verdict')}`),
    )

async function savedFrom(page: Page, id: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download full receipt' }).click()
  const file = join(folder, `${id}.json`)
  await (await saving).saveAs(file)
  return file
}

/** The page as somebody keeps it, opened from the disk without any network. */
async function offlineVerdicts(browser: Browser, files: readonly string[]): Promise<string[]> {
  const reply = await fetch(`${server.url}/fairtick-verify.html`)
  expect(reply.headers.get('content-disposition')).toContain('attachment')
  const kept = join(folder, 'fairtick-verify.html')
  writeFileSync(kept, await reply.text())
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.setOffline(true)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(`file://${kept}`)
  await page.locator('input[type=file]').setInputFiles([...files])
  await expect(page.locator('section')).toHaveCount(files.length)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const verdicts = await page
    .locator('section')
    .evaluateAll((all) => all.map((it) => `${it.getAttribute('data-verdict')} ${it.textContent}`))
  expect(faults).toEqual([])
  await context.close()
  return verdicts
}

test('ten orders on recorded ticks: four readers come to the same', async ({ page, browser }) => {
  const settled = await settledOrders()
  expect(settled.filter(({ status }) => status !== 'void').length).toBeGreaterThan(0)
  const files: string[] = []
  for (const id of orders) {
    await openReceipt(page, id)
    await expect(page.locator('[data-step=ledger]')).toBeVisible()
    expect(new Set((await stepsOf(page)).map((step) => step.split(' ')[1]))).toEqual(
      new Set(['holds']),
    )
    files.push(await savedFrom(page, id))
  }
  expect(readByCommand(...files).text).toMatch(/10 passed, 0 failed\s*$/)
  expect(readByPython(...files).status).toBe(0)
  const verdicts = await offlineVerdicts(browser, files)
  expect(verdicts.filter((text) => text.startsWith('holds'))).toHaveLength(10)
})

test('the receipt reads as a page, in the order of what happened', async ({ page }) => {
  const order = (await settledOrders()).find(({ status }) => status !== 'void')
  if (order === undefined) throw new Error('every order was void')
  await openReceipt(page, order.id)
  await expect(page.getByText(/You chose “Buy (up|down)” with 10.00/)).toBeVisible()
  await expect(page.getByText(/is your buy price/)).toBeVisible()
  await expect(page.getByText(/is your transaction price/)).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('one altered digit: all four name the record, and other signed history raises an alarm', async ({
  page,
  browser,
}) => {
  const order = (await settledOrders()).find(({ exit }) => exit !== null)
  const seq = order?.exit?.seq
  if (order === undefined || seq === undefined) throw new Error('no order has an exit')
  await openReceipt(page, order.id)
  await expect(page.locator('[data-step=ledger]')).toBeVisible()
  // What this device saw of the signed history is kept by now, or soon.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('knownHistory')), { timeout: 20_000 })
    .not.toBeNull()

  await server.ask('alter table ticks disable trigger user')
  await server.ask('alter table checkpoints disable trigger user')
  await server.ask(
    `update ticks t set price = price + 10 from products p
      where p.id = t.product_id and p.symbol = $1 and t.seq = $2`,
    [order.symbol, seq],
  )
  await server.ask("update checkpoints set text = replace(text, 'EURUSD ', 'EURUSD 1')")
  await server.ask('alter table ticks enable trigger user')

  await openReceipt(page, order.id)
  await expect(page.getByText(`(record ${seq})`).first()).toBeVisible()
  expect(await stepsOf(page)).toContain('chain fails')
  const file = await savedFrom(page, order.id)
  expect(readByCommand(file).text).toContain(`(record ${seq} of ${order.symbol})`)
  expect(readByPython(file).text).toContain(`chain record ${seq}`)
  const [verdict] = await offlineVerdicts(browser, [file])
  expect(verdict).toContain(`(record ${seq})`)
  await expect(page.getByText('The price history has changed')).toBeVisible({ timeout: 20_000 })
})

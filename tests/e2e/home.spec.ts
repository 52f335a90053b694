import { expect, type Page, test } from '@playwright/test'
import { newsPath, PATHS } from '#lib/paths.ts'
import { booksOf, inBooks } from './support/books.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './support/shifts.ts'

let server: RunningServer
let caller: Caller
const NAME = 'at_home_1'

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  caller = await newcomer(server, NAME)
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

/** As somebody with an account; left out: as a visitor. */
async function arrive(page: Page, who?: Caller, path: string = PATHS.home): Promise<void> {
  if (who !== undefined) await page.context().addCookies([{ ...who.cookie, url: server.url }])
  await page.addInitScript((known) => {
    localStorage.setItem('language', 'en')
    if (known) localStorage.setItem('token', 'known')
  }, who !== undefined)
  await page.goto(`${server.url}/#${path}`)
}
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const recommended = (page: Page) => page.getByRole('region', { name: 'Product recommendations' })

test('a visitor sees the market move, and every way leads to a page of its own', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await arrive(page)
  await expect(recommended(page).locator('[data-quote=live]').first()).toBeVisible()
  const links = page.locator('main a[href]')
  const ways = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(ways.length).toBeGreaterThan(15)
  for (const way of new Set(ways)) {
    await page.goto(`${server.url}/${way}`)
    await expect(title(page)).toBeVisible()
    await expect(title(page)).not.toHaveText(/^(Home|Page not found)$/)
    await expect(page.locator('main')).not.toBeEmpty()
  }
  expect(faults).toEqual([])
})

test('the language changes from home, and an article opens by its link alone', async ({ page }) => {
  await arrive(page)
  await page.getByRole('button', { name: 'Language English' }).click()
  await page.getByRole('dialog').getByText('Deutsch').click()
  await expect(title(page)).toHaveText('Start')
  await page.goto(`${server.url}/#${newsPath('result')}`)
  await expect(page.getByRole('heading', { name: 'Wie ein Ergebnis entsteht' })).toBeVisible()
  await page.getByRole('link', { name: /Was Übungsgeld ist/ }).click()
  await expect(page.getByRole('heading', { name: 'Was Übungsgeld ist' })).toBeInViewport()
})

test('who is new takes practice money, deposits and sees their order arrive, all from home', async ({
  page,
}) => {
  const books = booksOf(server, NAME)
  await arrive(page, caller)
  const total = page.getByRole('status', { name: 'Total assets' })
  await expect(total).toHaveText('0.00')
  await page.getByRole('button', { name: 'Get practice money' }).click()
  await expect(total).toHaveText('10,000.00')
  await expect(page.getByRole('link', { name: 'Trade products' })).toBeVisible()

  await page.getByRole('button', { name: 'Quick deposit' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount', { exact: true }).fill('120')
  await sheet.locator('button[type=submit]').click()
  await expect(sheet).toBeHidden()
  await inBooks(async () => (await books.deposits()).map(({ amount }) => amount), ['12000'])

  const block = page.getByRole('region', { name: 'My orders' })
  await expect(block.getByText('No orders')).toBeVisible()
  await order(caller)
  await expect(block.getByRole('listitem')).toHaveCount(1)
  await block.getByRole('tab', { name: 'Positions 1' }).click()
  await expect(block.getByRole('timer')).toBeVisible()
  const shortcut = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(shortcut.getByRole('link', { name: /^My orders/ })).toContainText('1 open')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(total).toHaveText('••••')
})

async function order(who: Caller): Promise<void> {
  const listed = JSON.parse(JSON.stringify(await who.get('/products')))
  const { termsId } = listed.products.find(
    (one: { symbol: string }) => one.symbol === 'BTCUSDT',
  ).terms
  const terms = { symbol: 'BTCUSDT', direction: 'up', stake: '25.00', durationMs: 900_000 }
  await who.post('/orders', { ...terms, termsId })
}

for (const [who, width] of [
  ['visitor', 390],
  ['visitor', 320],
  ['user', 390],
  ['user', 320],
] as const) {
  test(`nothing jumps while home fills for a ${who} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await watchShifts(page)
    await arrive(page, who === 'user' ? caller : undefined)
    await expect(recommended(page).locator('[data-quote=live]').first()).toBeVisible()
    await page.waitForTimeout(1_500)
    const { shift } = await shiftOf(page)
    console.log(`figure home-shift-${who}-${width} ${shift.toFixed(4)}`)
    expect(shift).toBeLessThanOrEqual(MOST_SHIFT)
  })
}

test('rows that are far out of sight ask for no prices', async ({ page }) => {
  await arrive(page)
  await expect(recommended(page).locator('[data-quote]').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 500 })
  await page.getByRole('link', { name: 'Privacy policy' }).scrollIntoViewIfNeeded()
  await expect(recommended(page).locator('[data-quote]')).toHaveCount(0)
  await recommended(page).scrollIntoViewIfNeeded()
  await expect(recommended(page).locator('[data-quote=live]').first()).toBeVisible()
})

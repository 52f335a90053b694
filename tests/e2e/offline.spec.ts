import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { newcomer } from './support/ready-user.ts'
import { Phone } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { keptOnDevice } from './support/worker.ts'

let server: RunningServer
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

async function member(page: Page, account: string): Promise<Phone> {
  const caller = await newcomer(server, account)
  await caller.post('/practice-money', {})
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  const phone = new Phone(page, server)
  await phone.open(PATHS.login)
  await page.getByLabel('Account', { exact: true }).fill(account)
  await page.getByLabel('Login password').fill('river-lamp-quiet-42')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).not.toHaveURL(/login/i)
  return phone
}

const keptTopics = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('fairtick', 1)
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const keys = opening.result
            .transaction('last-known')
            .objectStore('last-known')
            .getAllKeys()
          keys.addEventListener('success', () => resolve(keys.result.map(String)))
        })
      }),
  )

const sparklines = (page: Page) => page.locator('main a svg path[vector-effect]')

/** Neither a network nor a server: nothing can come but what the device has. */
async function cutOff(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await server.kill()
}
async function backAgain(context: BrowserContext): Promise<void> {
  await server.start()
  await context.setOffline(false)
}

test('without a network the app opens with what was last known, says its age, and rests what moves money', async ({
  page,
  context,
}) => {
  const phone = await member(page, 'offliner_1')
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '10', /^5 min/)
  await send.click()
  await expect(phone.successNotice).toBeVisible()
  await page.goto(`${server.url}/#${PATHS.fund}`)
  await expect(page.locator('[data-fund=live]')).toBeVisible()
  await page.goto(`${server.url}/#${PATHS.messages}`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await phone.openProducts()
  await expect(phone.available).toContainText('9,990.00')
  await expect(sparklines(page).first()).toBeAttached()
  await keptOnDevice(page)
  const price = await phone.price()
  await expect
    .poll(() => keptTopics(page))
    .toEqual(expect.arrayContaining(['offliner_1/positions', 'offliner_1/messages', '/sparklines']))
  await cutOff(context)

  await page.reload()
  await expect(page.locator('[data-reach=offline]')).toContainText('You are offline')
  await expect(page.locator('[data-quote=stale]').first()).toBeVisible()
  expect(await page.locator('[data-quote=live]').count()).toBe(0)
  expect(price).toMatch(/\d/)
  await expect(phone.available).toContainText('9,990.00')
  await expect(page.locator('[data-balance=stale] [data-as-of]')).toContainText(/^As of \d\d:\d\d/)
  await expect(page.getByText(/^As of \d\d:\d\d/).nth(1)).toBeVisible()
  await expect(sparklines(page).first()).toBeAttached()

  await page.goto(`${server.url}/#${PATHS.orders}?tab=open`)
  await expect(page.getByRole('article')).toContainText('10.00')
  await page.goto(`${server.url}/#${PATHS.fund}`)
  await expect(page.locator('[data-fund=stale] [data-as-of]')).toBeVisible()
  await page.goto(`${server.url}/#${PATHS.messages}`)
  await expect(page.locator('main [data-as-of]')).toBeVisible()
  await page.goto(`${server.url}/#/pages/Detail/Detail?symbol=ETHUSDT`)
  await expect(page.getByText('This chart comes as soon as you are connected again.')).toBeVisible()
  await page.goto(`${server.url}/#/pages/Detail/Detail?symbol=BTCUSDT`)
  await expect(page.getByRole('button', { name: 'Buy up' })).toBeDisabled()
  await expect(page.getByText('You are offline. Orders are paused.')).toBeVisible()
  await expect(page.getByText(/^Latest price [\d,.]+; in this interval/)).toBeAttached()

  await backAgain(context)
  await expect(page.locator('[data-quote=live]').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-reach]')).toHaveCount(0)
  await expect(page.locator('[data-as-of]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buy up' })).toBeEnabled()
})

test('logging out without a network leaves nothing of the user on the device', async ({
  page,
  context,
}) => {
  const phone = await member(page, 'offliner_2')
  await phone.openProducts()
  await expect(phone.available).toContainText('10,000.00')
  await keptOnDevice(page)
  await expect.poll(() => keptTopics(page)).toContain('offliner_2/balance')
  await context.setOffline(true)
  await page.goto(`${server.url}/#${PATHS.settings}`)
  await page.getByRole('button', { name: /^Clear cache/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear cache' }).click()
  await expect(page).toHaveURL(/login/i)
  await expect
    .poll(async () => (await keptTopics(page)).filter((key) => key.startsWith('offliner_2')))
    .toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await phone.openProducts()
  await expect(page.getByText('10,000.00')).toHaveCount(0)
  await context.setOffline(false)
})

test('the settings say how to install, and whether the device vibrates', async ({ page }) => {
  await new Phone(page, server).open(PATHS.settings)
  await expect(page.getByText('The app on your phone')).toBeVisible()
  const vibration = page.getByRole('switch', { name: 'Vibration' })
  await expect(vibration).toBeChecked()
  await page.getByText('Vibration', { exact: true }).click()
  await expect(vibration).not.toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('haptics'))).toBe('false')
  const reply = await page.request.get(`${server.url}/manifest.webmanifest`)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const worker = await page.request.get(`${server.url}/sw.js`)
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

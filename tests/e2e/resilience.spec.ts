import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { Phone, person } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { words } from './support/words.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

const THREE_HOURS_MS = 3 * 60 * 60_000
const live = (page: Page) => page.locator('[data-quote=live]').first()
const chip = (page: Page, state: string) => page.locator(`[data-connection=${state}]`)

/** Registers beside the app, so that each test has a user and a purse of its own. */
async function newUser(account: string): Promise<ReturnType<typeof person>> {
  const who = person(account)
  const reply = await fetch(`${server.url}/api/registration`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ ...who, phone: '+8613800138000', openingCode: server.openingCode }),
  })
  expect(reply.status, await reply.text()).toBeLessThan(300)
  return who
}

async function loggedIn(page: Page, account: string): Promise<Phone> {
  const who = await newUser(account)
  const phone = new Phone(page, server)
  await phone.open(PATHS.login)
  await phone.logIn(who.account, who.password)
  return phone
}

async function withMoney(page: Page, account: string): Promise<Phone> {
  const phone = await loggedIn(page, account)
  await page.getByRole('button', { name: 'Get practice money' }).click()
  await expect(phone.available).toContainText('10,000.00')
  return phone
}

async function buy(phone: Phone, duration: RegExp): Promise<void> {
  const send = await phone.ticket('up', '10', duration)
  await send.click()
  await expect(phone.successNotice).toBeVisible()
}

const sentTo = (page: Page, path: string): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) sent.push(request.url())
  })
  return sent
}

const ordersOf = async (account: string): Promise<string | undefined> => {
  const [row] = await server.ask<{ n: string }>(
    'select count(*) n from orders o join users u on u.id = o.user_id where u.account = $1',
    [account],
  )
  return row?.n
}

test('a device clock three hours off changes no countdown and no result', async ({ page }) => {
  await page.clock.install({ time: Date.now() + THREE_HOURS_MS })
  await page.clock.resume()
  const phone = await withMoney(page, 'clock_1')
  await phone.openProduct('BTCUSDT')
  await buy(phone, /^30 s/)
  const ahead = (await page.evaluate(() => Date.now())) - Date.now()
  expect(ahead).toBeGreaterThan(THREE_HOURS_MS - 60_000)
  const timer = page.getByRole('timer').first()
  await expect(timer).toHaveText(/^0?0:(2[6-9]|30)$/)
  await expect(
    page.getByText(/^Bitcoin: (won|lost|price unchanged|order void)/).first(),
  ).toBeVisible({
    timeout: 45_000,
  })
})

test('a tab that slept shows nothing old as live, and lives again without a reload', async ({
  page,
}) => {
  const phone = new Phone(page, server)
  await phone.open(PATHS.products)
  await phone.openProduct('BTCUSDT')
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () =>
      seen.push(document.querySelector('[data-connection]')?.getAttribute('data-connection') ?? '')
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      attributeFilter: ['data-connection'],
    })
  })
  const turn = (to: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }, to)
  const cdp = await page.context().newCDPSession(page)
  await turn('hidden')
  // Nothing of the page runs; a page that holds a database open is not put to sleep on demand.
  await cdp.send('Debugger.enable')
  await cdp.send('Debugger.pause')
  await new Promise((resolve) => setTimeout(resolve, 7_000))
  await cdp.send('Debugger.resume')
  await cdp.send('Debugger.disable')
  await turn('visible')
  await expect(chip(page, 'live')).toBeVisible()
  const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen'))
  expect(seen).toEqual(expect.arrayContaining([expect.stringMatching(/reconnecting|stale/)]))
  await phone.expectPriceToChange()
})

test('double taps log in once and take practice money once', async ({ page }) => {
  const who = await newUser('double_1')
  const phone = new Phone(page, server)
  await phone.open(PATHS.login)
  const logIns = sentTo(page, '/api/session')
  await page.getByLabel('Account', { exact: true }).fill(who.account)
  await page.getByLabel('Login password').fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).dblclick()
  await expect(phone.available).toBeVisible()
  expect(logIns).toHaveLength(1)
  const takes = sentTo(page, '/api/practice-money')
  await page.getByRole('button', { name: 'Get practice money' }).dblclick()
  await expect(phone.available).toContainText('10,000.00')
  await expect(page.getByRole('button', { name: 'Taken today' })).toBeVisible()
  expect(takes).toHaveLength(1)
})

test('logging out in one tab logs the other tab out and says so', async ({ page, context }) => {
  const phone = await loggedIn(page, 'tabs_1')
  const other = await context.newPage()
  const second = new Phone(other, server)
  await second.open(PATHS.products)
  await expect(second.available).toBeVisible()
  await phone.page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByRole('alert')).toContainText('Your session has ended')
  await expect(second.available).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Register' })).toBeVisible()
})

test('a session that vanishes in the middle is told, and nothing is lost', async ({
  page,
  context,
}) => {
  const phone = await withMoney(page, 'cookie_1')
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '25', /^1 min/)
  await context.clearCookies()
  await send.click()
  await expect(page.getByRole('dialog').getByText('Please log in')).toBeVisible()
  expect(await ordersOf('cookie_1')).toBe('0')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended' })
  await expect(notice).toBeVisible()
  await notice.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Account', { exact: true }).fill('cookie_1')
  await page.getByLabel('Login password').fill(person('cookie_1').password)
  await page.getByRole('button', { name: 'Log in' }).click()
  // Back where it happened, with everything there.
  await expect(page).toHaveURL(/symbol=BTCUSDT/)
  await buy(phone, /^30 s/)
  await phone.openProducts()
  await expect(phone.available).toContainText('9,990.00')
})

test('odd amounts are cleaned before anybody confirms them', async ({ page }) => {
  const phone = await withMoney(page, 'amount_1')
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '25', /^1 min/)
  const field = page.getByRole('dialog').getByLabel('Amount', { exact: true })
  const typed = async (text: string): Promise<void> => {
    await field.fill('')
    await field.pressSequentially(text)
    await field.blur()
  }
  const cases = [
    ['0', '1', '1.00'],
    ['1e5', '15', '15.00'],
    ['１０', '10', '10.00'],
    ['-5', '5', '5.00'],
    ['1.239', '1.23', '1.23'],
    ['12,5', '12.5', '12.50'],
  ] as const
  for (const [text, shown, sent] of cases) {
    await typed(text)
    await expect(field).toHaveValue(shown)
    await expect(send).toContainText(sent)
  }
  await typed('99999999')
  // The product's own maximum, under the 999,999 of the field and the 10,000 in the purse.
  await expect(field).toHaveValue('5000')
  await expect(send).toContainText('5,000.00')
  expect(await ordersOf('amount_1')).toBe('0')
})

test('a German comma is a decimal comma', async ({ page }) => {
  const who = await newUser('german_1')
  await page.context().request.post(`${server.url}/api/session`, {
    headers: { origin: server.url },
    data: { account: who.account, password: who.password },
  })
  await page.addInitScript(() => localStorage.setItem('token', 'known'))
  const phone = new Phone(page, server)
  await phone.open(productPath('BTCUSDT'), 'de')
  await expect(live(page)).toBeVisible()
  await page.getByRole('button', { name: words('de').direction.up }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.fill('')
  await field.pressSequentially('1,5')
  await field.blur()
  await expect(field).toHaveValue('1.5')
  const send = page.getByRole('dialog').getByRole('button', { name: words('de').direction.up })
  await expect(send).toContainText('1,50')
})

test('going offline with the ticket open rests the order button and says why', async ({
  page,
  context,
}) => {
  const phone = await withMoney(page, 'offline_1')
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(true)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(
    page.getByRole('dialog').getByText('You are offline. Orders are paused.'),
  ).toBeVisible()
  await send.click({ force: true })
  await context.setOffline(false)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 })
  expect(await ordersOf('offline_1')).toBe('0')
})

test('another language in the middle of a countdown keeps the position', async ({ page }) => {
  const phone = await withMoney(page, 'speech_1')
  await phone.openProduct('BTCUSDT')
  await buy(phone, /^1 min/)
  const timer = page.getByRole('timer').first()
  await expect(timer).toHaveText(/^0:5\d$|^1:00$/)
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('radio', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(timer).toHaveText(/^0:[45]\d$/)
  await expect(page.getByRole('article')).toContainText('10,00')
  await expect(live(page)).toBeVisible()
})

/** The chart's own ground, as drawn. */
const ground = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.tv-lightweight-charts canvas')
    const pixel = canvas?.getContext('2d')?.getImageData(3, 3, 1, 1).data
    return pixel === undefined ? -1 : (pixel[0] ?? 0)
  })

test('turning dark or light draws the chart anew', async ({ page }) => {
  const phone = new Phone(page, server)
  await page.emulateMedia({ colorScheme: 'light' })
  await phone.open(PATHS.products)
  await phone.openProduct('BTCUSDT')
  await expect.poll(() => ground(page)).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(page)).toBeLessThan(60)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect.poll(() => ground(page)).toBeGreaterThan(200)
})

interface Weight {
  nodes: number
  listeners: number
  heap: number
}
async function weigh(page: Page): Promise<Weight> {
  const cdp = await page.context().newCDPSession(page)
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return { nodes, listeners: jsEventListeners, heap: usedSize }
}

test('twenty ways there and back keep one socket and no weight', async ({ page }) => {
  let open = 0
  let most = 0
  page.on('websocket', (socket) => {
    open += 1
    most = Math.max(most, open)
    socket.on('close', () => (open -= 1))
  })
  const phone = new Phone(page, server)
  await phone.open(PATHS.products)
  const round = async (): Promise<void> => {
    await page.locator('a[href*="symbol=BTCUSDT"]').click()
    await expect(page.locator('.tv-lightweight-charts canvas').first()).toBeVisible()
    await expect(live(page)).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
  }
  for (let i = 0; i < 4; i++) await round()
  await page.waitForTimeout(1_500)
  const before = await weigh(page)
  for (let i = 0; i < 20; i++) await round()
  await page.waitForTimeout(1_500)
  const after = await weigh(page)
  expect([open, most]).toEqual([1, 1])
  expect(after.nodes - before.nodes).toBeLessThan(400)
  expect(after.listeners - before.listeners).toBeLessThan(60)
  expect(after.heap - before.heap).toBeLessThan(2_000_000)
})

/** The app's code as a browser keeps it; calls go to the server, be it there or not. */
async function keepCode(context: BrowserContext): Promise<void> {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url))
  await context.route(`${server.url}/assets/**`, (route) =>
    route.fulfill({ path: dist + new URL(route.request().url()).pathname }),
  )
}

test('without a server the products stand as the page brought them, and tick when it is back', async ({
  page,
  context,
}) => {
  await keepCode(context)
  const phone = new Phone(page, server)
  await phone.open(PATHS.welcome)
  await expect(page.getByText('Practice money only')).toBeVisible()
  await server.kill()
  await page.getByRole('link', { name: 'See the products' }).click()
  await expect(page.getByText('Bitcoin')).toBeVisible()
  await expect(page.locator('[data-quote=stale]').first()).toBeVisible()
  await expect(live(page)).toHaveCount(0)
  await server.start()
  await expect(live(page)).toBeVisible({ timeout: 30_000 })
})

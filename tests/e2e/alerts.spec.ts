import { expect, test } from '@playwright/test'
import { listTicks } from '#contract/endpoints/market.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'

let server: RunningServer
let caller: Caller
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  caller = await newcomer(server, 'alerted_1')
})
test.afterAll(() => server.stop())

test.beforeEach(async ({ page }) => {
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
})

const SYMBOL = 'BTCUSDT'

async function lastPrice(): Promise<number> {
  const asked = await fetch(`${server.url}/api/ticks/${SYMBOL}?fromMs=${Date.now() - 10_000}`)
  const { records } = listTicks.reply.parse(await asked.json())
  const last = records.findLast(({ kind }) => kind === 'tick')
  if (last?.kind !== 'tick') throw new Error('no price')
  return last.price
}

test('an alert is set from a product’s bell, waits, and is taken back', async ({ page }) => {
  await page.goto(`${server.url}/#${productPath(SYMBOL)}`)
  await page.getByRole('button', { name: /^Price alert for/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '+1%', exact: true }).click()
  await expect(sheet.getByText(/^You will be told when the price is .* or higher\.$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByText('Alert set')).toBeVisible()
  const cancel = sheet.getByRole('button', { name: /^Cancel the alert at/ })
  await expect(cancel).toHaveCount(1)
  await expect(sheet.getByText('1 of 20')).toBeVisible()
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await expect(sheet.getByText(/^Cancelled · just now/i)).toBeVisible()
})

/** Just above and just below the price now: one of them is reached within moments. */
async function setTwo(): Promise<void> {
  const { name, value } = caller.cookie
  const headers = {
    cookie: `${name}=${value}`,
    origin: server.url,
    'content-type': 'application/json',
  }
  const price = await lastPrice()
  for (const wish of [
    { direction: 'at_or_above', price: price + 2 },
    { direction: 'at_or_below', price: price - 2 },
  ]) {
    const body = JSON.stringify({ symbol: SYMBOL, ...wish })
    const made = await fetch(`${server.url}/api/alerts`, { method: 'POST', headers, body })
    // The price may have passed one of them meanwhile.
    expect([200, 409]).toContain(made.status)
  }
}

test('a price that is reached is told on another page, and stands in the list', async ({
  page,
}) => {
  await page.goto(`${server.url}/#${PATHS.user}`)
  const row = page.getByRole('button', { name: /^Price alerts/ })
  await expect(row).toBeVisible()
  // What was told before the page's first word from the server is no news to it.
  await expect(async () => {
    await setTwo()
    await expect(page.getByText(/BTCUSDT has reached/).first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
  await row.click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Reached at/)
      .first(),
  ).toBeVisible()
  // The address itself opens it, also in a new page.
  await page.goto(`${server.url}/#${PATHS.user}?open=alerts`)
  await page.reload()
  await expect(page.getByRole('dialog').getByText('Over')).toBeVisible()
})

test('a push is said by the service worker in the app’s language while no page is open', async ({
  page,
}) => {
  test.setTimeout(60_000)
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  await page.goto(`${server.url}/#${PATHS.products}`)
  const devTools = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const it of registrations) if (!it.isDeleted) resolve(it.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  await page.evaluate(
    async (text) => {
      await navigator.serviceWorker.ready
      const cache = await caches.open('push-texts')
      await cache.put('/push-texts', new Response(text))
    },
    JSON.stringify({ language: 'de', alert: '{{symbol}} hat {{price}} erreicht.' }),
  )
  const registrationId = await known
  await page.goto('about:blank')
  const params = { symbol: SYMBOL, price: '8144431', decimals: '2' }
  const data = JSON.stringify({ kind: 'alert', language: 'de', params })
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data,
  })
  await page.goto(`${server.url}/#${PATHS.products}`)
  const shown = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ body }) => body)
  })
  expect(await shown).toEqual([`${SYMBOL} hat 81.444,31 erreicht.`])
})

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { PATHS } from '#lib/paths.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import { ReceiptPage } from './support/receipt.ts'
import type { RunningServer } from './support/server.ts'
import { say } from './support/words.ts'

/** The signed parts of each order that a page sends. */
function ordersOf(page: Page): NonNullable<ReturnType<typeof placeOrder.body.parse>['signed']>[] {
  const sent: ReturnType<typeof ordersOf> = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/orders')) return
    const { signed } = placeOrder.body.parse(request.postDataJSON())
    if (signed !== undefined) sent.push(signed)
  })
  return sent
}

/** A slow line takes this long one way, for the socket and for every request. */
async function lineTo(server: RunningServer): Promise<{ proxy: SocketProxy; far: RunningServer }> {
  const proxy = await startSocketProxy(Number(new URL(server.url).port))
  return { proxy, far: { ...server, url: proxy.url } }
}

for (const [roundTripMs, shortest] of [
  [800, 2_900],
  [2_000, LEAD_MAX_MS],
] as const) {
  test(`on a line of ${roundTripMs} ms an order is signed, counted down to its start and accepted`, async ({
    page,
    server,
    user,
    books,
  }) => {
    const { proxy, far } = await lineTo(server)
    await logInAs(page, far, user.caller)
    const sent = ordersOf(page)
    const phone = new Phone(page, far)
    await phone.openProduct('BTCUSDT')
    proxy.delayMs = roundTripMs / 2
    // The clock has to be measured on the slow line.
    await page.reload()
    const send = await phone.ticket('up', '10', /^1 min/)
    await expect(send).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 })
    await send.click()
    await expect(page.getByRole('button', { name: /^Starts in \d\.\d s$/ })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await expect(phone.successNotice).toBeVisible({ timeout: 30_000 })
    const [signed] = sent
    const lead = (signed?.startsAt ?? 0) - (signed?.tappedAt ?? 0)
    expect(lead).toBeGreaterThanOrEqual(shortest)
    expect(lead).toBeLessThanOrEqual(LEAD_MAX_MS)
    expect(await books.orders()).toHaveLength(1)
    await proxy.close()
  })
}

test('an order that comes after its start costs nothing, says so and is listed as refused', async ({
  page,
  phone,
  books,
}) => {
  await phone.openProduct('BTCUSDT')
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await new Promise((resolve) => {
      setTimeout(resolve, LEAD_MAX_MS + 500)
    })
    return route.continue()
  })
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await send.click()
  await expect(page.getByRole('alert').getByText(/Nothing was debited/)).toBeVisible()
  expect(await books.balance('cash')).toBe(1_000_000n)
  expect(await books.orders()).toEqual([])
  await phone.open(`${PATHS.orders}?tab=refused`)
  await expect(page.getByText(say('orders:refused.late'))).toBeVisible()
})

test('a line that breaks after the tap ends in one order or in none', async ({
  page,
  server,
  user,
  books,
}) => {
  const { proxy, far } = await lineTo(server)
  await logInAs(page, far, user.caller)
  const phone = new Phone(page, far)
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  proxy.hold(true)
  await send.click()
  await page.waitForTimeout(LEAD_MAX_MS + 500)
  proxy.cut()
  proxy.hold(false)
  await expect(page.getByRole('alert').getByText(/Nothing was debited/)).toBeVisible({
    timeout: 60_000,
  })
  expect(await books.orders()).toEqual([])
  await proxy.close()
})

test('a device whose wall clock is a day wrong signs by the market’s', async ({
  page,
  phone,
  server,
}) => {
  await page.addInitScript(() => {
    const real = Date.now
    Date.now = () => real() - 24 * 3_600_000
  })
  const sent = ordersOf(page)
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '10', /^1 min/)
  expect(Math.abs((sent[0]?.tappedAt ?? 0) - server.now())).toBeLessThan(30_000)
})

test('on plain HTTP in a local network the ticket and the receipt say that the server sets the start', async ({
  page,
  server,
  user,
  books,
}) => {
  // Unlike 127.0.0.1, browsers do not take this address of the same machine for secure.
  const lan = { ...server, url: server.url.replace(/\/\/[^:]+/, '//0.0.0.0') }
  await logInAs(page, lan, user.caller)
  const sent = ordersOf(page)
  const phone = new Phone(page, lan)
  await phone.openProduct('BTCUSDT')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(page.getByRole('dialog').getByText(say('ticket:device.unsigned'))).toBeVisible()
  await send.click()
  await expect(phone.successNotice).toBeVisible()
  expect(sent).toEqual([])
  await server.play(62_000)
  const [order] = await books.orders()
  await new ReceiptPage(page, lan).open(order?.id ?? '')
  await expect(page.getByText(say('proof:receipt.trust.server'))).toBeVisible()
  await expect(page.locator('[data-step=moment]')).toHaveCount(0)
})

test('two tabs and a session from before sign with a key of the account, without asking', async ({
  context,
  page,
  phone,
  server,
  books,
}) => {
  const first = ordersOf(page)
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '10', /^1 min/)
  const other = await context.newPage()
  await other.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
  const second = ordersOf(other)
  const otherPhone = new Phone(other, server)
  await otherPhone.openProduct('BTCUSDT')
  await otherPhone.buy('down', '20', /^1 min/)
  expect(second[0]?.deviceKeyId).toBe(first[0]?.deviceKeyId)

  // The storage of the device was lost, and the session continues.
  await other.evaluate(() => indexedDB.deleteDatabase('fairtick-signing-keys'))
  await page.close()
  await other.reload()
  await otherPhone.buy('up', '30', /^1 min/)
  expect(second[1]?.deviceKeyId).not.toBe(first[0]?.deviceKeyId)
  expect(await books.orders()).toHaveLength(3)
})

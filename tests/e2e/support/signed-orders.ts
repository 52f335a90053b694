/** Orders that a device signs, on lines of several speeds. */
import type { Page } from '@playwright/test'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { type SocketProxy, startSocketProxy } from '#support/socket-proxy.ts'
import type { ClockedServer } from './clocked.ts'
import { expect, logInAs, test } from './fixtures.ts'
import { Phone } from './phone.ts'
import type { RunningServer } from './server.ts'

/** By how much the test's reading of the server's clock may be wrong. */
const CLOCKS_DIFFER_MS = 500

/** The signed parts of each order that a page sends. */
export function ordersOf(
  page: Page,
): NonNullable<ReturnType<typeof placeOrder.body.parse>['signed']>[] {
  const sent: ReturnType<typeof ordersOf> = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/orders')) return
    const { signed } = placeOrder.body.parse(request.postDataJSON())
    if (signed !== undefined) sent.push(signed)
  })
  return sent
}

/** Until an order that starts as late as one may, and is sent now, has started by the server's clock. */
export const pastItsStart = (server: ClockedServer): Promise<void> => {
  const last = server.now() + LEAD_MAX_MS + CLOCKS_DIFFER_MS
  return expect.poll(() => server.now()).toBeGreaterThan(last)
}

/** A slow line takes this long one way, for the socket and for every request. */
export async function lineTo(
  server: RunningServer,
): Promise<{ proxy: SocketProxy; far: RunningServer }> {
  const proxy = await startSocketProxy(Number(new URL(server.url).port))
  return { proxy, far: { ...server, url: proxy.url } }
}

/** On a line with this round trip an order is accepted; its lead is at least `shortest` ms. */
export function ordersOnLine(roundTripMs: number, shortest: number): void {
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
    const accepted = phone.send(send)
    await expect(page.getByRole('button', { name: /^Starts in \d\.\d s$/ })).toBeVisible()
    await accepted
    const signed = sent.at(-1)
    const lead = (signed?.startsAt ?? 0) - (signed?.tappedAt ?? 0)
    expect(lead).toBeGreaterThanOrEqual(shortest)
    expect(lead).toBeLessThanOrEqual(LEAD_MAX_MS)
    expect(await books.orders()).toHaveLength(1)
    await proxy.close()
  })
}

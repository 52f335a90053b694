import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

type Proxy = 'cuts' | 'hangs' | 'passes'

/** Every socket of the page goes through this proxy. Returns a function that changes what it does. */
async function behind(page: Page, first: Proxy): Promise<(next: Proxy) => void> {
  let proxy = first
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (proxy === 'passes') socket.connectToServer()
    if (proxy === 'cuts') void socket.close()
  })
  return (next) => {
    proxy = next
  }
}

test('a user trades where the network cuts sockets, and the socket takes over when it may', async ({
  page,
  server,
  phone,
  books,
}) => {
  test.setTimeout(300_000)
  const set = await behind(page, 'cuts')
  await phone.openProducts()
  const words = page.getByText(say('offline:strip.polled'))
  await expect(words).toBeVisible()
  await expect(page.getByText(say('offline:strip.unreachable'))).toHaveCount(0)
  await expect(phone.available).toContainText('10,000.00')
  await expect(page.getByRole('button', { name: 'Get practice money' })).toHaveCount(0)

  await phone.openProduct('BTCUSDT')
  await phone.expectPriceToChange()
  await phone.buy('up', '25', /^30 s/)
  const strip = page.getByRole('list', { name: 'Your orders' })
  await expect(strip.getByRole('timer')).toBeVisible()
  await phone.seeResult(() => server.play(30_000))
  await expect(strip.getByText(/^(Won|Lost|Draw|Void)/)).toBeVisible()
  expect(await books.orders()).toHaveLength(1)
  await expect(words).toBeVisible()

  set('passes')
  await expect(words).toBeHidden({ timeout: 150_000 })
  await expect(page.locator('[data-connection=live]').first()).toBeVisible()
  await phone.expectPriceToChange()
})

test('a visitor sees prices move where sockets hang', async ({ page, visitor }) => {
  await behind(page, 'hangs')
  await visitor.open(`${PATHS.productDetail}?symbol=BTCUSDT`)
  await expect(page.getByText(say('offline:strip.polled'))).toBeVisible()
  await visitor.expectPriceToChange()
  await expect(page.getByText(say('offline:strip.unreachable'))).toHaveCount(0)
})

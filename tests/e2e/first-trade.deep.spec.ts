import { expect, test } from './support/fixtures.ts'

test('a socket cut in the middle changes nothing: the result still arrives, once', async ({
  page,
  context,
  phone,
  books,
  server,
}) => {
  await phone.openProduct('ETHUSDT')
  await phone.buy('down', '10', /^30 s/)
  await context.setOffline(true)
  await expect(page.getByText(/Reconnecting|Delayed/).first()).toBeVisible()
  await server.play(20_000)
  await context.setOffline(false)
  await expect(page.locator('[data-quote=live]').first()).toBeVisible({ timeout: 30_000 })
  await phone.seeResult(() => server.play(10_000))
  const orders = await books.orders()
  expect(orders).toHaveLength(1)
  expect(['won', 'lost', 'draw']).toContain(orders[0]?.status)
})

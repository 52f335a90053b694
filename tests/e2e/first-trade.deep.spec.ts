import { expectSettled } from './support/books.ts'
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
  await expect(page.locator('main [data-quote=live]').first()).toBeVisible()
  await phone.seeResult(() => server.play(10_000))
  const orders = await books.orders()
  expect(orders).toHaveLength(1)
  expect(['won', 'lost', 'draw']).toContain(orders[0]?.status)
})

test('a server killed and started again in the middle settles the order by the rule', async ({
  page,
  phone,
  books,
  server,
}) => {
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '50', /^1 min/)
  const [placed] = await books.orders()
  // The entry needs the first tick after the purchase.
  await expect.poll(async () => (await books.orders())[0]?.status).toBe('live')
  await server.kill()
  await expect(page.getByText('Reconnecting').first()).toBeVisible()
  await server.start()
  await expect(page.locator('main [data-quote=live]').first()).toBeVisible({ timeout: 60_000 })
  await phone.seeResult(() => server.play(60_000))
  await expectSettled(phone, books)
  expect((await books.orders())[0]?.id).toBe(placed?.id)
})

import { AxeBuilder } from '@axe-core/playwright'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { ordersOf, ordersOnLine, pastItsStart } from './support/signed-orders.ts'
import { say } from './support/words.ts'

ordersOnLine(800, 2_900)

test('an order that comes after its start costs nothing, says so and is listed as refused', async ({
  page,
  phone,
  books,
  server,
}) => {
  await phone.openProduct('BTCUSDT')
  const looked = Promise.withResolvers<void>()
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await Promise.all([pastItsStart(server), looked.promise])
    return route.continue()
  })
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await send.click()
  await expect(page.getByRole('button', { name: /^Starts in \d\.\d s$/ })).toBeVisible()
  // A look takes seconds on a busy machine, so it is at an order that comes too late in any case.
  const { violations } = await new AxeBuilder({ page }).analyze()
  looked.resolve()
  expect(violations.map(({ id }) => id)).toEqual([])
  await expect(page.getByRole('alert').getByText(/Nothing was debited/)).toBeVisible()
  expect(await books.balance('cash')).toBe(1_000_000n)
  expect(await books.orders()).toEqual([])
  await phone.open(`${PATHS.orders}?tab=refused`)
  await expect(page.getByText(say('orders:refused.late'))).toBeVisible()
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

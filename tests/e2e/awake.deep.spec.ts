import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

test('the screen stays on while a user watches an order run, and no longer', async ({
  page,
  phone,
  server,
}) => {
  await page.addInitScript(() => {
    const ask = navigator.wakeLock.request.bind(navigator.wakeLock)
    const count = (by: number): void => {
      const { dataset } = document.documentElement
      dataset['held'] = String(Number(dataset['held'] ?? 0) + by)
    }
    navigator.wakeLock.request = async (type) => {
      const lock = await ask(type)
      count(1)
      lock.addEventListener('release', () => count(-1))
      return lock
    }
  })
  const held = page.locator('html')
  await phone.openProduct('BTCUSDT')
  await expect(held).not.toHaveAttribute('data-held')
  await phone.buy('up', '25', /^1 min/)
  await expect(held).toHaveAttribute('data-held', '1')
  // The settings show no order.
  await phone.open(PATHS.settings)
  await expect(held).toHaveAttribute('data-held', '0')
  await expect(page.getByRole('switch', { name: say('offline:awake.label') })).toBeChecked()
  await phone.open(`${PATHS.orders}?tab=open`)
  await expect(held).toHaveAttribute('data-held', '1')
  await server.play(65_000)
  await expect(held).toHaveAttribute('data-held', '0')
})

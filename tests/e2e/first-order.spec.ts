import { pause } from '#support/until.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

const MAX_TAPS = 4
/** Within this time after a purchase, the same order is asked about. The market’s time is played faster. */
const SLIP_MS = 5_000

test('a stranger has an order running after four taps, and the next one after one more', async ({
  page,
  server,
}) => {
  const phone = new Phone(page, server)
  let taps = 0
  const tap = async (act: () => Promise<void>): Promise<void> => {
    taps += 1
    await act()
  }
  await phone.open('/')
  const startedAt = performance.now()
  await tap(() => page.getByRole('link', { name: 'Try it now' }).first().click())
  await expect(page.locator('main [data-quote=live]').first()).toBeVisible()
  await tap(() => page.getByRole('button', { name: /^Up/ }).first().click())
  await tap(() => page.getByRole('button', { name: /^Try with practice money/ }).click())
  const confirm = page.locator('[data-ticket]').getByRole('button', { name: /^Up/ })
  await tap(() => phone.send(confirm))
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const first = taps
  expect(first).toBeLessThanOrEqual(MAX_TAPS)

  await phone.seeResult(() => server.play(60_000))
  const strip = page.getByRole('list', { name: 'Your orders' })
  await pause(SLIP_MS)
  const againAt = performance.now()
  await tap(() => phone.send(strip.getByRole('button', { name: /^Again/ })))
  const next = ((performance.now() - againAt) / 1_000).toFixed(1)
  expect(taps - first).toBe(1)
  console.log(`first order: ${first} taps, ${seconds} s; next order: 1 tap, ${next} s`)
  // Its result and its purchase are said, and nothing covers the page.
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

import { listTicks } from '#contract/endpoints/history.ts'
import { PATHS } from '#lib/paths.ts'
import type { ClockedServer } from './support/clocked.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const SYMBOL = 'BTCUSDT'

test('a push is shown by the service worker in the app’s language while no page is open', async ({
  page,
  phone,
  server,
}) => {
  await page.context().grantPermissions(['notifications'], { origin: server.url })
  await phone.open(PATHS.products)
  const devTools = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations) if (!one.isDeleted) resolve(one.registrationId)
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
  await phone.open(PATHS.products)
  const shown = (): Promise<string[]> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ body }) => body)
    })
  await expect.poll(shown).toEqual([`${SYMBOL} hat 81.444,31 erreicht.`])
})

async function lastPrice(server: ClockedServer): Promise<number> {
  const asked = await fetch(`${server.url}/api/ticks/${SYMBOL}?fromMs=${server.now() - 10_000}`)
  const { records } = listTicks.reply.parse(await asked.json())
  const last = records.findLast(({ kind }) => kind === 'tick')
  if (last?.kind !== 'tick') throw new Error('no price')
  return last.price
}

test('an alert is set from a product’s bell and cancelled; a price that is reached is reported elsewhere', async ({
  page,
  phone,
  user,
  server,
}) => {
  await phone.openProduct(SYMBOL)
  await page.getByRole('button', { name: /^Price alert for/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '+1%', exact: true }).click()
  await expect(sheet.getByText(/^We’ll notify you when the price is .* or higher\.$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByText('Alert set')).toBeVisible()
  const cancel = sheet.getByRole('button', { name: /^Cancel the alert at/ })
  await expect(cancel).toHaveCount(1)
  await expect(sheet.getByText('1 of 20')).toBeVisible()
  await cancel.click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /^Cancel the alert at/ }).click()
  await expect(question).toHaveCount(0)
  await expect(cancel).toHaveCount(0)
  await expect(sheet.getByText(/^Cancelled · just now/i)).toBeVisible()

  const alert = async (direction: 'at_or_above' | 'at_or_below', by: number): Promise<unknown> =>
    user.caller.post('/alerts', {
      symbol: SYMBOL,
      direction,
      price: (await lastPrice(server)) + by,
    })
  await alert('at_or_above', 100_000)
  await phone.open(PATHS.user)
  const row = page.getByRole('button', { name: /^Price alerts/ })
  // The page follows the alerts: what is reached from now on is news to it.
  await expect(row).toContainText('1')
  // Just above and just below the price: one of them is reached within moments. Refused if the price passed it.
  await alert('at_or_above', 2).catch(() => undefined)
  await alert('at_or_below', -2).catch(() => undefined)
  const reported = page.getByText(/BTCUSDT has reached/).first()
  await Promise.all([reported.waitFor(), server.play(10_000)])
  await row.click()
  await expect(sheet.getByText(/^Reached at/).first()).toBeVisible()
  // The address itself opens it, also in a new page.
  await phone.open(`${PATHS.user}?open=alerts`)
  await page.reload()
  await expect(page.getByRole('dialog').getByText('Ended')).toBeVisible()
})

import { PATHS } from '#lib/paths.ts'
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

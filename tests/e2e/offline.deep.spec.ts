import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import { storedOnDevice, storedTopics } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

test('logging out without a network leaves nothing of the user on the device', async ({
  page,
  context,
  user,
  server,
}) => {
  const phone = new Phone(page, server)
  await phone.open(PATHS.login)
  await phone.logIn(user.account, user.password)
  await phone.openProducts()
  await expect(phone.available).toContainText('10,000.00')
  await storedOnDevice(page)
  await expect.poll(() => storedTopics(page)).toContain(`${user.account}/balance`)
  await context.setOffline(true)
  await phone.open(PATHS.settings)
  await page.getByRole('button', { name: /^Clear cache/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear cache' }).click()
  await expect(page).toHaveURL(/login/i)
  const own = async (): Promise<string[]> =>
    (await storedTopics(page)).filter((key) => key.startsWith(user.account))
  await expect.poll(own).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await phone.openProducts()
  await expect(page.getByText('10,000.00')).toHaveCount(0)
  await context.setOffline(false)
})

test('the settings say how to install, and whether the device vibrates', async ({
  page,
  server,
}) => {
  await new Phone(page, server).open(PATHS.settings)
  await expect(page.getByText('Put the app on your phone')).toBeVisible()
  const vibration = page.getByRole('switch', { name: 'Vibration' })
  await expect(vibration).toBeChecked()
  await page.getByText('Vibration', { exact: true }).click()
  await expect(vibration).not.toBeChecked()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('haptics'))).toBe('false')
  const reply = await page.request.get(`${server.url}/manifest.webmanifest`)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const worker = await page.request.get(`${server.url}/sw.js`)
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

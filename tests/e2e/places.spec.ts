import { expect, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'

let server: RunningServer
let caller: Caller

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  caller = await newcomer(server, 'placing_1')
})
test.afterAll(() => server.stop())

test.beforeEach(async ({ page }) => {
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
})

test('an address is chosen for the payout form, which keeps what was typed', async ({ page }) => {
  await page.goto(`${server.url}/#${PATHS.accountDetail}`)
  await page.getByLabel('Account holder').fill('Wang Xiaoming')
  await page.getByLabel('Bank’s branch or address').fill('1 Long Road')
  await page.getByRole('button', { name: 'Choose a place' }).click()
  await page.getByLabel('City or country').fill('munchen')
  await page.getByRole('button', { name: /^Munich/ }).click()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel('Bank’s branch or address')).toHaveValue(
    '1 Long Road, Munich, Germany',
  )
  await expect(page.getByLabel('Account holder')).toHaveValue('Wang Xiaoming')
  // Going for a place and coming back without one loses nothing either.
  await page.getByRole('button', { name: 'Choose a place' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Account holder')).toHaveValue('Wang Xiaoming')
})

test('the device’s place is asked for on the button alone and goes nowhere', async ({ page }) => {
  await page.context().grantPermissions(['geolocation'], { origin: server.url })
  await page.context().setGeolocation({ latitude: 35.02, longitude: 135.76 })
  await page.goto(`${server.url}/#${PATHS.chooseLocation}`)
  await expect(page.getByRole('region', { name: 'Cities in the list' })).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByRole('button', { name: 'Use my location' }).click()
  const nearest = page.getByRole('region', { name: 'Nearest cities in the list' })
  await expect(nearest.getByRole('button').first()).toContainText('Kyoto')
  expect(sent).toEqual([])
})

test('a refused place is said plainly, and the search goes on', async ({ page }) => {
  await page.context().clearPermissions()
  await page.goto(`${server.url}/#${PATHS.chooseLocation}`)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByRole('alert')).toContainText('Your browser did not allow it')
  await page.getByLabel('City or country').fill('Hanoi')
  await expect(page.getByRole('button', { name: /^Hanoi/ })).toBeVisible()
})

test('a visitor finds the policy from the personal centre and reads both pages', async ({
  page,
}) => {
  await page.context().clearCookies()
  await page.addInitScript(() => localStorage.removeItem('token'))
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.host !== new URL(server.url).host && url.protocol !== 'data:') elsewhere.push(url.href)
  })
  await page.goto(`${server.url}/#${PATHS.user}`)
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await page.getByRole('button', { name: 'Who may look' }).click()
  await expect(page.getByRole('heading', { name: 'Who may look' })).toBeInViewport()
  await page.getByRole('link', { name: /^Continue/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy, continued')
  // What the page says of the device is so.
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual([])
  expect(elsewhere).toEqual([])
})

test('the public price record that about us leads to is there', async ({ page }) => {
  await page.goto(`${server.url}/#${PATHS.about}`)
  const href = await page.getByRole('link', { name: /^Public price record/ }).getAttribute('href')
  const answer = await page.request.get(server.url + href)
  expect(answer.status()).toBe(200)
})

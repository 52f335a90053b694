import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

test('an address is chosen for the payout form, which keeps what was typed', async ({
  page,
  phone,
}) => {
  await phone.open(PATHS.accountDetail)
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
  // Leaving the form for a place and coming back without one loses nothing either.
  await page.getByRole('button', { name: 'Choose a place' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Account holder')).toHaveValue('Wang Xiaoming')
})

test('the device’s place is asked for on the button alone and sent nowhere; a refusal is explained', async ({
  page,
  server,
}) => {
  const phone = new Phone(page, server)
  const useLocation = page.getByRole('button', { name: 'Use my location' })
  await page.context().clearPermissions()
  await phone.open(PATHS.chooseLocation)
  await useLocation.click()
  await expect(page.getByRole('alert')).toContainText('Your browser did not allow it')
  await page.getByLabel('City or country').fill('Hanoi')
  await expect(page.getByRole('button', { name: /^Hanoi/ })).toBeVisible()

  await page.context().grantPermissions(['geolocation'], { origin: server.url })
  await page.context().setGeolocation({ latitude: 35.02, longitude: 135.76 })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Cities in the list' })).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await useLocation.click()
  const nearest = page.getByRole('region', { name: 'Nearest cities in the list' })
  await expect(nearest.getByRole('button').first()).toContainText('Kyoto')
  expect(sent).toEqual([])
})

test('a visitor reads the whole privacy policy without a cookie, and finds the public price record', async ({
  page,
  server,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.host !== new URL(server.url).host && url.protocol !== 'data:') elsewhere.push(url.href)
  })
  const phone = new Phone(page, server)
  await phone.open(PATHS.user)
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await page.getByRole('button', { name: 'Who may look' }).click()
  await expect(page.getByRole('heading', { name: 'Who may look' })).toBeInViewport()
  await page.getByRole('link', { name: /^Continue/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy, continued')
  // What the page says of the device is so.
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toEqual([])
  expect(elsewhere).toEqual([])

  await phone.open(PATHS.about)
  const href = await page.getByRole('link', { name: /^Public price record/ }).getAttribute('href')
  const answer = await page.request.get(server.url + href)
  expect(answer.status()).toBe(200)
})

import { AxeBuilder } from '@axe-core/playwright'
import type { Locator } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

test('an address is chosen for the payout form, which keeps what was typed', async ({
  page,
  phone,
}) => {
  await phone.open(PATHS.accountDetail)
  await page.getByLabel('Account holder').fill('Wang Xiaoming')
  await page.getByLabel('Branch name or address').fill('1 Long Road')
  await page.getByRole('button', { name: 'Choose a place' }).click()
  await page.getByLabel('City or country').fill('munchen')
  await page.getByRole('button', { name: /^Munich/ }).click()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel('Branch name or address')).toHaveValue(
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
  await expect(page.getByRole('alert')).toContainText('Your browser didn’t allow it')
  await page.getByLabel('City or country').fill('Hanoi')
  await expect(page.getByRole('button', { name: /^Hanoi/ })).toBeVisible()

  await page.context().grantPermissions(['geolocation'], { origin: server.url })
  await page.context().setGeolocation({ latitude: 35.02, longitude: 135.76 })
  // The page still verifies its history meanwhile, so requests are allowed, but none may tell the place.
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(payload.toString())),
  )
  await page.reload()
  await expect(page.getByRole('region', { name: 'Cities in the list' })).toBeVisible()
  await useLocation.click()
  const nearest = page.getByRole('region', { name: 'Nearest cities in the list' })
  await expect(nearest.getByRole('button').first()).toContainText('Kyoto')
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((text) => /35\.0|135\.7|kyoto/i.test(text))).toEqual([])
})

test('an office opens on a map website in a new tab, and the page itself requests nothing there', async ({
  page,
  visitor,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('openstreetmap')) elsewhere.push(request.url())
  })
  const referrers: (string | undefined)[] = []
  await page.context().route('https://www.openstreetmap.org/**', (route) => {
    referrers.push(route.request().headers()['referer'])
    return route.fulfill({ contentType: 'text/html', body: '<title>A map</title>' })
  })
  await visitor.open(PATHS.openLocation)
  await expect(page.getByRole('link', { name: 'Open in a map app' })).toBeVisible()
  await expect(page.getByRole('application')).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'View on OpenStreetMap' }).click()
  const tab = await opened
  await expect(tab).toHaveTitle('A map')
  expect(tab.url()).toContain('mlat=31.2304&mlon=121.4737')
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  expect(referrers).toEqual([undefined])
  expect(elsewhere).toEqual([])
})

async function centreOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test('an office has a sketch of its surroundings that passes the content policy and fits a narrow phone', async ({
  page,
  server,
  visitor,
}) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== server.url || pathname.includes('content-policy')) faults.push(request.url())
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await visitor.open(PATHS.openLocation)
  const sketch = page.getByRole('img', { name: 'Sketch of the surroundings' })
  await expect(sketch).toBeVisible()
  await expect(page.getByText('This is a sketch, not a map.')).toBeVisible()
  const figure = page.getByRole('figure')
  await expect(figure.getByRole('listitem')).toHaveText([
    /Ningbo.*151 km to the south$/,
    /Hangzhou.*165 km to the southwest$/,
    /Nanjing.*269 km to the west$/,
    /Hefei.*408 km to the west$/,
  ])
  const place = await centreOf(sketch)
  const ningbo = await centreOf(sketch.getByText('1'))
  const hefei = await centreOf(sketch.getByText('4'))
  // Ningbo is below the place, and Hefei is to its left and farther away.
  expect(ningbo.y - place.y).toBeGreaterThan(4 * Math.abs(ningbo.x - place.x))
  expect(place.x - hefei.x).toBeGreaterThan(2 * (ningbo.y - place.y))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(faults).toEqual([])
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
  await page.getByRole('button', { name: 'Who can see it' }).click()
  await expect(page.getByRole('heading', { name: 'Who can see it' })).toBeInViewport()
  await page.getByRole('link', { name: /^Next/ }).click()
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

import type { Page } from '@playwright/test'
import { pause } from '#support/until.ts'
import { expect, test } from './support/fixtures.ts'
import { axeFaults, shapeFaults } from './support/screen-faults.ts'

const CHART = '.tv-lightweight-charts'
const STEPS = 12

interface Point {
  x: number
  y: number
}

const pointOf = async (page: Page, acrossShare: number, downShare: number): Promise<Point> => {
  const box = await page.locator(CHART).boundingBox()
  if (box === null) throw new Error('no chart')
  return { x: box.x + box.width * acrossShare, y: box.y + box.height * downShare }
}

async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [from])
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS
    const x = from.x + (to.x - from.x) * share
    await send('touchMove', [{ x, y: from.y + (to.y - from.y) * share }])
    await pause(16)
  }
  await send('touchEnd', [])
  await cdp.detach()
}

interface Stored {
  kind: string
  price?: number
  text?: string
}
const stored = (page: Page): Promise<Stored[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('drawings') ?? '{}').BTCUSDT ?? [])

const choose = async (page: Page, tool: string): Promise<void> => {
  await page.getByRole('button', { name: 'Draw on the chart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: tool }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('lines and notes are placed and moved by touch, while the page still scrolls over the chart', async ({
  page,
  phone,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await page.addInitScript(() => localStorage.setItem('chartStyle', 'candles'))
  await phone.openProduct('BTCUSDT')
  await expect(page.getByText(/^Latest price [\d,.]+; low/)).toBeAttached()

  await choose(page, 'Horizontal line')
  const high = await pointOf(page, 0.3, 0.35)
  await page.touchscreen.tap(high.x, high.y)
  await expect.poll(async () => (await stored(page)).map(({ kind }) => kind)).toEqual(['level'])
  const [before] = await stored(page)
  const low = await pointOf(page, 0.3, 0.55)
  await swipe(page, high, low)
  const priceNow = async () => (await stored(page))[0]?.price
  await expect.poll(priceNow).toBeLessThan(before?.price ?? 0)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await choose(page, 'Trend line')
  await swipe(page, await pointOf(page, 0.15, 0.6), await pointOf(page, 0.5, 0.4))
  await choose(page, 'Note')
  await page.touchscreen.tap(high.x, high.y)
  await page.getByLabel('Text').fill('Support since Monday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await stored(page)).map(({ kind }) => kind))
    .toEqual(['level', 'trend', 'note'])

  const middle = await pointOf(page, 0.6, 0.75)
  await swipe(page, middle, { x: middle.x, y: middle.y - 120 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60)
  await page.evaluate(() => scrollTo(0, 0))

  await page.getByRole('button', { name: 'Live line' }).click()
  await page.getByRole('button', { name: 'Draw on the chart' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
  expect(await axeFaults(page)).toEqual([])
  expect(await shapeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await phone.logOut()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drawings'))).toBeNull()
})

test('a held star chooses among lists, and favourites keep the order they are dragged to', async ({
  page,
  phone,
}) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('favourites') === null)
      localStorage.setItem('favourites', '["BTCUSDT","GC","EURUSD"]')
  })
  await phone.openProducts()
  await page.getByRole('tab', { name: 'Favourites' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const sheet = page.getByRole('dialog')
  const grip = sheet.getByRole('button', { name: /^Move Bitcoin, position 1/ })
  // The sheet has come to rest, and takes touches.
  await grip.click({ trial: true })
  const handle = await grip.boundingBox()
  const from = { x: (handle?.x ?? 0) + 22, y: (handle?.y ?? 0) + 22 }
  await swipe(page, from, { x: from.x, y: from.y + 115 })
  await expect(sheet.getByRole('button', { name: /^Move Bitcoin, position 3/ })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  const links = page.getByRole('tabpanel').getByRole('link')
  await expect(links.last()).toHaveAttribute('href', /BTCUSDT/)
  const favourite = page.getByRole('button', { name: /^Favourite: Bitcoin/ })
  await favourite.click({ trial: true })
  const star = await favourite.boundingBox()
  const cdp = await page.context().newCDPSession(page)
  const touchPoints = [{ x: (star?.x ?? 0) + 20, y: (star?.y ?? 0) + 20 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(sheet.getByRole('switch', { name: /^Favourites/ })).toBeChecked()
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  expect(await shapeFaults(page)).toEqual([])
})

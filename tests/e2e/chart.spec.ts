import type { Page } from '@playwright/test'
import { pause } from '#support/until.ts'
import { inkOf } from './support/chart-ink.ts'
import { expect, test } from './support/fixtures.ts'
import { expectPictured } from './support/pictured.ts'
import { axeFaults, shapeFaults } from './support/screen-faults.ts'

interface Point {
  x: number
  y: number
}

/** What is drawn of orders, in whichever colour of a result they have at the moment. */
async function orderInk(page: Page): Promise<{ points: number; tallest: number }> {
  const inks = [await inkOf(page, 'up'), await inkOf(page, 'down'), await inkOf(page, 'ink-3')]
  return {
    points: inks.reduce((sum, { points }) => sum + points, 0),
    tallest: Math.max(...inks.map(({ tallest }) => tallest)),
  }
}

const SWIPE_STEPS = 12

/** A finger that rests this long before it lifts leaves the page without momentum. */
const REST_MS = 150

type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => Promise<unknown>

/** One finger, moved step by step. */
async function withFinger(page: Page, work: (send: Touch) => Promise<void>): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await work((type, touchPoints) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints }))
  await cdp.detach()
}

/** From a point by so many px, as slowly as a person. */
const swipe = (page: Page, from: Point, by: Point): Promise<void> =>
  withFinger(page, async (send) => {
    await send('touchStart', [from])
    for (let step = 1; step <= SWIPE_STEPS; step += 1) {
      const share = step / SWIPE_STEPS
      await send('touchMove', [{ x: from.x + by.x * share, y: from.y + by.y * share }])
      await pause(16)
    }
    await pause(REST_MS)
    await send('touchEnd', [])
  })

/** Both taps are on their way before the first is answered: two that are further apart are two taps. */
const tapTwice = (page: Page, at: Point): Promise<void> =>
  withFinger(page, async (send) => {
    const sent = [0, 1].flatMap(() => [send('touchStart', [at]), send('touchEnd', [])])
    await Promise.all(sent)
  })

/** The crosshair is drawn while the finger rests, and gone when it has lifted. */
const press = (page: Page, at: Point): Promise<void> =>
  withFinger(page, async (send) => {
    const crosshair = page.locator('[data-live-chart][data-pointed] canvas').first()
    await expect(crosshair).toHaveCount(0)
    await send('touchStart', [at])
    await expect(crosshair).toBeVisible()
    await send('touchEnd', [])
    await expect(crosshair).toHaveCount(0)
  })

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`no ${selector}`)
  return box
}
const BUTTONS = '[data-order-buttons]'
const CHART = '.tv-lightweight-charts'
const SIDE = { width: 844, height: 390 }

type Box = Awaited<ReturnType<typeof boxOf>>

/** Waits until the chart and the order buttons have their places: a page takes a moment for a new layout. */
const placed = (page: Page, look: (chart: Box, buttons: Box) => void): Promise<void> =>
  expect(async () => look(await boxOf(page, CHART), await boxOf(page, BUTTONS))).toPass()

test('a 30-second order is drawn from its entry to its expiry, and ends in a dot', async ({
  page,
  phone,
  server,
}) => {
  await phone.openProduct('BTCUSDT')
  await expect.poll(async () => (await inkOf(page, 'info')).points).toBeGreaterThan(50)
  expect((await inkOf(page, 'up')).points + (await inkOf(page, 'down')).points).toBe(0)
  expect((await orderInk(page)).tallest).toBeLessThan(40)
  // The library's canvases are as known: otherwise the whole chart is drawn for each movement.
  await expect(page.locator('[data-live-chart] [data-crosshair]')).not.toHaveCount(0)
  await expect(page.getByText(/^Latest price [\d,.]+; low [\d,.]+ and high/)).toBeAttached()
  await phone.buy('up', '25', /^30 s/)
  // The entry line, and the marker of the expiry: a dashed column over half of the chart.
  await expect.poll(async () => (await orderInk(page)).tallest).toBeGreaterThan(100)
  await expectPictured(page, 'live')

  const upright = page.viewportSize()
  await page.setViewportSize(SIDE)
  await placed(page, (chart, buttons) => {
    expect(buttons.x).toBeGreaterThanOrEqual(chart.x + chart.width)
    expect(chart.height).toBeGreaterThan(200)
  })
  await expect(page.getByRole('main').getByText('Practice money')).toBeVisible()
  await expect.poll(async () => (await orderInk(page)).tallest).toBeGreaterThan(80)
  // They rest after an order, and fade in when they no longer do.
  await expect(page.locator(`${BUTTONS} button:disabled`)).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])

  await phone.seeResult(() => server.play(30_000))
  await expect.poll(async () => (await orderInk(page)).tallest).toBeLessThan(40)
  await expect.poll(async () => (await orderInk(page)).points).toBeGreaterThan(40)
  if (upright !== null) await page.setViewportSize(upright)
  await expectPictured(page, 'result')
})

test('the page scrolls over the chart, and a drag to the past can be taken back', async ({
  page,
  phone,
}) => {
  await page.setViewportSize({ width: 390, height: 640 })
  await phone.openProduct('BTCUSDT')
  await expect.poll(async () => (await inkOf(page, 'info')).points).toBeGreaterThan(50)
  const { x, y, width, height } = await boxOf(page, CHART)
  const middle = { x: x + width / 4, y: y + height / 2 }
  await press(page, middle)
  // On a busy machine a finger may rest so long before it moves that the chart takes it for a press.
  await expect(async () => {
    await swipe(page, middle, { x: 0, y: -120 })
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 2_000 }).toBeGreaterThan(60)
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
  const back = page.getByRole('button', { name: 'Back to now' })
  await expect(back).toHaveCount(0)
  await swipe(page, middle, { x: 200, y: 0 })
  await swipe(page, middle, { x: 200, y: 0 })
  await back.click()
  await expect(back).toHaveCount(0)
  await swipe(page, middle, { x: 200, y: 0 })
  await swipe(page, middle, { x: 200, y: 0 })
  await expect(back).toBeVisible()
  await tapTwice(page, middle)
  await expect(back).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a full-screen button does what turning the phone does', async ({ page, phone }) => {
  await phone.openProduct('BTCUSDT')
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await placed(page, (chart, buttons) => {
    expect(chart.height).toBeGreaterThan(450)
    expect(buttons.y).toBeGreaterThanOrEqual(chart.y + chart.height)
  })
  await expect(page.getByText('My positions')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  await page.goBack()
  await expect(page.getByText('My positions')).toBeVisible()
  await expect(page).toHaveURL(/Detail/)
})

test('every interval can be reached, and every pane seen, at 360 px in German and Thai', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.addInitScript(() => {
    localStorage.setItem('chartStyle', 'candles')
    localStorage.setItem('chartIndicators', '["boll","macd","rsi"]')
  })
  const list = page.locator('section select')
  for (const language of ['de', 'th']) {
    await page.goto(`${server.url}/#/pages/Detail/Detail?symbol=BTCUSDT`)
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.reload()
    await expect(page.locator(`html[lang=${language}]`)).toBeAttached()
    await expect(page.locator(CHART)).toBeVisible()
    await expect(list.locator('option')).toHaveCount(9)
    await expect(async () => {
      const box = await list.boundingBox()
      const row = await list.locator('..').boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360)
      // One row with the kinds and the tools.
      expect(row?.height).toBeLessThan(1.5 * (box?.height ?? 0))
    }).toPass()
    for (const option of await list.locator('option').all()) {
      const value = (await option.getAttribute('value')) ?? ''
      await list.selectOption(value)
      await expect(list).toHaveValue(value)
      await expect(page.locator(CHART)).toBeVisible()
    }
    await placed(page, (chart, buttons) =>
      expect(chart.y + chart.height).toBeLessThanOrEqual(buttons.y),
    )
    expect(await shapeFaults(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await shapeFaults(page)).toEqual([])
  await expect(page.locator(CHART)).toBeVisible()
})

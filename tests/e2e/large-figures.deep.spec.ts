import type { Page } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { figureFaults } from './support/figures.ts'
import { expect, test } from './support/fixtures.ts'
import { buyByMouse } from './support/large-screen.ts'
import { looksOf } from './support/looks.ts'

test.use({ isMobile: false, hasTouch: false, viewport: { width: 1_440, height: 900 } })

/** The part of the window that the chart has. */
const chartPart = (page: Page) =>
  page.evaluate(() => {
    const { width = 0, height = 0 } =
      document.querySelector('#chart-pane')?.getBoundingClientRect() ?? {}
    return (width * height) / (innerWidth * innerHeight)
  })

test('the chart has most of a large window, also above six rows of positions', async ({
  page,
  phone,
}) => {
  await phone.open(productPath('BTCUSDT'))
  const dock = page.getByRole('tablist', { name: 'My positions' })
  await expect(dock).toBeVisible()
  await expect.poll(() => chartPart(page)).toBeGreaterThanOrEqual(0.45)
  const list = page.getByRole('separator', { name: 'Width of the product list' })
  await expect(list).toHaveAttribute('aria-valuenow', '400')
  await page.getByRole('button', { name: 'Show the positions' }).click()
  const pane = page.getByRole('tabpanel', { name: 'Open' })
  await expect(pane).toBeVisible()
  const headings = 28
  const { height = 0 } = (await pane.boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(headings + 6 * 28)
  await expect.poll(() => chartPart(page)).toBeGreaterThanOrEqual(0.45)
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await expect.poll(() => chartPart(page)).toBeGreaterThanOrEqual(0.55)
  // There the dock is below the chart, with all of its columns.
  await page.setViewportSize({ width: 2_560, height: 1_440 })
  await expect.poll(() => chartPart(page)).toBeGreaterThanOrEqual(0.55)
})

test('in a low window, payout, loss and order button are in view, also with an error shown', async ({
  page,
  phone,
}) => {
  await page.setViewportSize({ width: 1_280, height: 720 })
  await phone.open(productPath('BTCUSDT'))
  await page.locator('[data-shortcut=up]:enabled').first().click()
  const ticket = page.getByRole('complementary', { name: 'Order ticket' })
  await ticket.getByLabel('Amount', { exact: true }).fill('99999')
  await expect(ticket.getByText(/^At most/)).toBeInViewport({ ratio: 1 })
  await expect(ticket.getByText(/^Get .* risk/)).toBeInViewport({ ratio: 1 })
  await expect(ticket.getByRole('button', { name: /^Up/ })).toBeInViewport({ ratio: 1 })
  await expect(ticket.getByRole('radio', { name: /^15 min/ })).toBeInViewport({ ratio: 1 })
})

test('no figure is cut or split and no name is broken, in any language and however narrow the panes are', async ({
  page,
  phone,
}) => {
  test.setTimeout(240_000)
  await phone.open(productPath('BTCUSDT'))
  await expect(page.locator('[data-quote=live]').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Open' }).click()
  for (const width of looksOf([2_560, 1_280], [1_920])) {
    await page.setViewportSize({ width, height: 900 })
    expect(await figureFaults(page, LANGUAGE_CODES), `at ${width} px`).toEqual([])
  }
  await figureFaults(page, ['en'])
  await page.getByRole('separator', { name: 'Width of the product list' }).press('Home')
  await page.getByRole('separator', { name: 'Width of the order ticket' }).press('Home')
  expect(await figureFaults(page, LANGUAGE_CODES), 'in the narrowest panes').toEqual([])
})

test('orders and records are tables beside the links to each other, and their columns fit in any language', async ({
  page,
  phone,
}) => {
  test.setTimeout(120_000)
  await buyByMouse(phone, { isAtSide: true })
  for (const path of [PATHS.orders, PATHS.fundRecords]) {
    await page.setViewportSize({ width: 1_280, height: 900 })
    await phone.open(path)
    await expect(page.getByRole('table').getByRole('button').nth(1)).toBeVisible()
    const links = page.getByRole('navigation', { name: 'My pages' })
    await expect(links.locator('[aria-current=page]')).toBeVisible()
    const side = await links.boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0)
    // Until their code is loaded, the page is where it will be.
    await links.evaluate((nav) => nav.style.setProperty('display', 'none'))
    expect(await page.getByRole('main').boundingBox()).toEqual(main)
    await page.locator('[data-side]').evaluate((nav) => nav.removeAttribute('style'))
    for (const width of looksOf([1_280], [1_920])) {
      await page.setViewportSize({ width, height: 900 })
      expect(await figureFaults(page, LANGUAGE_CODES), `${path} at ${width} px`).toEqual([])
    }
    await figureFaults(page, ['en'])
  }
})

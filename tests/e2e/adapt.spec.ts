/** Large text, a window as low as with a zoom of 400 %, forced colours: only a browser shows what they do. */
import type { Page } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { ROW } from './support/large-screen.ts'

const BITCOIN = productPath('BTCUSDT')

/** How far the page reaches beyond the window, px. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** The narrowest name of the list, in characters of its own font. */
const narrowestName = (page: Page): Promise<number> =>
  page.locator(`${ROW} > span:first-child`).evaluateAll((names) => {
    const widths = names.map((name) => {
      const { fontSize } = getComputedStyle(name.firstElementChild ?? name)
      return name.getBoundingClientRect().width / (Number.parseFloat(fontSize) / 2)
    })
    return Math.min(...widths)
  })

/** Height of all that stays at the edges of the window when the page scrolls. */
const stuckPx = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).position === 'sticky')
      .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
  )

for (const language of ['en', 'de', 'th'])
  test(`with text of 200 % and in a low window, names can be read (${language})`, async ({
    page,
    visitor,
  }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        if (sessionStorage.getItem('large') === null) return
        document.documentElement.style.fontSize = '32px'
      })
    })
    await visitor.open(PATHS.products, language)
    await page.evaluate(() => sessionStorage.setItem('large', 'yes'))
    await page.reload()
    await expect(page.locator(`${ROW} [data-quote=live]`).first()).toBeVisible()
    await expect.poll(() => narrowestName(page)).toBeGreaterThan(10)
    await expect.poll(() => overhang(page)).toBeLessThanOrEqual(0)
    await visitor.open(BITCOIN, language)
    await expect(page.locator('[data-quote=live]').first()).toBeVisible()
    await expect.poll(() => overhang(page)).toBeLessThanOrEqual(0)

    await page.evaluate(() => sessionStorage.removeItem('large'))
    await page.setViewportSize({ width: 320, height: 256 })
    await page.reload()
    await expect(page.locator('[data-order-buttons] button').first()).toBeVisible()
    await expect.poll(() => overhang(page)).toBeLessThanOrEqual(0)
    await expect.poll(() => stuckPx(page)).toBeLessThanOrEqual(100)
  })

test('with forced colours, buttons have a border and what is selected is told apart', async ({
  page,
  phone,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await phone.open(BITCOIN)
  const up = page.getByRole('button', { name: /^Up/ }).first()
  await expect(up).toHaveCSS('border-top-style', 'solid')
  await expect(up).toHaveCSS('border-top-width', '1px')
  const spans = page.getByRole('group').getByRole('button', { pressed: true }).first()
  const others = page.getByRole('group').getByRole('button', { pressed: false }).first()
  const colourOf = (button: typeof spans) =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect.poll(async () => (await colourOf(spans)) === (await colourOf(others))).toBe(false)
  await up.click()
  const chosen = page.getByRole('radio', { name: 'Up', exact: true })
  const other = page.getByRole('radio', { name: 'Down', exact: true })
  await expect.poll(async () => (await colourOf(chosen)) === (await colourOf(other))).toBe(false)
})

/** By keyboard alone: the way past the list, and a focus that is never lost. */
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { ROW, searchOf } from './support/large-screen.ts'

/** What was pressed longer ago is not played, so a page that needs longer is opened once more. */
const KEPT_MS = 10_000
const ON_A_SLOW_MACHINE = { timeout: 100_000, intervals: [0] }

test.use({ viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false })

test('keys typed at once are not lost, the list is one tab stop, and the focus stays on the page', async ({
  page,
  phone,
}) => {
  await expect(async () => {
    await phone.open(PATHS.products)
    await expect(page.locator(`${ROW} [data-quote=live]`).first()).toBeVisible()
    await page.keyboard.type('/eurusd', { delay: 60 })
    await expect(searchOf(page)).toHaveValue('eurusd', { timeout: KEPT_MS })
  }).toPass(ON_A_SLOW_MACHINE)
  await searchOf(page).fill('')

  const skip = page.getByRole('button', { name: 'Skip to content' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.getByRole('button', { name: 'Order ticket' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#ticket-pane')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('u')
  await page.keyboard.press('Escape')
  const isOnBody = () => page.evaluate(() => document.activeElement === document.body)
  await expect.poll(isOnBody).toBe(false)

  await page.locator('[data-rows]').focus()
  const isOnRow = (selector: string) =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  await expect.poll(() => isOnRow(ROW)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => isOnRow('[data-star]')).toBe(true)
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-rows]') === null))
    .toBe(true)

  const paneNow = () =>
    page.evaluate(() => document.activeElement?.closest('[data-shortcut=pane]')?.id)
  await page.locator('[data-rows]').focus()
  await page.keyboard.press('F6')
  await expect.poll(paneNow).toBe('positions-pane')
  await page.keyboard.press('F6')
  await expect.poll(paneNow).toBe('chart-pane')
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await expect.poll(paneNow).toBe('list-pane')
  await page.keyboard.press('Shift+F6')
  await expect.poll(paneNow).toBe('ticket-pane')
})

test('keys typed before the app has loaded are played when its page is there', async ({
  page,
  phone,
}) => {
  await expect(async () => {
    const app = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await app.promise
      await route.continue()
    })
    const opened = phone.open(PATHS.products)
    await expect(page.locator('[data-quote]').first()).toBeVisible()
    await page.keyboard.type('/eurusd')
    app.resolve()
    await opened
    await page.unroute('**/assets/*.js')
    await expect(searchOf(page)).toHaveValue('eurusd', { timeout: KEPT_MS })
  }).toPass(ON_A_SLOW_MACHINE)
})

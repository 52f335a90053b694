import { PATHS, productPath } from '#lib/paths.ts'
import { pause } from '#support/until.ts'
import { expect, test } from './support/fixtures.ts'
import { buyByKeyboard, buyByMouse, ROW, ticketOf } from './support/large-screen.ts'
import { looksOf } from './support/looks.ts'
import { axeFaults, darkFaults, shapeFaults } from './support/screen-faults.ts'

test.use({ isMobile: false, hasTouch: false })

/** A row that is not mounted at first, and is there without a search. */
const LATER_ROW = 24

const SIZES = looksOf(
  [
    { width: 844, height: 390, isAtSide: false },
    { width: 1_280, height: 800, isAtSide: true },
  ],
  [{ width: 820, height: 1_180, isAtSide: false }],
)

for (const { isAtSide, ...viewport } of SIZES) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('an order is placed by mouse, on a screen that fits and is accessible in light and dark', async ({
      books,
      page,
      phone,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const look = async (): Promise<void> => {
        const faults = [await shapeFaults(page), await axeFaults(page), await darkFaults(page)]
        expect(faults.flat()).toEqual([])
      }
      await buyByMouse(phone, { isAtSide, look })
      expect(await books.orders()).toHaveLength(1)
    })

    test('an order is placed by keyboard alone', async ({ books, phone }) => {
      await buyByKeyboard(phone)
      expect(await books.orders()).toHaveLength(1)
    })
  })
}

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('a click opens a product while the list still scrolls', async ({ page, phone }) => {
    await phone.open(PATHS.products)
    const row = page.locator(ROW).first()
    await row.hover({ position: { x: 40, y: 10 } })
    await page.mouse.wheel(0, 40)
    await page.waitForFunction(() => scrollY > 0)
    // Two frames later the list has said what a click can reach.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    await page.mouse.down()
    await page.mouse.up()
    await expect(page).toHaveURL(/symbol=/)
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1_920, height: 1_080 } })

  test('two products are beside each other, and the ticket belongs to the one that is clicked into', async ({
    page,
    phone,
  }) => {
    await phone.open(productPath('BTCUSDT'))
    await page.getByRole('button', { name: 'Second chart' }).click()
    const left = page.getByRole('region', { name: 'Chart 1: Bitcoin' })
    const right = page.getByRole('region', { name: 'Chart 2: Ether' })
    await expect(left).toBeVisible()
    await expect(right.getByText('Times are local')).toBeVisible()
    await page.locator('[data-shortcut=up]:enabled').first().click()
    await right.click({ position: { x: 200, y: 400 } })
    await expect(page).toHaveURL(/symbol=ETHUSDT/)
    await expect(ticketOf(page).getByText('Ether')).toBeVisible()
    await expect(ticketOf(page).getByText('Choose Up or Down first.')).toBeVisible()
    // What one of them is, both are.
    await right.getByRole('button', { name: 'Candles' }).click()
    const candles = page.getByRole('button', { name: 'Candles', pressed: true })
    await expect(candles).toHaveCount(2)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Synchronise the charts' }).click()
    await expect(candles).toHaveCount(1)

    await page.setViewportSize({ width: 1_440, height: 900 })
    await expect(page.getByRole('region', { name: 'Price chart' })).toBeVisible()
    await page.setViewportSize({ width: 1_920, height: 1_080 })
    await page.reload()
    await expect(right).toBeVisible()
    await page.getByRole('button', { name: 'Close this chart' }).first().click()
    await expect(page.getByRole('region', { name: 'Price chart' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Ether' })).toBeVisible()
  })
})

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1_280, height: 800 } })

  test('panes change their size by keyboard and by pointer, and keep it', async ({
    page,
    phone,
  }) => {
    await phone.open(productPath('BTCUSDT'))
    const list = page.getByRole('separator', { name: 'Width of the product list' })
    const ticket = page.getByRole('separator', { name: 'Width of the order ticket' })
    await list.press('ArrowRight')
    await expect(list).toHaveAttribute('aria-valuenow', '416')
    await ticket.hover({ position: { x: 4, y: 200 } })
    const { x = 0, y = 0 } = (await ticket.boundingBox()) ?? {}
    await page.mouse.down()
    await page.mouse.move(x - 36, y + 200, { steps: 4 })
    await page.mouse.up()
    await expect(ticket).toHaveAttribute('aria-valuenow', '320')
    await page.reload()
    await expect(list).toHaveAttribute('aria-valuenow', '416')
    await expect(ticket).toHaveAttribute('aria-valuenow', '320')
  })

  test('only visible rows are mounted, and arrow keys reach the others', async ({
    page,
    phone,
  }) => {
    await phone.open(PATHS.products)
    const rows = page.locator(ROW)
    await expect(rows.first()).toBeVisible()
    expect(await rows.count()).toBeLessThan(24)
    const mounted = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href')))
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')
    await rows.first().focus()
    // The first key loads the shortcuts.
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(mounted[1])
    // Faster than the list mounts rows.
    for (let i = 1; i < LATER_ROW; i += 1) await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toMatch(/symbol=/)
    expect(mounted).not.toContain(await focused())
    const steps = await page
      .locator('[data-shortcut=row]')
      .evaluateAll((all) => all.findIndex((row) => row === document.activeElement))
    expect(steps).toBe(LATER_ROW)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/symbol=/)
  })

  test('two clicks on one place place one order', async ({ books, page, phone }) => {
    await phone.open(productPath('BTCUSDT'))
    await page.locator('[data-shortcut=up]:enabled').first().click()
    const send = ticketOf(page).getByRole('button', { name: /^Up/ })
    await send.click({ trial: true })
    const { x = 0, y = 0, width = 0, height = 0 } = (await send.boundingBox()) ?? {}
    for (let i = 0; i < 8; i += 1) {
      await page.mouse.click(x + width / 2, y + height / 2)
      await pause(280)
    }
    await expect(ticketOf(page).getByText('Choose Up or Down first.')).toBeVisible()
    expect(await books.orders()).toHaveLength(1)
  })

  test('? shows all shortcuts, where they can be turned off for this device', async ({
    page,
    phone,
  }) => {
    await phone.open(productPath('BTCUSDT'))
    await expect(page.locator('[data-shortcut=up]:enabled').first()).toBeVisible()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await help.getByRole('switch').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('u')
    await expect(page.getByText('Choose Up or Down first.')).toBeVisible()
  })
})

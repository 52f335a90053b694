import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { buyByMouse, ROW, searchOf, ticketOf } from './support/large-screen.ts'
import { expectPictured } from './support/pictured.ts'

test.use({ viewport: { width: 1_280, height: 800 }, isMobile: false, hasTouch: false })

test('on a laptop, the list streams on while the product beside it changes and is bought', async ({
  books,
  page,
  phone,
}) => {
  await buyByMouse(phone, { isAtSide: true })
  expect(await books.orders()).toHaveLength(1)
  // The next order needs a direction of its own.
  await expect(ticketOf(page).getByText('Choose Up or Down first.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'My positions' }).getByRole('timer')).toBeVisible()

  const list = await searchOf(page).elementHandle()
  await searchOf(page).fill('')
  await expectPictured(page, 'panes')
  const name = await page.locator(ROW).first().getByText('Gold futures').boundingBox()
  const figure = await page.locator(ROW).first().locator('[data-quote]').boundingBox()
  expect(figure?.y, 'the price is on the line of the name').toBeLessThan(
    (name?.y ?? 0) + (name?.height ?? 0),
  )
  await searchOf(page).fill('USDT')
  await page.locator(ROW, { hasText: 'ETHUSDT' }).click()
  await expect(page).toHaveURL(/symbol=ETHUSDT/)
  const isSame = await searchOf(page).evaluate((now, before) => now === before, list)
  expect(isSame).toBe(true)
  await expect(searchOf(page)).toHaveValue('USDT')
  await expect(page.getByRole('heading', { level: 1, name: 'Ether', exact: true })).toBeVisible()
  const price = page.locator(ROW, { hasText: 'BTCUSDT' }).locator('[data-quote=live]')
  const before = await price.innerText()
  await expect(price).not.toHaveText(before)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin', exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(PATHS.productDetail))
})

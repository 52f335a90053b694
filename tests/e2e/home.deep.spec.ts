import type { Page } from '@playwright/test'
import { articlePath, PATHS } from '#lib/paths.ts'
import { inBooks } from './support/books.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import { placeOrder } from './support/ready-user.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const recommended = (page: Page) => page.getByRole('region', { name: 'Product recommendations' })

test('the language changes from home, and an article opens by its link alone', async ({
  page,
  phone,
  server,
}) => {
  await phone.open(PATHS.home)
  await page.getByRole('button', { name: 'Language English' }).click()
  await page.getByRole('dialog').getByText('Deutsch').click()
  await expect(title(page)).toHaveText('Start')
  await page.goto(`${server.url}/#${articlePath('result')}`)
  await expect(page.getByRole('heading', { name: 'Wie ein Ergebnis entsteht' })).toBeVisible()
  await page.getByRole('link', { name: /Was Übungsgeld ist/ }).click()
  await expect(page.getByRole('heading', { name: 'Was Übungsgeld ist' })).toBeInViewport()
})

test.describe('without practice money', () => {
  test.use({ progress: { money: false } })

  test('a new user takes practice money, deposits and sees their order arrive, all from home', async ({
    books,
    page,
    phone,
    user,
  }) => {
    await phone.open(PATHS.home)
    const total = page.getByRole('status', { name: 'Total assets' })
    await expect(total).toHaveText('0.00')
    await page.getByRole('button', { name: 'Get practice money' }).click()
    await expect(total).toHaveText('10,000.00')
    await expect(page.getByRole('link', { name: 'Trade products' })).toBeVisible()

    await page.getByRole('button', { name: 'Quick deposit' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Amount', { exact: true }).fill('120')
    await sheet.locator('button[type=submit]').click()
    await expect(sheet).toBeHidden()
    await inBooks(async () => (await books.deposits()).map(({ amount }) => amount), ['12000'])

    const block = page.getByRole('region', { name: 'My orders' })
    await expect(block.getByText('No orders')).toBeVisible()
    await placeOrder(user.caller, { durationMs: 900_000 })
    await expect(block.getByRole('listitem')).toHaveCount(1)
    await block.getByRole('tab', { name: 'Positions 1' }).click()
    await expect(block.getByRole('timer')).toBeVisible()
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
    await expect(shortcuts.getByRole('link', { name: /^My orders/ })).toContainText('1 open')
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await expect(total).toHaveText('••••')
  })
})

test('rows that are far out of sight ask for no prices', async ({ page, server }) => {
  await new Phone(page, server).open(PATHS.home)
  await expect(recommended(page).locator('[data-quote]').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 300 })
  await page.getByRole('link', { name: 'Privacy policy' }).scrollIntoViewIfNeeded()
  await expect(recommended(page).locator('[data-quote]')).toHaveCount(0)
  await recommended(page).scrollIntoViewIfNeeded()
  await expect(recommended(page).locator('[data-quote=live]').first()).toBeVisible()
})

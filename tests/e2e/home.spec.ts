import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('a visitor sees live prices, and every link of home leads to a page of its own', async ({
  page,
  server,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await new Phone(page, server).open(PATHS.home)
  await expect(
    page
      .getByRole('region', { name: 'Product recommendations' })
      .locator('[data-quote=live]')
      .first(),
  ).toBeVisible()
  const links = page.locator('main a[href]')
  await expect.poll(() => links.count()).toBeGreaterThan(15)
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const href of new Set(hrefs)) {
    await page.goto(`${server.url}/${href}`)
    await expect(title(page)).toBeVisible()
    await expect(title(page)).not.toHaveText(/^(Home|Page not found)$/)
    await expect(page.locator('main')).not.toBeEmpty()
  }
  expect(faults).toEqual([])
})

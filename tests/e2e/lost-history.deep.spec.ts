import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lostReceiptIn } from '#support/lost-receipt.ts'
import { expect, test } from './support/fixtures.ts'
import { expectAccessible } from './support/receipt.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'dist', 'fairtick-verify.html')

test('the page that works offline says that the server lost the history of a receipt', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-lost-'))
  const { receipt, starts, checkpoints, key } = lostReceiptIn(folder)
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: { width: 320, height: 740 },
  })
  const page = await context.newPage()
  await page.goto(`file://${PAGE}`)
  const input = page.locator('input[type=file]')
  const section = page.locator('section[data-verdict=holds]')
  const restored = page.locator('[data-restored]')

  await input.setInputFiles([receipt, key])
  await expect(section).toHaveCount(1)
  await expect(restored).toHaveCount(0)
  await input.setInputFiles(starts)
  await expect(page.getByText('Kein mit dem vertrauenswürdigen Schlüssel signierter')).toBeVisible()
  await input.setInputFiles(checkpoints)
  await expect(restored).toContainText('Der Server hat diesen Teil seines Protokolls verloren')
  await expect(section).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
  await context.close()
  rmSync(folder, { recursive: true })
})

/** Screens of a live market in the languages and sizes in which texts are longest, and on a large window. */
import { expect, type Page, test } from '@playwright/test'
import { ALL_LOOKS } from './looks.ts'
import { shapeFaults } from './screen-faults.ts'

const PHONE = { width: 320, height: 640 }
const WINDOW = { width: 1_280, height: 800 }
const LANGUAGES = ['de', 'th', 'zh-CN', 'en'] as const
/** Each load takes seconds, so a run has time for three. */
const PAIRS = ALL_LOOKS
  ? [PHONE, WINDOW].flatMap((size) => LANGUAGES.map((language) => [language, size] as const))
  : ([
      ['de', PHONE],
      ['th', PHONE],
      ['zh-CN', WINDOW],
    ] as const)

/**
 * Looks at a screen in each language, and keeps a picture of each. The page is loaded for each of them, so
 * that no text and no part of another layout is loaded while it is shown.
 */
export async function looked(
  page: Page,
  name: string,
  look: (language: string) => Promise<void>,
): Promise<void> {
  const address = page.url()
  const shown = async (language: string, size: typeof PHONE): Promise<void> => {
    await page.evaluate((code) => localStorage.setItem('language', code), language)
    await page.goto('about:blank')
    await page.setViewportSize(size)
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  for (const [language, size] of PAIRS) {
    await shown(language, size)
    await look(language)
    expect(await shapeFaults(page)).toEqual([])
    const path = test.info().outputPath(`${name}-${language}-${size.width}.png`)
    await page.screenshot({ path })
  }
  await shown('en', PHONE)
}

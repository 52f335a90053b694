import type { Page } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { lookAs, open, speak } from './support/looking.ts'
import {
  axeFaults,
  darkFaults,
  errorsOf,
  shapeFaults,
  untranslated,
} from './support/screen-faults.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'

/**
 * The languages in which axe looks. Its rules judge roles, names and colours, which one page has in every language;
 * what depends on the language is whether texts exist, which `untranslated` sees in all ten, and which text overflows,
 * scrolls or overlaps. For that these three are the extremes: the shortest, the longest, and the tallest letters
 * without spaces. They also have both direction colours: red rises in Chinese, green in the others.
 */
const AXE_LANGUAGES: readonly string[] = ['zh-CN', 'de', 'th']
/** The last one has columns, tables and panes, in which axe looks once. */
const WIDTHS = [320, 390, 768, 1_280]
const WIDEST = 1_280
/** A window that gets panes opens the page afresh, without a sheet over it. */
const WITHOUT_PANES = [320, 390]

/** Looks at the open screen in one language at each width, and in the extreme ones with axe at the narrowest. */
async function faultsIn(page: Page, language: string, widths: number[]): Promise<string[]> {
  await speak(page, language)
  const faults: string[] = []
  // From where the last language ended.
  const { width: last = 0 } = page.viewportSize() ?? {}
  for (const width of last === widths[0] ? widths : widths.toReversed()) {
    await page.setViewportSize({ width, height: 640 })
    faults.push(...(await shapeFaults(page)))
    const isAxes =
      width === 320 ? AXE_LANGUAGES.includes(language) : width === WIDEST && language === 'de'
    if (!isAxes) continue
    faults.push(...(await axeFaults(page)), ...(await darkFaults(page)))
  }
  return [...faults, ...(await untranslated(page))].map((fault) => `${language}: ${fault}`)
}

const PARTS = VIEWERS.flatMap((viewer) => {
  const screens = SCREENS.filter((screen) => screen.viewer === viewer)
  const half = screens.length / 2
  return [
    { viewer, part: 'first', screens: screens.slice(0, half) },
    { viewer, part: 'second', screens: screens.slice(half) },
  ]
})

for (const { viewer, part, screens } of PARTS) {
  test(`the ${part} half of ${viewer} screens fits, is translated and accessible everywhere`, async ({
    gallery,
    page,
  }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 640 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await lookAs(page, gallery, { viewer, language: 'en' })
    const errors = errorsOf(page)
    const faults: string[] = []
    for (const screen of screens) {
      await open(page, gallery, screen)
      const found: string[] = []
      const widths = screen.tap === 'down' ? WITHOUT_PANES : WIDTHS
      for (const language of LANGUAGE_CODES) found.push(...(await faultsIn(page, language, widths)))
      for (const fault of [...found, ...errors.splice(0)]) faults.push(`${screen.name}: ${fault}`)
    }
    expect(faults).toEqual([])
  })
}

import type { Page } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { settle, speak } from './support/looking.ts'
import { axeFaults, darkFaults, languageFaults, textFaults, walk } from './support/screen-faults.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'

/**
 * In which languages axe looks. Most of its rules judge roles, names and colours, which a page has in every language,
 * so all of them run in one. The others are the extremes of what depends on the language: the shortest texts, and the
 * tallest letters without spaces. That texts exist, `untranslated` sees in all ten.
 */
const ALL_RULES = 'de'
const TEXT_RULES: readonly string[] = ['zh-CN', 'th']
/** Red rises there, and falls in the others. */
const OTHER_COLOURS = 'zh-CN'
/** The last one has columns, tables and panes, in which axe looks once. */
const NARROWEST = 320
const WIDEST = 1_280
const WIDTHS = [NARROWEST, 390, 768, WIDEST]
/** Between them, what fits in the languages with the longest words and the tallest letters fits in all. */
const LANGUAGES_BETWEEN = LANGUAGE_CODES.filter((code) => ['de', 'fr', 'th'].includes(code))
/** A window that gets panes opens the page afresh, without a sheet over it. */
const WITHOUT_PANES = [NARROWEST, 390]

/** Looks with axe in the extreme languages, of which the widest window needs one. */
async function axeFaultsAt(page: Page, width: number): Promise<string[]> {
  const faults: string[] = []
  const looks = {
    [ALL_RULES]: axeFaults,
    ...Object.fromEntries(TEXT_RULES.map((each) => [each, textFaults])),
  }
  for (const [language, look] of Object.entries(looks)) {
    if (width === WIDEST && language !== ALL_RULES) continue
    await speak(page, language)
    const found = await look(page)
    if (language === ALL_RULES || language === OTHER_COLOURS)
      found.push(...(await darkFaults(page)))
    faults.push(...found.map((fault) => `${language}: ${fault}`))
  }
  return faults
}

/** Looks at the open screen at each width. */
async function faultsIn(page: Page, widths: number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await settle(page)
    const isExtreme = width === NARROWEST || width === WIDEST
    const languages = isExtreme ? LANGUAGE_CODES : LANGUAGES_BETWEEN
    faults.push(...(await languageFaults(page, languages)))
    if (isExtreme) faults.push(...(await axeFaultsAt(page, width)))
  }
  return faults
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
    browser,
    gallery,
  }) => {
    test.setTimeout(600_000)
    const shown = { gallery, viewer, screens, language: 'en', width: NARROWEST }
    const faults = await walk(browser, shown, (page, screen) =>
      faultsIn(page, screen.tap === 'down' ? WITHOUT_PANES : WIDTHS),
    )
    expect(faults).toEqual([])
  })
}

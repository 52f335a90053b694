import type { Page } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { looksOf } from './support/looks.ts'
import { settle, speak } from './support/looking.ts'
import { axeFaults, darkFaults, languageFaults, textFaults, walk } from './support/screen-faults.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'

/** Most of axe's rules judge roles, names and colours, which a page has in every language, so all run in one. */
const ALL_RULES = 'de'
/** The shortest texts. Red rises there, and falls in the other languages. */
const TEXT_RULES = 'zh-CN'
/** The last one has columns, tables and panes, in which axe looks once. */
const NARROWEST = 320
const WIDEST = 1_280
/** Above the narrowest, what fits in the languages with the longest words and the tallest letters fits in all. */
const LANGUAGES_ABOVE = looksOf(['de', 'th'], ['fr'])
const WIDTHS = looksOf([NARROWEST, WIDEST], [390, 768])
/** A window that gets panes opens the page afresh, without a sheet over it. */
const WITHOUT_PANES = [NARROWEST, 390]

/** All rules, and those of colours in the dark; where texts are narrow, also in the shortest of them. */
async function axeFaultsAt(page: Page, width: number): Promise<string[]> {
  await speak(page, ALL_RULES)
  const faults = await axeFaults(page)
  if (width === NARROWEST) {
    faults.push(...(await darkFaults(page)))
    await speak(page, TEXT_RULES)
    const found = await textFaults(page)
    faults.push(...found.map((fault) => `${TEXT_RULES}: ${fault}`))
  }
  return faults
}

/** Looks at the open screen at each width. */
async function faultsIn(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await settle(page)
    const languages = width === NARROWEST ? LANGUAGE_CODES : LANGUAGES_ABOVE
    faults.push(...(await languageFaults(page, languages)))
    if (width === NARROWEST || width === WIDEST) faults.push(...(await axeFaultsAt(page, width)))
  }
  return faults
}

/** Parts of a size, so that no worker is left alone with a long one. */
const MOST_SCREENS = 14
const PARTS = VIEWERS.flatMap((viewer) => {
  const screens = SCREENS.filter((screen) => screen.viewer === viewer)
  const count = Math.ceil(screens.length / MOST_SCREENS)
  const each = Math.ceil(screens.length / count)
  return Array.from({ length: count }, (_, n) => ({
    name: `${viewer} screens, part ${n + 1} of ${count},`,
    viewer,
    screens: screens.slice(n * each, (n + 1) * each),
  }))
})

for (const { name, viewer, screens } of PARTS) {
  test(`${name} fit, are translated and accessible everywhere`, async ({ browser, gallery }) => {
    test.setTimeout(600_000)
    const shown = { gallery, viewer, screens, language: 'en', width: NARROWEST }
    const faults = await walk(browser, shown, (page, screen) =>
      faultsIn(page, screen.tap === 'down' ? WITHOUT_PANES : WIDTHS),
    )
    expect(faults).toEqual([])
  })
}

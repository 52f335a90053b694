import { PATHS } from '#lib/paths.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/gallery.ts'
import { lookAs, settle } from './support/looking.ts'
import { axeFaults, shapeFaults, untranslated, walk } from './support/screen-faults.ts'
import { type Screen, SCREENS, VIEWERS } from './support/screens.ts'
import { MAX_SHIFT, shiftOf, watchShifts } from './support/shifts.ts'

// One worker for the file: its users take longer to prepare than a viewer's screens to look at.
test.describe.configure({ mode: 'default' })

/** German words are the longest and 320 px is the narrowest phone: most faults of a shape show here first. */
const [LANGUAGE, WIDTH] = ['de', 320]

const pathOf = ({ path }: Screen): string => path.split('?')[0] ?? ''
/** The first of the screens that are one page in several states; axe looks at the others in the deep suite. */
const isFirst = (screen: Screen): boolean =>
  SCREENS.find((each) => pathOf(each) === pathOf(screen)) === screen

test('the list of screens has every page', () => {
  expect(new Set(SCREENS.map(pathOf))).toEqual(new Set(Object.values(PATHS)))
})

for (const viewer of VIEWERS) {
  test(`each screen of the ${viewer} viewer fits 320 px, is translated and accessible in German`, async ({
    browser,
    gallery,
  }) => {
    const screens = SCREENS.filter((each) => each.viewer === viewer)
    const shown = { gallery, viewer, screens, language: LANGUAGE, width: WIDTH }
    const faults = await walk(browser, shown, async (page, screen) => [
      ...(await shapeFaults(page)),
      ...(await untranslated(page)),
      ...(isFirst(screen) ? await axeFaults(page) : []),
    ])
    expect(faults).toEqual([])
  })
}

test('nothing jumps while home fills', async ({ gallery, page }) => {
  await watchShifts(page)
  await lookAs(page, gallery, { viewer: 'settled', language: 'en' })
  await page.goto(`${gallery.server.url}/#${PATHS.home}`)
  await expect(page.locator('main [data-quote=live]').first()).toBeVisible()
  await settle(page)
  const { shift, what } = await shiftOf(page)
  expect(shift, what.join(' | ')).toBeLessThanOrEqual(MAX_SHIFT)
})

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { type House, openHouse, visit } from './support/screens.ts'
import { words } from './support/words.ts'

// By far the longest: its languages are walked on as many workers as there are.
test.describe.configure({ mode: 'parallel' })

let house: House
test.beforeAll(async () => {
  test.setTimeout(300_000)
  house = await openHouse()
})
test.afterAll(() => house.server.stop())

const LANGUAGES = ['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de'] as const
/** Colours are no matter of language, and take longest to judge: they are looked at, light and dark, in these alone. */
const COLOURED: readonly string[] = ['zh-CN', 'de', 'th']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Keys that no translation answered look like `namespace:key` or `key.key`. */
const untranslated = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText()
  return text.match(/\b[a-z]+:[a-z][\w.]+\b|\b[a-z]+\.[a-z]+\.[a-z.]+\b/g) ?? []
}

/** How many px of the page's title cannot be read; a letter's own overhang is no line that is cut. */
const cutTitle = (page: Page): Promise<number> =>
  page.locator('header h1').evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
    const lines = scrollHeight - clientHeight
    return Math.max(scrollWidth - clientWidth, lines > 8 ? lines : 0)
  })

const WIDTHS = [390, 768, 320] as const
const HEIGHT = 640

/** What is wrong with the screen's shape and words, at each width; leaves it at the narrowest. */
async function shapeFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const wide = await sidewaysOverflow(page)
    if (wide > 0) faults.push(`${wide} px too wide at ${width} px`)
    const cut = await cutTitle(page)
    if (cut > 0) faults.push(`${cut} px of the title cut at ${width} px`)
  }
  for (const key of await untranslated(page)) faults.push(`untranslated ${key}`)
  return faults
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => {
    const where = nodes.map((node) => node.target.join(' ')).slice(0, 3)
    return `${id} at ${where.join(', ')}`
  })
}

/** Colours alone: nothing else differs in the dark. */
async function darkFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // Colours fade from one look into the other.
  await page.waitForTimeout(300)
  const faults = await violationsOf(new AxeBuilder({ page }).withRules(COLOUR_RULES))
  return faults.map((fault) => `dark: ${fault}`)
}

/** Goes through every screen in one language and gathers all that is wrong. */
async function walk(page: Page, language: string): Promise<string[]> {
  const faults: string[] = []
  const coloured = COLOURED.includes(language)
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && faults.push(`console: ${line.text()}`))
  for (const [name, path, who] of house.screens) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await visit(house, page, { path, language, who })
    const found = [
      ...(await shapeFaults(page)),
      ...(await violationsOf(new AxeBuilder({ page }).disableRules(coloured ? [] : COLOUR_RULES))),
      ...(coloured ? await darkFaults(page) : []),
    ]
    for (const fault of found) faults.push(`${name}: ${fault}`)
  }
  return faults
}

for (const language of LANGUAGES) {
  test(`every screen fits, is translated and accessible: ${language}`, async ({ page }) => {
    test.setTimeout(600_000)
    expect(await walk(page, language)).toEqual([])
  })
}

for (const language of ['de', 'th']) {
  test(`the order sheet fits 320 px and is accessible: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit(house, page, { path: productPath('ETHUSDT'), language })
    await page.getByRole('button', { name: words(language).direction.down }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(600)
    expect(await sidewaysOverflow(page)).toBe(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((violation) => violation.id)).toEqual([])
  })
}

test('a trade can be made by keyboard alone', async ({ page }) => {
  await visit(house, page, { path: PATHS.products, language: 'en' })
  await page.getByRole('button', { name: 'Get practice money' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Available balance' })).toContainText('10,000.00')
  await visit(house, page, { path: productPath('BTCUSDT'), language: 'en' })
  await page.getByRole('button', { name: 'Buy up' }).press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount', { exact: true }).press('ControlOrMeta+a')
  await page.keyboard.type('15')
  await sheet.getByRole('radio', { name: /^1 min/ }).press('ArrowRight')
  await sheet.getByRole('button', { name: /^Buy up/ }).press('Enter')
  await expect(page.getByText('Purchase Successful').first()).toBeVisible()
})

test('every route of the table opens without an error', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  for (const path of Object.values(PATHS)) {
    await visit(house, page, { path, language: 'en' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(faults).toEqual([])
})

/** What is wrong with the screen that a page shows: its shape, its words, and what axe finds. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settle } from './looking.ts'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** How many px it is too wide, and how many px of its title cannot be read. */
const shapeOf = (page: Page): Promise<{ wide: number; cut: number }> =>
  page.evaluate(async () => {
    // What follows the width by script is drawn in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.documentElement
    const title = document.querySelector('h1') ?? document.documentElement
    // A letter's own overhang is no line that is cut.
    const lines = title.scrollHeight - title.clientHeight
    const cut = Math.max(title.scrollWidth - title.clientWidth, lines > 8 ? lines : 0)
    return { wide: scrollWidth - clientWidth, cut }
  })

/** A busy machine takes more than two frames for a new width: a fault is what stays. */
const SHAPE_LOOKS = 5
const LOOK_AGAIN_MS = 200

export async function shapeFaults(page: Page): Promise<string[]> {
  for (let look = 1; look < SHAPE_LOOKS; look += 1) {
    if ((await shapeFaultsNow(page)).length === 0) return []
    await page.waitForTimeout(LOOK_AGAIN_MS)
  }
  return shapeFaultsNow(page)
}

async function shapeFaultsNow(page: Page): Promise<string[]> {
  const { width } = page.viewportSize() ?? {}
  const { wide, cut } = await shapeOf(page)
  const faults: string[] = []
  if (wide > 0) faults.push(`${wide} px too wide at ${width} px`)
  if (cut > 0) faults.push(`${cut} px of the title cut at ${width} px`)
  return faults
}

/** Keys that no translation answered look like `namespace:key` or `key.key`. */
export async function untranslated(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  const keys = text.match(/\b[a-z]+:[a-z][\w.]+\b|\b[a-z]+\.[a-z]+\.[a-z.]+\b/g) ?? []
  return keys.map((key) => `untranslated ${key}`)
}

/** Its source, half a megabyte, is sent once per load; `legacy` runs it in the page, without a second, blank one. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const there = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(there && { axeSource: '0' }) }).setLegacyMode()
}

async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = await axeOn(page)
  const runOnly = rules && { type: 'rule' as const, values: [...rules] }
  axe.options({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => {
    const where = nodes.map((node) => node.target.join(' ')).slice(0, 3)
    return `${id} at ${where.join(', ')}`
  })
}

/** Until what is moving now has arrived: a button that becomes enabled is pale for a moment. */
const afterMoves = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = (each: Animation): boolean =>
      each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const moves = document.getAnimations().filter(ends)
    await Promise.allSettled(moves.map((each) => each.finished))
  })

export async function axeFaults(page: Page): Promise<string[]> {
  await afterMoves(page)
  return violations(page)
}

/** Only colours differ in the dark. */
export async function darkFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await settle(page)
  const faults = await violations(page, COLOUR_RULES)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await settle(page)
  return faults.map((fault) => `dark: ${fault}`)
}

/** Errors of the page itself, gathered while it is looked at. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`page error: ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && errors.push(`console: ${line.text()}`))
  return errors
}

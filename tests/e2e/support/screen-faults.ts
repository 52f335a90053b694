/** What is wrong with the screen that a page shows: its shape, its words, and what axe finds. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { until } from '#support/until.ts'
import { BUSY, lookAs, open, settle, speak, switchOf } from './looking.ts'
import type { Gallery, Screen, Viewer } from './screens.ts'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rules that judge where texts end up: what they overlap, and what scrolls because of them. */
const TEXT_RULES = [...COLOUR_RULES, 'scrollable-region-focusable']

/** Keys that no translation answered look like `namespace:key` or `key.key`. */
const KEYS = String.raw`\b[a-z]+:[a-z][\w.]+\b|\b[a-z]+\.[a-z]+\.[a-z.]+\b`

interface Seen {
  /** How many px it is too wide. */
  wide: number
  /** How many px of its title cannot be read. */
  cut: number
  keys: string[]
  /** A part of it is still to come. */
  isBusy: boolean
}

/** What is seen of a screen: as it is, or in each of these languages in turn. */
async function see(page: Page, languages: readonly string[] = []): Promise<Seen[]> {
  const i18n = languages.length > 0 ? await switchOf(page) : null
  return page.evaluate(
    async ({ i18n: own, codes, pattern, busy }) => {
      const seen: Seen[] = []
      for (const code of codes) {
        await own?.changeLanguage(code)
        // React draws another language before the second frame, and what follows the width by script in that frame.
        for (let frame = 1; frame <= 3; frame += 1) await new Promise(requestAnimationFrame)
        const { scrollWidth, clientWidth } = document.documentElement
        const title = document.querySelector('h1') ?? document.documentElement
        // A letter's own overhang is no line that is cut.
        const lines = title.scrollHeight - title.clientHeight
        seen.push({
          wide: scrollWidth - clientWidth,
          cut: Math.max(title.scrollWidth - title.clientWidth, lines > 8 ? lines : 0),
          keys: document.body.innerText.match(new RegExp(pattern, 'g')) ?? [],
          isBusy: document.querySelector(busy) !== null,
        })
      }
      return seen
    },
    { i18n, codes: i18n === null ? [''] : languages, pattern: KEYS, busy: BUSY },
  )
}

const isSound = ({ wide, cut }: Seen): boolean => wide <= 0 && cut <= 0

/** A busy machine takes more than two frames for a new width: a fault is what stays. */
export async function shapeFaults(page: Page): Promise<string[]> {
  let last: Seen | undefined
  const fits = async (): Promise<boolean> => {
    ;[last] = await see(page)
    return last !== undefined && isSound(last)
  }
  await until('a page that fits', fits).catch(() => undefined)
  const { width } = page.viewportSize() ?? {}
  const { wide = 0, cut = 0 } = last ?? {}
  const faults: string[] = []
  if (wide > 0) faults.push(`${wide} px too wide at ${width} px`)
  if (cut > 0) faults.push(`${cut} px of the title cut at ${width} px`)
  return faults
}

export async function untranslated(page: Page): Promise<string[]> {
  const seen = await see(page)
  return seen.flatMap(({ keys }) => keys).map((key) => `untranslated ${key}`)
}

/** The shape and the texts in each language, within the page. One that is not sound at a glance is looked at again. */
export async function languageFaults(page: Page, languages: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const [i, seen] of (await see(page, languages)).entries()) {
    if (isSound(seen) && seen.keys.length === 0 && !seen.isBusy) continue
    const language = languages[i] ?? ''
    await speak(page, language)
    const found = [...(await shapeFaults(page)), ...(await untranslated(page))]
    faults.push(...found.map((fault) => `${language}: ${fault}`))
  }
  return faults
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

/** What axe finds of a screen in another language, where only the texts differ. */
export async function textFaults(page: Page): Promise<string[]> {
  await afterMoves(page)
  return violations(page, TEXT_RULES)
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
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`page error: ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && errors.push(`console: ${line.text()}`))
  return errors
}

interface Walk {
  gallery: Gallery
  viewer: Viewer
  screens: readonly Screen[]
  language: string
  width: number
}
/** A page waits for frames more than half of the time, so several of them look at once. */
const LOOKERS = 2

/** Shows each screen to its viewer. Returns the faults that `look` finds, and the errors of the pages. */
export async function walk(
  browser: Browser,
  { gallery, viewer, screens, language, width }: Walk,
  look: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  const left = screens.values()
  const viewport = { width, height: 640 }
  const lookOn = async (): Promise<void> => {
    await using context = await browser.newContext({
      viewport,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await lookAs(page, gallery, { viewer, language })
    const errors = errorsOf(page)
    // What one page takes is left to no other.
    for (const screen of left) {
      await page.setViewportSize(viewport)
      await open(page, gallery, screen)
      const found = [...(await look(page, screen)), ...errors.splice(0)]
      faults.push(...found.map((fault) => `${screen.name}: ${fault}`))
    }
  }
  await Promise.all(Array.from({ length: LOOKERS }, lookOn))
  return faults
}

/** How far what is on screen jumps while a page fills (the browser's own measure, CLS). */
import type { Page } from '@playwright/test'

export const MAX_SHIFT = 0.02

interface Shifts {
  shift: number
  what: string[]
}

/** Before the page is opened. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sum: Shifts = { shift: 0, what: [] }
    const add = (entries: PerformanceEntryList): void => {
      for (const entry of entries) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        sum.shift += Number(Reflect.get(entry, 'value'))
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') ?? []) {
          const words = String(node?.textContent).slice(0, 40)
          sum.what.push(`${words} (${previousRect.y} to ${currentRect.y})`)
        }
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'shifts', () => {
      add(observer.takeRecords())
      return sum
    })
  })

/** Since the page was opened, and what jumped. */
export const shiftOf = (page: Page): Promise<Shifts> =>
  page.evaluate((): Shifts => Reflect.get(window, 'shifts')())

/** The elements that move when the styles that are loaded after the first picture come. They may come at any time. */
export const movedByLaterStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('header *, main *')]
    const topsNow = (): (number | null)[] =>
      elements.map((each) => each.getClientRects()[0]?.top ?? null)
    const later = document.adoptedStyleSheets
    const after = topsNow()
    // These come together with their styles.
    const alone = new CSSStyleSheet()
    alone.replaceSync('.skip-links { display: none }')
    document.adoptedStyleSheets = [alone]
    const before = topsNow()
    document.adoptedStyleSheets = later
    return elements.flatMap((element, at) => {
      const [from, to] = [before[at] ?? null, after[at] ?? null]
      const isMoved = from !== null && to !== null && Math.abs(to - from) > 1
      return isMoved ? [`${element.textContent.slice(0, 40)} (${from} to ${to})`] : []
    })
  })

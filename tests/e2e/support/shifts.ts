/** How far what is on screen jumps while a page fills (the browser's own measure, CLS). */
import type { Page } from '@playwright/test'

export const MOST_SHIFT = 0.02

/** Before the page is opened. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sum = { shift: 0, what: new Set<string>() }
    Reflect.set(window, 'shifts', sum)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        sum.shift += Number(Reflect.get(entry, 'value'))
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') ?? []) {
          const words = String(node?.textContent).slice(0, 40)
          sum.what.add(`${words} (${previousRect.y} to ${currentRect.y})`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Since the page was opened, and what jumped. */
export const shiftOf = (page: Page): Promise<{ shift: number; what: string[] }> =>
  page.evaluate(() => {
    const sum = Reflect.get(window, 'shifts')
    return { shift: Number(sum.shift), what: [...sum.what].map(String) }
  })

/**
 * Measures the web vitals of a page as web.dev defines them, with two differences: a page that comes back from the
 * browser's cache is not measured once more, and INP is the slowest answer also beyond fifty taps.
 */
import type { Vitals } from '#contract/client-reports.ts'

/** Layout shifts belong together while they are no further apart than this, and their group is no longer than that. */
const GAP_MS = 1_000
const GROUP_MS = 5_000
/** The default of the browsers leaves out taps that were answered within 104 ms. */
const SLOW_MS = 40

interface Shift {
  value: number
  startTime: number
  hadRecentInput: boolean
}

/** The largest sum of a group of shifts. */
export function createShiftSum(): { add(shift: Shift): void; largest(): number } {
  let [largest, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  return {
    add: ({ value, startTime, hadRecentInput }) => {
      if (hadRecentInput) return
      const isSameGroup = startTime - last < GAP_MS && startTime - first < GROUP_MS
      if (!isSameGroup) [sum, first] = [0, startTime]
      sum += value
      last = startTime
      largest = Math.max(largest, sum)
    },
    largest: () => largest,
  }
}

interface Observed {
  'largest-contentful-paint': PerformanceEntry
  'layout-shift': PerformanceEntry & Shift
  event: PerformanceEventTiming
}

/** Hears entries of a type, also those from before. False where the browser does not have the type. */
function observe<K extends keyof Observed>(type: K, hear: (entry: Observed[K]) => void): boolean {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return false
  const observer = new PerformanceObserver((list) =>
    list.getEntries().forEach((entry) => hear(entry as Observed[K])),
  )
  const options = { type, buffered: true, durationThreshold: SLOW_MS }
  observer.observe(options)
  return true
}

/** Reports the vitals once, when the page is hidden for the first time. A page that was never visible has none. */
export function observeVitals(report: (vitals: Vitals) => void): void {
  if (typeof PerformanceObserver === 'undefined' || document.visibilityState === 'hidden') return
  let lcp: number | undefined
  let inp: number | undefined
  const shifts = createShiftSum()
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime
  })
  observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0) inp = Math.max(inp ?? 0, duration)
  })
  const hasShifts = observe('layout-shift', (shift) => shifts.add(shift))
  const end = (): void => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', end)
    report({
      ...(lcp !== undefined && { lcp }),
      ...(inp !== undefined && { inp }),
      ...(hasShifts && { cls: shifts.largest() }),
    })
  }
  document.addEventListener('visibilitychange', end)
}

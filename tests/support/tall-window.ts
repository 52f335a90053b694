/** Gives the DOM of the tests a height and a size observer, so that lists show the rows that fit. */
import { vi } from 'vitest'

const ROW = { width: 390, height: 64 }

/** Reports each element once, soon after it is observed, together with all others, unless it was released before. */
class OneReportObserver implements ResizeObserver {
  private readonly report: ResizeObserverCallback
  private readonly unreported = new Set<Element>()
  constructor(report: ResizeObserverCallback) {
    this.report = report
  }
  observe(target: Element): void {
    if (this.unreported.size === 0) queueMicrotask(() => this.reportAll())
    this.unreported.add(target)
  }
  unobserve(target: Element): void {
    this.unreported.delete(target)
  }
  disconnect(): void {
    this.unreported.clear()
  }
  private reportAll(): void {
    const entries = [...this.unreported].map(entryOf)
    this.unreported.clear()
    if (entries.length > 0) this.report(entries, this)
  }
}

function entryOf(target: Element): ResizeObserverEntry {
  const contentRect = new DOMRect(0, 0, ROW.width, ROW.height)
  const size = [{ blockSize: 0, inlineSize: 0 }]
  return {
    target,
    contentRect,
    borderBoxSize: size,
    contentBoxSize: size,
    devicePixelContentBoxSize: size,
  }
}

export function tallWindow(heightPx = 900): void {
  vi.stubGlobal('ResizeObserver', OneReportObserver)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(heightPx)
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement
    },
  })
}

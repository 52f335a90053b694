/** Gives the DOM of the tests a height and a size observer, so that lists show the rows that fit. */
import { vi } from 'vitest'

const ROW = { width: 390, height: 64 }

/** Reports each element once, soon after it is observed, unless it was let go of before. */
class OneReportObserver implements ResizeObserver {
  private readonly report: ResizeObserverCallback
  private readonly targets = new Set<Element>()
  constructor(report: ResizeObserverCallback) {
    this.report = report
  }
  observe(target: Element): void {
    this.targets.add(target)
    const contentRect = new DOMRect(0, 0, ROW.width, ROW.height)
    const size = [{ blockSize: 0, inlineSize: 0 }]
    const entry: ResizeObserverEntry = {
      target,
      contentRect,
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    }
    queueMicrotask(() => {
      if (this.targets.has(target)) this.report([entry], this)
    })
  }
  unobserve(target: Element): void {
    this.targets.delete(target)
  }
  disconnect(): void {
    this.targets.clear()
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

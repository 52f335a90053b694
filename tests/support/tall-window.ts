/** Gives the DOM of the tests a height and a size observer, so that lists show the rows that fit. */
import { vi } from 'vitest'

const ROW = { width: 390, height: 64 }

/** Reports each element once, soon after it is observed. */
class OneReportObserver implements ResizeObserver {
  private readonly report: ResizeObserverCallback
  constructor(report: ResizeObserverCallback) {
    this.report = report
  }
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, ROW.width, ROW.height)
    const size = [{ blockSize: 0, inlineSize: 0 }]
    const entry: ResizeObserverEntry = {
      target,
      contentRect,
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    }
    queueMicrotask(() => this.report([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
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

/** A canvas that draws nothing and colours to draw it in, so that real charts live in a DOM that has neither. */

const NO_WIDTH = { width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 2 }

function blankContext(canvas: HTMLCanvasElement): object {
  const kept: Record<PropertyKey, unknown> = { canvas }
  const answer = (): unknown => ({
    addColorStop: () => undefined,
    ...NO_WIDTH,
    data: [0, 0, 0, 255],
  })
  return new Proxy(kept, {
    get: (own, name) => (name in own ? own[name] : answer),
    set: (own, name, value) => {
      own[name] = value
      return true
    },
  })
}

/** Written as the chart reads colours back from a browser. */
export const GREY = 'rgb(128, 128, 128)'
const TOKENS = ['surface', 'ink', 'ink-2', 'ink-3', 'line', 'line-strong', 'brand', 'info', 'warn']
const DIRECTION_TOKENS = ['up', 'down', 'up-soft', 'down-soft']

export function blankCanvas(): void {
  for (const token of [...TOKENS, ...DIRECTION_TOKENS]) {
    document.documentElement.style.setProperty(`--color-${token}`, GREY)
  }
  const contexts = new WeakMap<HTMLCanvasElement, object>()
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value(this: HTMLCanvasElement) {
      const context = contexts.get(this) ?? blankContext(this)
      contexts.set(this, context)
      return context
    },
  })
}

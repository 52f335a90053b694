import { beforeEach, expect, it, vi } from 'vitest'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { type LiveHost, LiveLayer, type LiveScene } from '#features/chart/live/live-layer.ts'

const colors = { price: 'blue', quiet: 'grey', surface: 'white', up: 'green', down: 'red' }
const look = {
  colors: () => colors as unknown as ChartColors,
  price: (scaled: number) => `${scaled}.00`,
  countdown: (leftMs: number) => `0:${leftMs / 1_000}`,
  orders: (count: number) => `${count} orders`,
}
const PANE = { width: 300, height: 200 }
const AXIS = 60
/** A point of the grid per 100 ms, ten pixels wide; prices count from the bottom. */
const host = {
  chart: {
    timeScale: () => ({ logicalToCoordinate: (at: number) => at * 10 }),
    paneSize: () => PANE,
    priceScale: () => ({ width: () => AXIS }),
  },
  series: { priceToCoordinate: (price: number) => PANE.height - price },
} as unknown as LiveHost

const scene: LiveScene = {
  marks: [],
  focus: null,
  stepOf: () => null,
  positionOf: (timeMs) => timeMs / 100,
  end: () => [
    [
      { timeMs: 1_000, price: 50 },
      { timeMs: 1_100, price: 60 },
    ],
  ],
  newest: { timeMs: 1_150, price: 70 },
  joins: () => true,
  untilMs: 1_200,
  fresh: true,
  nowMs: 1_200,
}

/** All that was drawn, as text. */
let calls: string[]
let canvas: HTMLCanvasElement | null
/** Every colour that something was drawn in. */
const styles = new Set<unknown>()
const pen = (): object =>
  new Proxy<Record<PropertyKey, unknown>>(
    {},
    {
      get: (own, name) =>
        name in own
          ? own[name]
          : (...given: unknown[]) => {
              calls.push(`${String(name)} ${given.flat().join(' ')}`)
              return { width: 40 }
            },
      set: (own, name, value) => {
        if (name === 'fillStyle' || name === 'strokeStyle') styles.add(value)
        own[name] = value
        return true
      },
    },
  )

/** The pane and the axis as the library makes them: each has a second canvas for the crosshair. */
function chart(): HTMLElement {
  const container = document.createElement('div')
  const one = `<canvas style="width: ${PANE.width}px"></canvas>`
  const cell = `<td><div>${one}${one}</div></td>`
  const axis = '<td><canvas></canvas><canvas></canvas></td>'
  container.innerHTML = `<table><tr><td></td>${cell}${axis}</tr><tr><td></td>${cell}</tr></table>`
  return container
}
const shiftsIn = (container: HTMLElement): string[] =>
  [...container.querySelectorAll<HTMLElement>('table canvas')].map(({ style }) => style.transform)

beforeEach(() => {
  calls = []
  const one = pen()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => one as never)
})

function open(container = chart()) {
  const layer = new LiveLayer(container, host, look)
  canvas = container.querySelector<HTMLCanvasElement>('[data-live-layer]')
  return { container, layer }
}

it('covers the pane and the price axis in the pixels of the screen', () => {
  const { container, layer } = open()
  vi.stubGlobal('devicePixelRatio', 2)
  layer.paint(scene, 0)
  expect([canvas?.width, canvas?.height, canvas?.style.width]).toEqual([720, 400, '360px'])
  vi.unstubAllGlobals()
  layer.destroy()
  expect(container.querySelector('[data-live-layer]')).toBeNull()
})

it('continues the line from what the library has drawn to the newest price, and writes that at the axis', () => {
  open().layer.paint(scene, 0)
  const places = calls.filter((call) => /^(line|move)To/.test(call))
  expect(places).toEqual([
    'moveTo 100 150',
    'lineTo 110 140',
    'moveTo 110 140',
    'lineTo 115 130',
    'lineTo 120 130',
  ])
  expect(calls.find((call) => call.startsWith('fillText'))).toBe('fillText 70.00 310 131 45')
})

it('does not join the newest price to a line of which it is not known how it went on', () => {
  const asked: number[][] = []
  const joins = (...times: number[]): boolean => {
    asked.push(times)
    return false
  }
  open().layer.paint({ ...scene, joins }, 0)
  expect(calls.filter((call) => /^(line|move)To/.test(call))).toEqual([
    'moveTo 100 150',
    'lineTo 110 140',
    'lineTo 115 130',
    'lineTo 120 130',
  ])
  expect(asked).toEqual([[1_100, 1_150]])
})

it('shifts what the library has drawn and draws itself as far, until it is where it belongs', () => {
  const { container, layer } = open()
  layer.paint(scene, 3)
  expect(shiftsIn(container)).toEqual(['translateX(-3px)', '', '', '', 'translateX(-3px)', ''])
  expect(calls).toContain('lineTo 117 130')
  layer.paint(scene, 0)
  expect(shiftsIn(container).join('')).toBe('')
  expect(layer.canShift()).toBe(true)
  expect(container.querySelectorAll('[data-crosshair]')).toHaveLength(3)
})

it.each([
  ['a canvas less', (table: Element) => table.querySelector('canvas')?.remove()],
  [
    'another pane',
    (table: Element) => table.append(table.querySelector('tr')?.cloneNode(true) ?? ''),
  ],
  [
    'another size',
    (table: Element) => table.querySelector('canvas')?.style.setProperty('width', '9px'),
  ],
])('shifts and hides nothing of a library whose markup has changed: %s', (_, change) => {
  const container = chart()
  for (const table of container.querySelectorAll('tbody')) change(table)
  const { layer } = open(container)
  layer.paint(scene, 3)
  expect(layer.canShift()).toBe(false)
  expect(shiftsIn(container).join('')).toBe('')
  expect(container.querySelector('[data-crosshair]')).toBeNull()
  expect(calls).toContain('lineTo 120 130')
})

const mark = {
  id: '1',
  direction: 'down' as const,
  title: '▼ 25',
  entry: { timeMs: 1_000, price: 50 },
  expiresAt: 3_200,
  exit: null,
  result: null,
}
const texts = (): string[] => calls.filter((call) => call.startsWith('fillText'))

it('labels the order in focus inside the pane, and draws the others as thin lines', () => {
  const { layer } = open()
  const other = { ...mark, id: '2', entry: { timeMs: 1_000, price: 150 } }
  const both = { ...scene, marks: [mark, other], end: () => [], newest: null }
  layer.paint({ ...both, focus: '1' }, 0)
  expect(texts()).toEqual([
    expect.stringMatching(/^fillText 0:2 /),
    'fillText ▼ 25 45 150.5',
    'fillText 150.00 310 51 45',
    'fillText 50.00 310 151 45',
  ])
  expect(calls.filter((call) => call.startsWith('fillRect'))[0]).toBe('fillRect 100 150 200 50')
  expect(calls.indexOf('clip ')).toBeLessThan(calls.findIndex((call) => call.startsWith('fill')))
  expect(layer.orderAt({ x: 150, y: 55 })).toBe('2')
  expect(layer.orderAt({ x: 50, y: 55 })).toBeNull()
  calls = []
  layer.paint(both, 0)
  expect(texts()).toHaveLength(2)
  expect(calls.filter((call) => call.startsWith('fillRect'))).toEqual([])
})

it('paints an order in the colour of how it would end now, and again when the price crosses its entry', () => {
  const { layer } = open()
  const inks = (price: number, change: Partial<LiveScene> = {}): unknown[] => {
    styles.clear()
    const newest = { timeMs: 1_150, price }
    layer.paint({ ...scene, marks: [mark], focus: '1', newest, ...change }, 0)
    return [...styles].filter((ink) => ink !== 'white' && ink !== 'blue')
  }
  expect(inks(40)).toEqual(['green'])
  expect(inks(60)).toEqual(['red'])
  expect(inks(50)).toEqual(['grey'])
  expect(inks(40, { fresh: false })).toEqual(['grey'])
})

it('fills the corridor of an order that is being settled, and keeps its mark', () => {
  const { layer } = open()
  const settled = { ...mark, exit: { timeMs: 2_000, price: 40 }, result: 'won' as const }
  const step = { fill: 0.5, alpha: 0.3, scale: 0.7 }
  const next = { ...mark, id: '2', entry: { timeMs: 1_000, price: 150 } }
  const settling = { ...scene, marks: [settled, next], focus: '2', stepOf: () => step }
  layer.paint(settling, 0)
  const areas = (): string[] =>
    calls.filter((call) => call.startsWith('fillRect') && call.endsWith(' 50'))
  expect(areas()).toEqual(['fillRect 100 150 50 50'])
  expect(calls).toContain('scale 0.7 0.7')
  calls = []
  layer.paint({ ...settling, stepOf: () => null }, 0)
  expect(areas()).toEqual([])
  expect(calls).toContain('fillRect 100 50 200 150')
  expect(calls).toContain('scale 1 1')
})

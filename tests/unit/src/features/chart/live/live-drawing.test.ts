import { describe, expect, it } from 'vitest'
import { createKnownSpans } from '#features/chart/base/known-spans.ts'
import {
  drawAgain,
  drawNext,
  drawWhole,
  endOf,
  extremesOf,
  isOutdated,
  type LiveParts,
} from '#features/chart/live/live-drawing.ts'
import { LIVE_SPANS, LIVE_VIEWS } from '#features/chart/live/live-views.ts'
import { createTickGrid } from '#features/chart/live/tick-grid.ts'

interface Row {
  time: number
  value?: number
}

/** Collects what a series was given; like the library, it refuses points that are not in order. */
function series() {
  let rows: Row[] = []
  return {
    rows: () => rows,
    priceToCoordinate: (price: number) => price,
    setData: (next: Row[]) => {
      rows = [...next]
    },
    update: (row: Row) => {
      if (row.time < (rows.at(-1)?.time ?? 0)) throw new Error('an update before the last point')
      rows = [...rows.filter(({ time }) => time !== row.time), row]
    },
  }
}

const endOfRows = (rows: readonly Row[]): number => rows.at(-1)?.time ?? 0

const span = { spanMs: 1_000, stepMs: 100, keepMs: 3_000, ticksMs: 0 }
const BEGIN = 100_000

function scene(isKnown?: (timeMs: number) => boolean) {
  const axis = series()
  const past = series()
  const end = series()
  /** What the two show together. */
  const line = {
    rows: () => [...past.rows(), ...end.rows().filter(({ time }) => time > endOfRows(past.rows()))],
  }
  const grid = createTickGrid(span.stepMs, isKnown)
  const range = { from: 0, to: 10 }
  const chart = {
    timeScale: () => ({ getVisibleLogicalRange: () => range }),
    paneSize: () => ({ width: 300, height: 200 }),
  }
  const parts = { chart, axis, past, line: end, grid, span } as unknown as LiveParts
  return { axis, past, end, line, grid, parts, range }
}

describe('the drawing of the live line', () => {
  it('has a point per step until all prices are known, and an axis beyond now', () => {
    const { axis, line, grid, parts } = scene()
    grid.add({ timeMs: BEGIN + 10, price: 5 })
    grid.add({ timeMs: BEGIN + 250, price: 6 })
    const drawn = drawWhole(parts, { nowMs: BEGIN + 480, settledMs: BEGIN + 420 })
    expect(line.rows()).toEqual([
      { time: BEGIN + 100, value: 5 },
      { time: BEGIN + 200, value: 5 },
      { time: BEGIN + 300, value: 6 },
      { time: BEGIN + 400, value: 6 },
    ])
    expect(drawn.last * span.stepMs).toBe(BEGIN + 400)
    expect(drawn.first * span.stepMs).toBeLessThanOrEqual(BEGIN - 500)
    const times = axis.rows().map(({ time }) => time)
    expect(times.at(-1)).toBeGreaterThan(BEGIN + 1_000)
    expect(times.every((time, i) => i === 0 || time - (times[i - 1] ?? 0) === 100)).toBe(true)
    expect(axis.rows().every(({ value }) => value === undefined)).toBe(true)
  })

  it('ends with its axis, however long a market has been closed', () => {
    for (const view of LIVE_VIEWS) {
      const viewSpan = LIVE_SPANS[view]
      const { axis, line, parts: short } = scene()
      const grid = createTickGrid(viewSpan.stepMs)
      const parts = { ...short, span: viewSpan, grid }
      grid.add({ timeMs: BEGIN * 1_000, price: 100 })
      // The view stays where the last price was, and that no other followed is known until now.
      const times = { nowMs: BEGIN * 1_000 + 60_000, settledMs: BEGIN * 1_000 + 60 * 3_600_000 }
      let drawn = drawWhole(parts, times)
      expect(endOfRows(line.rows())).toBe(endOfRows(axis.rows()))
      const kept = (viewSpan.keepMs + 2 * viewSpan.spanMs) / viewSpan.stepMs
      expect(line.rows().length).toBeLessThan(kept)
      const later = { ...times, settledMs: times.settledMs + 60_000 }
      expect(isOutdated(parts, drawn, { ...later, changedFrom: Infinity })).toBe(false)
      drawn = drawNext(parts, drawn, later)
      expect(endOfRows(line.rows())).toBe(endOfRows(axis.rows()))
    }
  })

  it('is not drawn where the price is not known', () => {
    const known = createKnownSpans()
    const { line, grid, parts } = scene((timeMs) => known.has(timeMs, span.stepMs))
    grid.add({ timeMs: BEGIN - 9_000, price: 5 })
    known.add({ fromMs: BEGIN - 9_000, toMs: BEGIN - 8_900 })
    grid.add({ timeMs: BEGIN, price: 9 })
    known.add({ fromMs: BEGIN, toMs: BEGIN + 100 })
    const times = { nowMs: BEGIN + 100, settledMs: BEGIN + 100 }
    const drawn = drawWhole({ ...parts, span: { ...span, keepMs: 20_000 } }, times)
    // The library draws the part from a point to the next one in the colour of the first.
    expect(line.rows()).toEqual([
      { time: BEGIN - 9_000, value: 5 },
      { time: BEGIN - 8_900, value: 5, color: 'transparent' },
      { time: BEGIN, value: 9 },
      { time: BEGIN + 100, value: 9 },
    ])
    grid.add({ timeMs: BEGIN + 5_000, price: 7 })
    known.add({ fromMs: BEGIN + 5_000, toMs: BEGIN + 5_000 })
    expect(endOf(parts, { ...drawn, axisUntil: 10 * BEGIN }, BEGIN + 5_000)).toEqual([
      [{ timeMs: BEGIN + 100, price: 9 }],
      [{ timeMs: BEGIN + 5_000, price: 7 }],
    ])
  })

  it('is only appended to as time passes, and equals a drawing of the whole', () => {
    const { axis, past, end, line, grid, parts } = scene()
    grid.add({ timeMs: BEGIN, price: 1 })
    let drawn = drawWhole(parts, { nowMs: BEGIN, settledMs: BEGIN })
    for (let passed = 30; passed <= 9_000; passed += 30) {
      if (passed % 90 === 0) grid.add({ timeMs: BEGIN + passed, price: passed })
      drawn = drawNext(parts, drawn, { nowMs: BEGIN + passed, settledMs: BEGIN + passed })
    }
    const grown = line.rows()
    const grownAxis = axis.rows().at(-1)
    const whole = end.rows()
    expect(whole.length).toBeLessThan(50)
    // One line: the end has the last two points of the past.
    expect(past.rows().slice(-2)).toEqual(whole.slice(0, 2))
    expect(past.rows().length).toBeGreaterThan(50)
    drawWhole(
      { ...parts, span: { ...span, keepMs: 60_000 } },
      { nowMs: BEGIN + 9_000, settledMs: BEGIN + 9_000 },
    )
    expect(grown).toEqual(line.rows())
    expect(grownAxis).toEqual(axis.rows().at(-1))
  })

  it('ends with what has become known since it was drawn', () => {
    const { grid, parts } = scene()
    grid.add({ timeMs: BEGIN, price: 1 })
    const drawn = drawWhole(parts, { nowMs: BEGIN, settledMs: BEGIN })
    expect(endOf(parts, drawn, BEGIN)).toEqual([[{ timeMs: BEGIN, price: 1 }]])
    grid.add({ timeMs: BEGIN + 150, price: 2 })
    expect(endOf(parts, drawn, BEGIN + 250)).toEqual([
      [
        { timeMs: BEGIN, price: 1 },
        { timeMs: BEGIN + 100, price: 1 },
        { timeMs: BEGIN + 200, price: 2 },
      ],
    ])
  })

  it('is outdated by older prices, a long end and a price at the edge, and not by a price', () => {
    const { grid, parts } = scene()
    grid.add({ timeMs: BEGIN, price: 100 })
    const never = Number.POSITIVE_INFINITY
    const drawn = drawWhole(parts, { nowMs: BEGIN, settledMs: BEGIN })
    const outdated = (settledMs: number, changedFrom = never): boolean =>
      isOutdated(parts, drawn, { nowMs: settledMs, settledMs, changedFrom })
    expect(isOutdated(parts, null, { nowMs: BEGIN, settledMs: BEGIN, changedFrom: never })).toBe(
      true,
    )
    expect(outdated(BEGIN)).toBe(false)
    grid.add({ timeMs: BEGIN + 150, price: 101 })
    expect(outdated(BEGIN + 200, drawn.last + 2)).toBe(false)
    expect(outdated(BEGIN + 200, drawn.last)).toBe(true)
    expect(outdated(BEGIN + 4_200)).toBe(true)
    grid.add({ timeMs: BEGIN + 250, price: 197 })
    expect(outdated(BEGIN + 300)).toBe(true)
  })

  it('is drawn again as it was, and not at all while it has no point', () => {
    const { line, grid, parts } = scene()
    grid.add({ timeMs: BEGIN - 5_000, price: 9 })
    const none = drawWhole(parts, { nowMs: BEGIN, settledMs: 0 })
    drawAgain(parts, none)
    expect(line.rows()).toEqual([])
    grid.add({ timeMs: BEGIN, price: 1 })
    grid.add({ timeMs: BEGIN + 150, price: 2 })
    const drawn = drawWhole(parts, { nowMs: BEGIN + 300, settledMs: BEGIN + 300 })
    const before = line.rows()
    drawAgain(parts, drawn)
    expect(line.rows()).toEqual(before)
  })

  it('forgets what is older than it keeps, and no more', () => {
    const { line, grid, parts } = scene()
    for (let passed = 0; passed <= 10_000; passed += 70)
      grid.add({ timeMs: BEGIN + passed, price: passed + 1 })
    const drawn = drawWhole(parts, { nowMs: BEGIN + 10_000, settledMs: BEGIN + 10_000 })
    expect(drawn.first * span.stepMs).toBe(BEGIN + 7_000)
    expect(line.rows()[0]).toEqual({ time: BEGIN + 7_000, value: 7_001 })
    expect(grid.valueAt(drawn.first - 2)).toBeNull()
  })

  it('finds the extremes of what is visible', () => {
    const { grid, parts, range } = scene()
    for (const [at, price] of [
      [0, 9],
      [300, 2],
      [600, 5],
    ] as const)
      grid.add({ timeMs: BEGIN + at, price })
    const drawn = drawWhole(parts, { nowMs: BEGIN + 900, settledMs: BEGIN + 900 })
    const cellOf = (ms: number): number => (BEGIN + ms) / span.stepMs - drawn.first
    Object.assign(range, { from: cellOf(400), to: cellOf(700) })
    expect(extremesOf(parts, drawn, BEGIN + 900)).toEqual([2, 5])
    // Also of the end of the line, which the library has not drawn yet.
    grid.add({ timeMs: BEGIN + 1_000, price: 1 })
    Object.assign(range, { from: cellOf(400), to: cellOf(1_200) })
    expect(extremesOf(parts, drawn, BEGIN + 900)).toEqual([2, 5])
    expect(extremesOf(parts, drawn, BEGIN + 1_100)).toEqual([1, 5])
  })
})

/** The limit on a desktop: the same cells written by hand, and the chart's library driven directly. */
import { createChartEx, LineSeries } from 'lightweight-charts'
import { readColors } from '#features/chart/base/chart-colors.ts'
import { liveLine, liveOptions } from '#features/chart/base/chart-options.ts'
import { edgesOf, framingFor, LIVE_SPANS } from '#features/chart/live/live-views.ts'
import { MillisecondScale } from '#features/chart/base/ms-scale.ts'
import { createResultTexts, type DeskCells, findDeskCells, labels, resultAt } from './desk-cells.ts'
import { candles, positions, SHOWN } from './desk-data.ts'
import { type Beat, serverNow } from './fake-server.ts'
import { arrow, createHandDom, createHandRows, type Write } from './hand-dom.ts'
import { format, type I18n } from './stage.tsx'

const { spanMs, stepMs } = LIVE_SPANS['1m']
const AHEAD_MS = 120_000
const LEGEND_MS = 500
const COUNTDOWN_MS = 1_000

/** A price in words with an arrow behind it. */
function createPrice(cell: HTMLElement, size: number, width: number): (price: number) => void {
  const text = document.createTextNode('')
  cell.replaceChildren(text)
  let last = 0
  let movement = 0
  return (price) => {
    if (price === last) return
    text.data = format.price(price, 2)
    const next = Math.sign(price - last)
    last = price
    if (next === movement) return
    movement = next
    cell.classList.remove('text-up', 'text-down', 'text-ink')
    cell.classList.add(next > 0 ? 'text-up' : 'text-down')
    cell.replaceChildren(text, arrow(next > 0, size, width) ?? '')
  }
}

/** The same points with the same options, and the same view of the last minute. */
function createHandChart(box: HTMLElement) {
  const colors = readColors()
  const writers = {
    locale: 'en',
    price: (scaled: number) => format.price(scaled, 2),
    countdown: (leftMs: number) => format.countdown(leftMs),
    orders: String,
    labels,
  }
  box.replaceChildren()
  const chart = createChartEx<number, MillisecondScale>(
    box,
    new MillisecondScale(labels),
    liveOptions(colors, writers),
  )
  const first = Math.ceil((candles[0]?.[0] ?? 0) / stepMs)
  let cell = Math.floor(serverNow() / stepMs)
  // The axis continues after now, as long as this page is measured.
  const cells = cell + AHEAD_MS / stepMs - first
  const axis = chart.addSeries(LineSeries, liveLine(colors, writers))
  axis.setData(Array.from({ length: cells }, (_, i) => ({ time: (first + i) * stepMs })))
  const look = { ...liveLine(colors, writers), lastValueVisible: true, priceLineVisible: true }
  const line = chart.addSeries(LineSeries, look)
  const points = Array.from({ length: cell - first + 1 }, (_, i) => {
    const second = Math.min(Math.floor((i * stepMs) / 1_000), candles.length - 1)
    return { time: (first + i) * stepMs, value: candles[second]?.[4] ?? 0 }
  })
  line.setData(points)
  for (const { productId, entry, direction } of positions) {
    if (productId === SHOWN) line.createPriceLine({ price: entry, color: colors[direction] })
  }
  return {
    add: (price: number, nowMs: number): void => {
      const newest = Math.floor(nowMs / stepMs)
      for (cell = Math.min(cell + 1, newest); cell < newest; cell += 1) {
        const time = cell * stepMs
        const value = points.at(-1)?.value ?? price
        points.push({ time, value })
        line.update({ time, value })
      }
      const point = { time: newest * stepMs, value: price }
      if (points.at(-1)?.time === point.time) points.pop()
      points.push(point)
      line.update(point)
      const { fromMs, toMs } = edgesOf(framingFor(spanMs, null), nowMs)
      const from = fromMs / stepMs - first
      chart.timeScale().setVisibleLogicalRange({ from, to: toMs / stepMs - first })
    },
    /** What the minute before now has. */
    shown: () => points.slice(Math.floor(-spanMs / stepMs)),
  }
}

/** How the positions would end, and their current prices. */
function createPositions(
  cells: DeskCells,
  i18n: I18n,
): (prices: ReadonlyMap<number, number>) => void {
  const textOf = createResultTexts(i18n)
  const rows = positions.map((position, i) => {
    const row = cells.positions[i]
    const [wide, narrow] = row?.result.children ?? []
    return { position, row, wide, narrow, last: '' }
  })
  return (prices) => {
    for (const one of rows) {
      const { position, row, wide, narrow } = one
      const price = prices.get(position.productId)
      if (price === undefined || !row || !wide || !narrow) continue
      row.price.textContent = format.price(price, 2)
      const result = resultAt(position, price)
      if (result === one.last) continue
      one.last = result
      const text = textOf(position, result)
      row.result.className = `font-semibold ${text.tone}`
      wide.textContent = `${text.words} ${text.amount}`
      narrow.textContent = text.change
    }
  }
}

function keepCountdowns(cells: DeskCells): void {
  setInterval(() => {
    const now = serverNow()
    for (const [i, { expiresAt }] of positions.entries()) {
      const left = cells.positions[i]?.left
      if (left !== undefined) left.textContent = format.countdown(expiresAt - now)
    }
  }, COUNTDOWN_MS)
}

function keepLegend({ legend }: DeskCells, chart: ReturnType<typeof createHandChart>): void {
  const [at, price, ...ends] = legend
  const low = ends[0]?.lastChild
  const high = ends[1]?.lastChild
  if (!at || !price || !low || !high) return
  setInterval(() => {
    const shown = chart.shown()
    const values = shown.map(({ value }) => value)
    at.textContent = labels.exact(serverNow())
    price.textContent = format.price(values.at(-1) ?? 0, 2)
    low.textContent = ` ${format.price(Math.min(...values), 2)}`
    high.textContent = ` ${format.price(Math.max(...values), 2)}`
  }, LEGEND_MS)
}

export function createHandDesk(i18n: I18n): Beat {
  const cells = findDeskCells()
  if (cells === null) throw new Error('the copy lacks cells')
  const writeRows = createHandRows(format)
  const big = createPrice(cells.big, 20, 3)
  const writePositions = createPositions(cells, i18n)
  const chart = createHandChart(cells.chart)
  keepCountdowns(cells)
  keepLegend(cells, chart)
  const write: Write = (prices, days) => {
    writeRows(prices, days)
    writePositions(prices)
    const price = prices.get(SHOWN)
    if (price !== undefined) {
      big(price)
      chart.add(price, serverNow())
    }
    const day = days.get(SHOWN)
    if (day === undefined) return
    cells.rise.textContent = format.signedPercentFromBps(day.rise)
    cells.high.textContent = format.price(day.high, 2)
    cells.low.textContent = format.price(day.low, 2)
  }
  return createHandDom(write)
}

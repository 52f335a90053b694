/**
 * The limit: the chart library alone. One line with the same prices at the same size and three price lines, which gets
 * the newest price at most once per animation frame. There is no React and nothing of the app's chart.
 */
import { SECOND_MS } from '#contract/time.ts'
import { createChart, type IPriceLine, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { framingFor } from '#features/chart/live/live-views.ts'
import { createMarket, frame, ORDERS, QUICK_MS, span, TICK_MS } from './market.ts'

const SCALE = 100
/** The last part of the time that passes is drawn frame by frame, so that the library's code is compiled by then. */
const WARM_MS = 120_000

const query = new URLSearchParams(location.search)
const box = document.getElementById('root')
if (box === null) throw new Error('no #root')
document.body.style.margin = '0'
box.style.width = `${query.get('width')}px`
box.style.height = `${query.get('height')}px`

const chart = createChart(box, {
  autoSize: true,
  layout: { attributionLogo: false },
  timeScale: { timeVisible: true, secondsVisible: true, minBarSpacing: 0.05 },
})
const series = chart.addSeries(LineSeries, {
  lineWidth: 2,
  priceFormat: { type: 'price', precision: 2, minMove: 0.01 },
})

interface Point {
  time: UTCTimestamp
  value: number
}

/** At most one point per cell of the app's grid. */
const points: Point[] = []
let lines: IPriceLine[] = []
let isDrawn = false
let pending: Point | null = null

function draw(): void {
  if (pending !== null) series.update(pending)
  pending = null
}

const market = createMarket((price) => {
  const cell = Math.floor(market.now() / span.stepMs)
  // The library's own times are seconds.
  const point = { time: ((cell * span.stepMs) / SECOND_MS) as UTCTimestamp, value: price / SCALE }
  if (points.at(-1)?.time === point.time) points.pop()
  points.push(point)
  if (!isDrawn) return
  if (pending === null) requestAnimationFrame(draw)
  pending = point
})

/** Draws the past. From then on the library follows by itself. */
function show(): void {
  points.splice(0, points.length - span.keepMs / span.stepMs)
  series.setData(points)
  // What is in view before now is as long as in the app.
  const { spanMs, aheadMs } = framingFor(span.spanMs, ORDERS[0].leftMs)
  const to = points.length - 1 + aheadMs / span.stepMs
  chart.timeScale().setVisibleLogicalRange({ from: to - spanMs / span.stepMs, to })
  isDrawn = true
}

window.chart = {
  ticks: 0,
  pass: async (ms) => {
    isDrawn = false
    for (let passed = 0; passed < ms; passed += QUICK_MS) {
      if (!isDrawn && ms - passed <= WARM_MS) show()
      for (let at = 0; at < QUICK_MS; at += TICK_MS) market.step()
      if (isDrawn) await frame()
    }
  },
  play: async (seconds) => {
    for (const line of lines) series.removePriceLine(line)
    lines = ORDERS.map(({ above }) =>
      series.createPriceLine({ price: (market.price() + above) / SCALE, title: '25.00' }),
    )
    await market.play(seconds)
  },
}

/** A first visit on a slow phone and line, to the first live price on screen; the limit is the round trips alone. */
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { newVisitor, openApp, visit, type Visit } from './support/page-visit.ts'
import { SLOW_4G } from './support/slow-line.ts'

const { pairs: VISITS } = benchOptions()
/** Connection, page, code, its second half, socket, its upgrade, first frame. */
const ROUND_TRIPS = 7
const LIMIT_MS = ROUND_TRIPS * SLOW_4G.roundTripMs

const app = await openApp()
machine()
const visits: Visit[] = []
for (let i = 0; i < VISITS; i += 1) {
  const context = await newVisitor(app)
  visits.push((await visit(app, context)).visit)
  await context.close()
}
figure('first-price-limit', LIMIT_MS, 'ms')
const live = spread(
  'first-price-live',
  visits.map(({ liveMs }) => liveMs),
  'ms',
)
const seen = spread(
  'first-price-visible',
  visits.map(({ seenMs }) => seenMs),
  'ms',
)
spread(
  'first-price-app',
  visits.map(({ appMs }) => appMs),
  'ms',
)
const bytes = spread(
  'first-price-bytes',
  visits.map(({ downBytes }) => downBytes / 1_024),
  'KiB',
)
figure('first-price-line', (bytes * 1_024 * 1_000) / SLOW_4G.downBytesPerS, 'ms')
figure('first-price-ratio', live / LIMIT_MS, 'x')
goal('first-price-live', live <= 1_300, 'live within 1,300 ms')
goal('first-price-ratio', live / LIMIT_MS <= 1.25, 'at most 1.25 x the round trips')
goal('first-price-visible', seen <= 600, 'a price visible within 600 ms')
await app.close()

/**
 * Visits on a slow phone and line. The first: until a price is seen, and until one is live; the limit is the round
 * trips alone. The second, with the service worker warm, against the first: what was last known, then live.
 */
import type { Page } from '@playwright/test'
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions, HANG_MS } from './support/options.ts'
import { newVisitor, openApp, visit, type Visit } from './support/page-visit.ts'
import { SLOW_4G } from './support/slow-line.ts'

const { pairs: PAIRS } = benchOptions()
/** Connection, page, code, its second half, socket, its upgrade, first frame. */
const ROUND_TRIPS = 7
const LIMIT_MS = ROUND_TRIPS * SLOW_4G.roundTripMs
const LOOK_AGAIN_MS = 100

/** Polls from here: a promise that `waitForFunction` is given in the page counts as true at once. */
async function until(page: Page, what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + HANG_MS
  while (!(await page.evaluate(holds))) {
    if (performance.now() > giveUpAt) throw new Error(`${what} is not on the device`)
    await page.waitForTimeout(LOOK_AGAIN_MS)
  }
}

/** The worker controls the page, and the chosen language's texts, which are stored last, are on the device. */
async function areFilesKept(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false
  const names = (await caches.keys()).filter((name) => name.startsWith('files-'))
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return all.flat().some(({ url }) => url.includes('/text-en-verify-'))
}

/** The app stores what it knows when it is hidden, and every few seconds. */
async function isKnownKept(): Promise<boolean> {
  document.dispatchEvent(new Event('visibilitychange'))
  const opening = indexedDB.open('fairtick')
  await new Promise((done) => opening.addEventListener('success', done))
  const database = opening.result
  const counting = database.transaction('last-known').objectStore('last-known').count()
  await new Promise((done) => counting.addEventListener('success', done))
  database.close()
  return counting.result > 0
}

/** Resolves with the bytes that the app keeps on the device. */
async function kept(page: Page): Promise<number> {
  await until(page, 'the app', areFilesKept)
  await until(page, 'what was last known', isKnownKept)
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN)
}

const app = await openApp()
machine()
const cold: Visit[] = []
const warm: Visit[] = []
const onDevice: number[] = []
for (let i = 0; i < PAIRS; i += 1) {
  const context = await newVisitor(app)
  const first = await visit(app, context)
  cold.push(first.visit)
  onDevice.push((await kept(first.page)) / 1_024)
  await first.page.close()
  const second = await visit(app, context)
  warm.push(second.visit)
  await context.close()
}
const row = (name: string, visits: Visit[], of: (visit: Visit) => number, unit = 'ms'): number =>
  spread(name, visits.map(of), unit)
figure('first-price-limit', LIMIT_MS, 'ms')
const live = row('first-price-live', cold, ({ liveMs }) => liveMs)
const seen = row('first-price-visible', cold, ({ seenMs }) => seenMs)
row('first-price-app', cold, ({ appMs }) => appMs)
const bytes = row('first-price-bytes', cold, ({ downBytes }) => downBytes / 1_024, 'KiB')
figure('first-price-line', (bytes * 1_024 * 1_000) / SLOW_4G.downBytesPerS, 'ms')
figure('first-price-ratio', live / LIMIT_MS, 'x')
goal('first-price-live', live <= 1_300, 'live within 1,300 ms')
goal('first-price-ratio', live / LIMIT_MS <= 1.25, 'at most 1.25 x the round trips')
goal('first-price-visible', seen <= 600, 'a price visible within 600 ms')

row('repeat-visit-live', warm, ({ liveMs }) => liveMs)
row('repeat-visit-app', warm, ({ appMs }) => appMs)
const known = row('repeat-visit-known', warm, ({ seenMs }) => seenMs)
const ratio = spread(
  'repeat-visit-ratio',
  warm.map(({ liveMs }, i) => liveMs / (cold[i]?.liveMs ?? Number.NaN)),
  'x',
)
figure('repeat-visit-bytes', Math.max(...warm.map(({ downBytes }) => downBytes)) / 1_024, 'KiB')
spread('repeat-visit-device', onDevice, 'KiB')
goal('repeat-visit-ratio', ratio <= 0.4, 'live within 0.4 x a first visit')
goal('repeat-visit-known', known <= 600, 'last known prices at once, within 600 ms')
await app.close()

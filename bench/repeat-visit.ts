/** A second visit with the service worker warm, against a first one of the same run: what was last known, then live. */
import type { Page } from '@playwright/test'
import { figure, goal, machine, spread } from './support/figures.ts'
import { newVisitor, openHouse, visit, type Visit } from './support/page-visit.ts'

const PAIRS = Number(process.argv.find((arg) => arg.startsWith('--pairs='))?.split('=')[1] ?? 5)
const KEPT_WITHIN_MS = 120_000
const LOOK_AGAIN_MS = 500
/** Longer than what is known waits to be written down. */
const WRITTEN_MS = 6_000

/** The worker controls the page, and the chosen language's texts, which come last, are on the device. */
async function kept(page: Page): Promise<number> {
  const ready = async (): Promise<boolean> => {
    if (navigator.serviceWorker.controller === null) return false
    const names = (await caches.keys()).filter((name) => name.startsWith('files-'))
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().some(({ url }) => url.includes('/text-en-verify-'))
  }
  const until = performance.now() + KEPT_WITHIN_MS
  // Asked here: a promise that is waited for in the page counts as true at once.
  while (!(await page.evaluate(ready))) {
    if (performance.now() > until) throw new Error('the worker did not get ready')
    await page.waitForTimeout(LOOK_AGAIN_MS)
  }
  await page.waitForTimeout(WRITTEN_MS)
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
}

const house = await openHouse()
machine()
const cold: Visit[] = []
const warm: Visit[] = []
const onDevice: number[] = []
for (let i = 0; i < PAIRS; i += 1) {
  const context = await newVisitor(house)
  const first = await visit(house, context)
  cold.push(first.visit)
  onDevice.push((await kept(first.page)) / 1_024)
  await first.page.close()
  const second = await visit(house, context)
  warm.push(second.visit)
  await context.close()
}
const liveOf = (visits: Visit[]): number[] => visits.map(({ liveMs }) => liveMs)
spread('repeat-visit-cold', liveOf(cold), 'ms')
spread('repeat-visit-live', liveOf(warm), 'ms')
spread(
  'repeat-visit-app',
  warm.map(({ appMs }) => appMs),
  'ms',
)
const known = spread(
  'repeat-visit-known',
  warm.map(({ seenMs }) => seenMs),
  'ms',
)
const ratio = spread(
  'repeat-visit-ratio',
  warm.map(({ liveMs }, i) => liveMs / (cold[i]?.liveMs ?? Number.NaN)),
  'x',
)
figure('repeat-visit-bytes', Math.max(...warm.map(({ downBytes }) => downBytes)) / 1_024, 'KiB')
spread('repeat-visit-device', onDevice, 'KiB')
goal('repeat-visit-ratio', ratio <= 0.4, 'live within 0.4 x a first visit')
goal('repeat-visit-known', known <= 600, 'last known prices at once, within 600 ms')
await house.close()

/** The product list under 50,000 ticks/s upstream in a real browser, against the same rows written by hand. */
import { rmSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { buildPage, openPage } from './support/built-page.ts'
import { launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs: PAIRS, seconds: SECONDS } = benchOptions({ seconds: 5, smokeSeconds: 0.5 })
const NAME = 'page-stream'
const PAINT_MS = 5_000

interface Run {
  /** Share of the main thread that tasks took. */
  busy: number
  framesPerSecond: number
  longTasks: number
  rows: number
}

async function measure(browser: Browser, folder: string, mode: string, slow: number): Promise<Run> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await openPage(page, {
    name: NAME,
    folder,
    query: `mode=${mode}&seconds=${SECONDS}`,
    sets: 'bench',
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  // Time on the processor, so that a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await taskSeconds()
  const started = performance.now()
  await page.evaluate(() => window.bench.start())
  await page.waitForTimeout(SECONDS * 1_000)
  const after = await taskSeconds()
  const frames = await page.evaluate(() => window.bench.frames)
  const took = (performance.now() - started) / 1_000
  await page.waitForFunction(() => window.bench.done)
  await page
    .waitForFunction(() => window.bench.wrong() === 0, null, { timeout: PAINT_MS })
    .catch(() => Promise.reject(new Error(`${mode}: prices on the page are not the last`)))
  const { longTasks, rows } = await page.evaluate(() => {
    const { longTasks, rows } = window.bench
    return { longTasks, rows }
  })
  await context.close()
  return { busy: (after - before) / took, framesPerSecond: frames / took, longTasks, rows }
}

async function compare(browser: Browser, folder: string, slow: number, name: string) {
  const app: Run[] = []
  const hand: Run[] = []
  // Each pair in turn, so that other load on the machine affects both.
  for (let i = 0; i < PAIRS; i += 1) {
    app.push(await measure(browser, folder, 'app', slow))
    hand.push(await measure(browser, folder, 'hand', slow))
  }
  const percent = (runs: readonly Run[]): number[] => runs.map((run) => run.busy * 100)
  const rates = (runs: readonly Run[]): number[] => runs.map((run) => run.framesPerSecond)
  const ratios = app.map((run, i) => run.busy / (hand[i]?.busy ?? Number.NaN))
  figure(`${name}-rows`, app[0]?.rows ?? Number.NaN, 'rows')
  spread(`${name}-hand`, percent(hand), '%')
  const busy = spread(`${name}-busy`, percent(app), '%')
  const ratio = spread(`${name}-ratio`, ratios, 'x')
  spread(`${name}-hand-frames`, rates(hand), 'frames/s')
  const frames = spread(`${name}-frames`, rates(app), 'frames/s')
  const longTasks = app.reduce((sum, run) => sum + run.longTasks, 0)
  figure(`${name}-long-tasks`, longTasks, 'tasks')
  return { busy, ratio, frames, longTasks }
}

const folder = await buildPage(NAME)
const browser = await launchChromium()
machine()
figure('page-stream-upstream', 50_000, 'ticks/s')
const plain = await compare(browser, folder, 1, 'page-stream')
goal('page-stream-ratio', plain.ratio <= 1.1, 'main thread at most 1.10 x hand-written DOM')
goal('page-stream-busy', plain.busy <= 5, 'at most 5 % of the main thread')
goal('page-stream-frames', plain.frames >= 59, '60 frames a second')
goal('page-stream-long-tasks', plain.longTasks === 0, 'no long task')
if (!smoke) {
  const slowed = await compare(browser, folder, 4, 'page-stream-4x')
  goal('page-stream-4x-busy', slowed.busy <= 20, 'at most 20 % at a quarter of the speed')
}
await browser.close()
rmSync(folder, { recursive: true })

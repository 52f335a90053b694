/**
 * The product list of a phone and the trading screen of a desktop under 50,000 ticks/s upstream in a real browser, each
 * against the same cells written by hand.
 */
import { rmSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { buildPage, openPage } from './support/built-page.ts'
import { DESKTOP, launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs: PAIRS, seconds: SECONDS } = benchOptions({ seconds: 5, smokeSeconds: 0.5 })
const NAME = 'page-stream'
/** A smoke run shares the machine with other tests. */
const PAINT_MS = smoke ? 30_000 : 5_000

const SCREENS = { phone: PHONE, desktop: DESKTOP } as const

/** The screen, and how many times slower its processor is made. */
interface Case {
  screen: keyof typeof SCREENS
  slow: number
}

interface Run {
  /** Share of the main thread that tasks took. */
  busy: number
  framesPerSecond: number
  longTasks: number
  rows: number
}

async function measure(
  browser: Browser,
  folder: string,
  mode: string,
  { screen, slow }: Case,
): Promise<Run> {
  const context = await browser.newContext(SCREENS[screen])
  const page = await context.newPage()
  await openPage(page, {
    name: NAME,
    folder,
    query: `screen=${screen}&mode=${mode}&seconds=${SECONDS}`,
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
    .catch(() =>
      Promise.reject(new Error(`${screen}, ${mode}: prices on the page are not the last`)),
    )
  const { longTasks, rows } = await page.evaluate(() => {
    const { longTasks, rows } = window.bench
    return { longTasks, rows }
  })
  await context.close()
  return { busy: (after - before) / took, framesPerSecond: frames / took, longTasks, rows }
}

async function compare(browser: Browser, folder: string, name: string, one: Case) {
  const app: Run[] = []
  const hand: Run[] = []
  // Each pair in turn, so that other load on the machine affects both.
  for (let i = 0; i < PAIRS; i += 1) {
    app.push(await measure(browser, folder, 'app', one))
    hand.push(await measure(browser, folder, 'hand', one))
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

async function reportPhone(browser: Browser, folder: string): Promise<void> {
  const { busy, ratio, frames, longTasks } = await compare(browser, folder, 'page-stream', {
    screen: 'phone',
    slow: 1,
  })
  goal('page-stream-ratio', ratio <= 1.1, 'main thread at most 1.10 x hand-written DOM')
  goal('page-stream-busy', busy <= 5, 'at most 5 % of the main thread')
  goal('page-stream-frames', frames >= 59, '60 frames a second')
  goal('page-stream-long-tasks', longTasks === 0, 'no long task')
}

async function reportDesktop(browser: Browser, folder: string): Promise<void> {
  const { ratio, frames, longTasks } = await compare(browser, folder, 'page-stream-desktop', {
    screen: 'desktop',
    slow: 1,
  })
  const limit = 'hand-written DOM and a chart driven directly'
  goal('page-stream-desktop-ratio', ratio <= 1.15, `main thread at most 1.15 x ${limit}`)
  goal('page-stream-desktop-frames', frames >= 59, '60 frames a second')
  goal('page-stream-desktop-long-tasks', longTasks === 0, 'no long task')
}

const folder = await buildPage(NAME)
const browser = await launchChromium()
machine()
figure('page-stream-upstream', 50_000, 'ticks/s')
if (smoke) {
  // Nothing is measured, so both may run at once.
  await Promise.all([reportPhone(browser, folder), reportDesktop(browser, folder)])
} else {
  await reportPhone(browser, folder)
  await reportDesktop(browser, folder)
  const slowed = await compare(browser, folder, 'page-stream-4x', { screen: 'phone', slow: 4 })
  goal('page-stream-4x-busy', slowed.busy <= 20, 'at most 20 % at a quarter of the speed')
}
await browser.close()
rmSync(folder, { recursive: true })

/**
 * The product list of a phone and the trading screen of a desktop under 50,000 ticks/s upstream in a real browser, each
 * against the same cells written by hand. On the phone also the time from the flush of a frame to the painted cells
 * (tick-to-pixel), measured in a second part of each run so that observing it does not cost the first part anything.
 */
import { rmSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import { buildPage, openPage } from './support/built-page.ts'
import { DESKTOP, launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, machine, median, percentile, spread } from './support/figures.ts'
import { benchOptions, HANG_MS } from './support/options.ts'

const { smoke, pairs: PAIRS, seconds: SECONDS } = benchOptions({ seconds: 5, smokeSeconds: 0.5 })
/** Flushes are rare, and a p99 needs at least 100 of them. */
const PAINT_SECONDS = smoke ? 0.2 : SECONDS * 2
const NAME = 'page-stream'
/** A smoke run shares the machine with other tests. */
const SETTLE_MS = smoke ? HANG_MS : 5_000

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
  /** From each flush to its painted prices; empty on a desktop. */
  paintMs: readonly number[]
}

async function measure(
  browser: Browser,
  folder: string,
  mode: string,
  { screen, slow }: Case,
): Promise<Run> {
  const paintSeconds = screen === 'phone' ? PAINT_SECONDS : 0
  const context = await browser.newContext(SCREENS[screen])
  const page = await context.newPage()
  await openPage(page, {
    name: NAME,
    folder,
    query: `screen=${screen}&mode=${mode}&seconds=${SECONDS}&paint=${paintSeconds}`,
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
    .waitForFunction(() => window.bench.wrong() === 0, null, { timeout: SETTLE_MS })
    .catch(() =>
      Promise.reject(new Error(`${screen}, ${mode}: prices on the page are not the last`)),
    )
  const { longTasks, rows } = await page.evaluate(() => {
    const { longTasks, rows } = window.bench
    return { longTasks, rows }
  })
  const paintMs = paintSeconds > 0 ? await page.evaluate(() => window.bench.paintTimes()) : []
  await context.close()
  return {
    busy: (after - before) / took,
    framesPerSecond: frames / took,
    longTasks,
    rows,
    paintMs,
  }
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
  spread(`${name}-busy`, percent(app), '%')
  const ratio = spread(`${name}-ratio`, ratios, 'x')
  spread(`${name}-hand-frames`, rates(hand), 'frames/s')
  spread(`${name}-frames`, rates(app), 'frames/s')
  const longTasks = (runs: readonly Run[]) => runs.reduce((sum, run) => sum + run.longTasks, 0)
  figure(`${name}-hand-long-tasks`, longTasks(hand), 'tasks')
  figure(`${name}-long-tasks`, longTasks(app), 'tasks')
  const smooth =
    median(rates(app)) >= 0.98 * median(rates(hand)) && longTasks(app) <= 1.25 * longTasks(hand)
  return { ratio, smooth, app, hand }
}
const SMOOTH = 'at least 0.98 x the frames of hand-written DOM, at most 1.25 x its long tasks'

/** Prints how long flushes take to be painted, and returns how far the p99 of the app is over the other's. */
function comparePaint(name: string, { app, hand }: Record<'app' | 'hand', readonly Run[]>) {
  const shares = (runs: readonly Run[], share: number): number[] =>
    runs.map((run) => percentile(run.paintMs, share))
  const [p99s, handP99s] = [shares(app, 0.99), shares(hand, 0.99)]
  spread(`${name}-hand-p50`, shares(hand, 0.5), 'ms')
  spread(`${name}-p50`, shares(app, 0.5), 'ms')
  spread(`${name}-hand-p99`, handP99s, 'ms')
  spread(`${name}-p99`, p99s, 'ms')
  const overs = p99s.map((one, i) => one - (handP99s[i] ?? Number.NaN))
  return spread(`${name}-p99-over-hand`, overs, 'ms')
}

async function reportPhone(browser: Browser, folder: string): Promise<void> {
  const runs = await compare(browser, folder, 'page-stream', { screen: 'phone', slow: 1 })
  goal('page-stream-ratio', runs.ratio <= 1.1, 'main thread at most 1.10 x hand-written DOM')
  goal('page-stream-smooth', runs.smooth, SMOOTH)
  figure('tick-to-pixel-conflation', SOCKET_LIMITS.listFlushMs, 'ms')
  const over = comparePaint('tick-to-pixel', runs)
  goal('tick-to-pixel-p99-over-hand', over <= 2, 'p99 at most hand-written DOM + 2 ms')
}

async function reportSlowedPhone(browser: Browser, folder: string): Promise<void> {
  const runs = await compare(browser, folder, 'page-stream-4x', { screen: 'phone', slow: 4 })
  goal('page-stream-4x-ratio', runs.ratio <= 1.15, 'main thread at most 1.15 x hand-written DOM')
  comparePaint('tick-to-pixel-4x', runs)
}

async function reportDesktop(browser: Browser, folder: string): Promise<void> {
  const { ratio, smooth } = await compare(browser, folder, 'page-stream-desktop', {
    screen: 'desktop',
    slow: 1,
  })
  const limit = 'hand-written DOM and a chart driven directly'
  goal('page-stream-desktop-smooth', smooth, SMOOTH)
  goal('page-stream-desktop-ratio', ratio <= 1.15, `main thread at most 1.15 x ${limit}`)
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
  await reportSlowedPhone(browser, folder)
}
await browser.close()
rmSync(folder, { recursive: true })

/** The product list under 50,000 ticks/s upstream in a real browser, against the same rows written by hand. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { figure, goal, machine, spread } from './support/figures.ts'

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const PAIRS = option('pairs', 5)
const SECONDS = option('seconds', 5)
const VIEW = { width: 390, height: 844 }
const PAGE = './page-stream/index.html'
const ORIGIN = 'http://page-stream.test'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
]

interface Run {
  /** Share of the main thread that tasks took. */
  busy: number
  framesPerSecond: number
  longTasks: number
  rows: number
}

async function measure(browser: Browser, folder: string, mode: string, slow: number): Promise<Run> {
  const context = await browser.newContext({ viewport: VIEW, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname === '/' ? 'bench/page-stream/index.html' : pathname)
    const contentType = TYPES[extname(file)] ?? 'application/octet-stream'
    return route.fulfill({ body: readFileSync(file), contentType })
  })
  await page.goto(`${ORIGIN}/?mode=${mode}&seconds=${SECONDS}`)
  await page.waitForFunction(() => window.bench !== undefined, undefined, { timeout: 60_000 })
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
  await page.waitForTimeout(500)
  const { longTasks, rows, wrong } = await page.evaluate(() => {
    const { longTasks, rows } = window.bench
    return { longTasks, rows, wrong: window.bench.wrong() }
  })
  if (wrong > 0) throw new Error(`${mode}: ${wrong} of ${rows} prices are not the last`)
  await context.close()
  return { busy: (after - before) / took, framesPerSecond: frames / took, longTasks, rows }
}

async function compare(browser: Browser, folder: string, slow: number, name: string) {
  const app: Run[] = []
  const hand: Run[] = []
  // Each pair in turn, so that what else the machine does falls on both.
  for (let i = 0; i < PAIRS; i += 1) {
    app.push(await measure(browser, folder, 'app', slow))
    hand.push(await measure(browser, folder, 'hand', slow))
  }
  figure(`${name}-rows`, app[0]?.rows ?? 0, 'rows')
  spread(
    `${name}-hand`,
    hand.map((run) => run.busy * 100),
    '%',
  )
  const busy = spread(
    `${name}-busy`,
    app.map((run) => run.busy * 100),
    '%',
  )
  const ratio = spread(
    `${name}-ratio`,
    app.map((run, i) => run.busy / (hand[i]?.busy ?? Number.NaN)),
    'x',
  )
  spread(
    `${name}-hand-frames`,
    hand.map((run) => run.framesPerSecond),
    'frames/s',
  )
  const frames = spread(
    `${name}-frames`,
    app.map((run) => run.framesPerSecond),
    'frames/s',
  )
  const longTasks = app.reduce((sum, run) => sum + run.longTasks, 0)
  figure(`${name}-long-tasks`, longTasks, 'tasks')
  return { busy, ratio, frames, longTasks }
}

const folder = mkdtempSync(join(tmpdir(), 'fairtick-page-stream-'))
await build({
  // The project's own root, so that the styles of the app's classes are built too.
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'error',
  build: {
    outDir: folder,
    emptyOutDir: true,
    sourcemap: false,
    rolldownOptions: { input: fileURLToPath(new URL(PAGE, import.meta.url)) },
  },
})
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
machine()
figure('page-stream-upstream', 50_000, 'ticks/s')
const plain = await compare(browser, folder, 1, 'page-stream')
const slowed = await compare(browser, folder, 4, 'page-stream-4x')
goal('page-stream-ratio', plain.ratio <= 1.1, 'main thread at most 1.10 x hand-written DOM')
goal('page-stream-busy', plain.busy <= 5, 'at most 5 % of the main thread')
goal('page-stream-4x-busy', slowed.busy <= 20, 'at most 20 % at a quarter of the speed')
goal('page-stream-frames', plain.frames >= 59, '60 frames a second')
goal('page-stream-long-tasks', plain.longTasks === 0, 'no long task')
await browser.close()
rmSync(folder, { recursive: true })

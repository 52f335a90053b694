/**
 * The live chart with half an hour of ticks at 20 Hz and three orders, against the chart library alone with the same
 * ticks at the same size. Both are measured at full speed, which their ratio is from, and at a quarter of it.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { rmSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import { buildPage, openPage } from './support/built-page.ts'
import { launchChromium, PHONE } from './support/chromium.ts'
import { digits, figure, goal, invalid, machine, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs, seconds } = benchOptions({ seconds: 10, smokeSeconds: 1 })
const NAME = 'detail-chart'
const SLOWER = 4
const HALF_AN_HOUR_MS = smoke ? 20_000 : 30 * MINUTE_MS
const FRAME_US = 1_000_000 / 60
const LONG_TASK_US = 50_000
/** Of the chart library alone (decision 0024). */
const MAX_RATIOS = { busy: 1, p99: 1.25 } as const
/** Most of the views, with the coarsest and with the finest grid that has a minute on it. */
const VIEWS = smoke ? ['1m'] : ['1m', '15m']

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).loose().optional(),
    }),
  ),
})

interface Work {
  /** Time on the processor per 1/60 s, ms. */
  frames: number[]
  longTasks: number
}

/** Sums what the page's main thread did in each frame. Time on the processor, so that a busy machine does not count. */
function workIn(recording: Buffer): Work {
  const { traceEvents } = trace.parse(JSON.parse(recording.toString()))
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const tasks = traceEvents.flatMap(({ name, ph, pid, tid, ts, tdur }) =>
    name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid}:${tid}`) && ts !== undefined
      ? [{ ts, tookUs: tdur ?? 0 }]
      : [],
  )
  const begin = Math.min(...tasks.map(({ ts }) => ts))
  const end = Math.max(...tasks.map(({ ts }) => ts))
  const frames = Array.from({ length: Math.ceil((end - begin) / FRAME_US) + 1 }, () => 0)
  for (const { ts, tookUs } of tasks) {
    const at = Math.floor((ts - begin) / FRAME_US)
    frames[at] = (frames[at] ?? 0) + tookUs / 1_000
  }
  return { frames, longTasks: tasks.filter(({ tookUs }) => tookUs >= LONG_TASK_US).length }
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

interface Size {
  width: number
  height: number
}

interface Run {
  /** Of the chart, in CSS pixels. */
  size: Size
  /** Growth of the heap in the second half of the half hour, MiB. */
  growth: number
  full: Work
  slow: Work
}

/** Plays ticks in real time on a processor that is `rate` times as slow. */
async function record(page: Page, cdp: CDPSession, rate: number): Promise<Work> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await page.evaluate((length) => window.chart.play(length), seconds)
  return workIn(await browser.stopTracing())
}

/** `query` names the page and the view to be measured. */
async function measure(query: string): Promise<Run> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await openPage(page, { name: NAME, folder, query, sets: 'chart' })
  const cdp = await context.newCDPSession(page)
  const pass = (ms: number): Promise<void> => page.evaluate((time) => window.chart.pass(time), ms)
  await pass(HALF_AN_HOUR_MS / 2)
  const before = await heapOf(cdp)
  await pass(HALF_AN_HOUR_MS / 2)
  const growth = (await heapOf(cdp)) - before
  const full = await record(page, cdp, 1)
  const slow = await record(page, cdp, SLOWER)
  const ticks = await page.evaluate(() => window.chart.ticks)
  const size = await page.evaluate(() => {
    const box = document.querySelector('.tv-lightweight-charts')?.getBoundingClientRect()
    return { width: box?.width ?? 0, height: box?.height ?? 0 }
  })
  if (size.width * size.height === 0) invalid(NAME, 'the page shows no chart')
  if (ticks < HALF_AN_HOUR_MS / 50) invalid(NAME, `only ${ticks} ticks arrived`)
  await context.close()
  return { size, growth, full, slow }
}

const shareOf = ({ frames }: Work): number =>
  (frames.reduce((sum, tookMs) => sum + tookMs, 0) / frames.length / FRAME_US) * 100_000

/** What each pair is compared by. Most frames are idle, and the ratio of two idle frames would mean nothing. */
const MEASURES = {
  busy: { of: shareOf, unit: '%', by: 'ratio' },
  'frame-p99': { of: ({ frames }: Work) => percentile(frames, 0.99), unit: 'ms', by: 'ratio' },
  'frame-p50': { of: ({ frames }: Work) => percentile(frames, 0.5), unit: 'ms', by: 'over-bare' },
} as const

/** Prints a measure of the chart, of the library alone and of each pair. Returns the median of the pairs. */
function compare(
  name: string,
  measure: keyof typeof MEASURES,
  { app, bare }: Record<'app' | 'bare', readonly Work[]>,
): number {
  const { of, unit, by } = MEASURES[measure]
  const [values, limits] = [app.map(of), bare.map(of)]
  spread(`${name}-bare-${measure}`, limits, unit)
  spread(`${name}-${measure}`, values, unit)
  const paired = values.map((value, i) => {
    const limit = limits[i] ?? Number.NaN
    return by === 'ratio' ? value / limit : value - limit
  })
  return spread(`${name}-${measure}-${by}`, paired, by === 'ratio' ? 'x' : unit)
}

/** Prints the tasks of both that are long, and returns how many of them are the chart's. */
function countLongTasks(name: string, works: Record<'app' | 'bare', readonly Work[]>): number {
  const count = (all: readonly Work[]): number => all.reduce((sum, one) => sum + one.longTasks, 0)
  figure(`${name}-bare-long-tasks`, count(works.bare), 'tasks')
  figure(`${name}-long-tasks`, count(works.app), 'tasks')
  return count(works.app)
}

async function report(view: string): Promise<void> {
  const app: Run[] = []
  const bare: Run[] = []
  // Each pair in turn, so that other load on the machine affects both.
  for (let i = 0; i < pairs; i += 1) {
    const run = await measure(`mode=app&view=${view}`)
    const { width, height } = run.size
    app.push(run)
    bare.push(await measure(`mode=bare&view=${view}&width=${width}&height=${height}`))
  }
  const name = `${NAME}-${view}`
  const at = (speed: 'full' | 'slow') => ({
    app: app.map((run) => run[speed]),
    bare: bare.map((run) => run[speed]),
  })
  const busy = compare(name, 'busy', at('full'))
  const p99 = compare(name, 'frame-p99', at('full'))
  compare(name, 'frame-p50', at('full'))
  for (const measure of ['busy', 'frame-p99', 'frame-p50'] as const)
    compare(`${name}-${SLOWER}x`, measure, at('slow'))
  const longTasks = countLongTasks(`${name}-${SLOWER}x`, at('slow'))
  const growth = spread(
    `${name}-heap-growth`,
    app.map((run) => run.growth),
    'MiB',
  )
  const most = (ratio: number): string => `at most ${digits(ratio)} x the chart library alone`
  goal(`${name}-busy-ratio`, busy <= MAX_RATIOS.busy, `main thread ${most(MAX_RATIOS.busy)}`)
  goal(`${name}-frame-p99-ratio`, p99 <= MAX_RATIOS.p99, `p99 ${most(MAX_RATIOS.p99)}`)
  goal(`${name}-${SLOWER}x-long-tasks`, longTasks === 0, 'no long task')
  goal(`${name}-heap-growth`, growth <= 1, 'no more memory after half an hour than after a quarter')
}

const folder = await buildPage(NAME)
const browser = await launchChromium()
machine()
for (const view of VIEWS) await report(view)
await browser.close()
rmSync(folder, { recursive: true })

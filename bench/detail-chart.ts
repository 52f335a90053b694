/** The live chart with half an hour of ticks at 20 Hz and three orders, on a processor four times as slow. */
import { rmSync } from 'node:fs'
import type { Browser, CDPSession } from '@playwright/test'
import { z } from 'zod'
import { buildPage, openPage } from './support/built-page.ts'
import { launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, invalid, machine, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs, seconds } = benchOptions({ seconds: 10, smokeSeconds: 1 })
const NAME = 'detail-chart'
const SLOWER = 4
const HALF_AN_HOUR_MS = smoke ? 20_000 : 30 * 60_000
const FRAME_US = 1_000_000 / 60
const LONG_TASK_US = 50_000
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

interface Run extends Work {
  /** Growth of the heap in the second half of the half hour, MiB. */
  growth: number
}

async function measure(browser: Browser, folder: string, view: string): Promise<Run> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await openPage(page, { name: NAME, folder, query: `view=${view}`, sets: 'chart' })
  const cdp = await context.newCDPSession(page)
  const pass = (ms: number): Promise<void> => page.evaluate((time) => window.chart.pass(time), ms)
  await pass(HALF_AN_HOUR_MS / 2)
  const before = await heapOf(cdp)
  await pass(HALF_AN_HOUR_MS / 2)
  const growth = (await heapOf(cdp)) - before
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await page.evaluate((length) => window.chart.play(length), seconds)
  const recording = await browser.stopTracing()
  const ticks = await page.evaluate(() => window.chart.ticks)
  const drawn = await page.locator('[data-live-chart] canvas').count()
  if (drawn === 0) invalid(NAME, 'the page shows no chart')
  if (ticks < HALF_AN_HOUR_MS / 50) invalid(NAME, `only ${ticks} ticks arrived`)
  await context.close()
  return { ...workIn(recording), growth }
}

async function report(browser: Browser, folder: string, view: string): Promise<void> {
  const runs: Run[] = []
  for (let i = 0; i < pairs; i += 1) runs.push(await measure(browser, folder, view))
  const name = `${NAME}-${view}`
  const p99 = spread(
    `${name}-frame-p99`,
    runs.map(({ frames }) => percentile(frames, 0.99)),
    'ms',
  )
  spread(
    `${name}-frame-p50`,
    runs.map(({ frames }) => percentile(frames, 0.5)),
    'ms',
  )
  const growth = spread(
    `${name}-heap-growth`,
    runs.map((run) => run.growth),
    'MiB',
  )
  const longTasks = runs.reduce((sum, run) => sum + run.longTasks, 0)
  figure(`${name}-long-tasks`, longTasks, 'tasks')
  goal(`${name}-frame-p99`, p99 <= 12, 'at most 12 ms of the main thread per frame')
  goal(`${name}-long-tasks`, longTasks === 0, 'no long task')
  goal(`${name}-heap-growth`, growth <= 1, 'no more memory after half an hour than after a quarter')
}

const folder = await buildPage(NAME)
const browser = await launchChromium()
machine()
for (const view of VIEWS) await report(browser, folder, view)
await browser.close()
rmSync(folder, { recursive: true })

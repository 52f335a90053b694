/**
 * The same 200 ticking rows in the ways that they are usually built, side by side: the app over its hub, a React client
 * that gets one event per tick by `io.emit`, and one that asks for all prices every second.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession } from '@playwright/test'
import { PRODUCTS } from './page-stream/fake-server.ts'
import type { Way } from './peers/feeds.ts'
import { buildPage } from './support/built-page.ts'
import { launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, machine, median, percentile, spread } from './support/figures.ts'
import { benchOptions, HANG_MS } from './support/options.ts'
import { drawPeers, printTable, type Shown } from './support/peers-picture.ts'
import type { PeersReport, ToPeers } from './support/peers-server.ts'

const NAME = 'peers'
const { smoke, pairs, seconds, pictures } = benchOptions({ seconds: 5, smokeSeconds: 0.1 })
const SERVER = fileURLToPath(new URL('./support/peers-server.ts', import.meta.url))
const WAYS: readonly Way[] = ['app', 'usual', 'poll']
/** What a usual client survives, and what it does not. */
const RATES = smoke ? [1_000] : [1_000, 10_000]

interface Run {
  /** Share of the main thread that tasks took. */
  busy: number
  framesPerSecond: number
  ageMs: number
  ageP99Ms: number
  bytesPerSecond: number
  serverMsPerSecond: number
}

async function ask(server: ChildProcess, message: ToPeers): Promise<PeersReport> {
  server.send(message)
  const [report]: PeersReport[] = await once(server, 'message')
  if (report === undefined) throw new Error('the server did not report')
  return report
}

/** Time on the processor, so that a busy machine does not count, and when it was read; seconds. */
async function readMain(cdp: CDPSession): Promise<{ tasks: number; at: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const read = (name: string): number =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { tasks: read('TaskDuration'), at: read('Timestamp') }
}

async function measure(
  browser: Browser,
  server: ChildProcess,
  one: { way: Way; ticksPerSecond: number },
): Promise<Run> {
  const { url, ticking } = await ask(server, { begin: one })
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  page.setDefaultTimeout(HANG_MS)
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject))
  await page.goto(`${url}/?way=${one.way}`)
  const ticks = page.waitForFunction(() => 'peers' in window && window.peers.shown() > 0)
  await Promise.race([ticks, failed])
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readMain(cdp)
  await ask(server, 'mark')
  const watching = page.evaluate(([times, length]) => window.peers.watch(times, length), [
    ticking,
    seconds,
  ] as const)
  const { ages, framesPerSecond } = await Promise.race([watching, failed])
  const { cpuMsPerSecond, bytesPerSecond } = await ask(server, 'report')
  const after = await readMain(cdp)
  const { watchedTicks } = await ask(server, 'end')
  const isLast = (last: number): boolean => window.peers.shown() === last
  await page.waitForFunction(isLast, watchedTicks)
  await context.close()
  return {
    busy: ((after.tasks - before.tasks) / (after.at - before.at)) * 100,
    framesPerSecond,
    ageMs: median(ages),
    ageP99Ms: percentile(ages, 0.99),
    bytesPerSecond: bytesPerSecond / 1_024,
    serverMsPerSecond: cpuMsPerSecond,
  }
}

async function compare(
  browser: Browser,
  server: ChildProcess,
  ticksPerSecond: number,
): Promise<Shown> {
  const runs: Record<Way, Run[]> = { app: [], usual: [], poll: [] }
  // In turn, so that other load on the machine affects all.
  for (let i = 0; i < pairs; i += 1)
    for (const way of WAYS) runs[way].push(await measure(browser, server, { way, ticksPerSecond }))
  const report = (way: Way): Record<keyof Run, number> => {
    const row = (what: string, key: keyof Run, unit: string): number =>
      spread(
        `${NAME}-${ticksPerSecond}-${way}-${what}`,
        runs[way].map((run) => run[key]),
        unit,
      )
    return {
      busy: row('busy', 'busy', '%'),
      framesPerSecond: row('frames', 'framesPerSecond', 'frames/s'),
      ageMs: row('age', 'ageMs', 'ms'),
      ageP99Ms: row('age-p99', 'ageP99Ms', 'ms'),
      bytesPerSecond: row('wire', 'bytesPerSecond', 'KiB/s'),
      serverMsPerSecond: row('server', 'serverMsPerSecond', 'ms/s'),
    }
  }
  const shown = { app: report('app'), usual: report('usual'), poll: report('poll') }
  const { app, usual, poll } = shown
  const name = `${NAME}-${ticksPerSecond}`
  // Also a page that shows each tick at once shows it until the next one.
  figure(`${name}-least-age`, (PRODUCTS * 1_000) / ticksPerSecond / 2, 'ms')
  figure(`${name}-busy-ratio`, app.busy / usual.busy, 'of one event per tick')
  goal(`${name}-busy`, app.busy < usual.busy, 'less of the main thread than one event per tick')
  goal(`${name}-frames`, app.framesPerSecond >= 59, '60 frames a second')
  goal(`${name}-age`, app.ageMs < poll.ageMs, 'younger prices than by polling')
  return { ticksPerSecond, ways: shown }
}

const [folder, browser] = await Promise.all([buildPage(NAME), launchChromium()])
const server = fork(SERVER, [folder], { stdio: 'inherit' })
await once(server, 'message')
machine()
const results: Shown[] = []
for (const rate of RATES) results.push(await compare(browser, server, rate))
if (pictures) {
  drawPeers(results, `Chromium ${browser.version()}`)
  printTable(results)
}
await browser.close()
server.kill()
rmSync(folder, { recursive: true })

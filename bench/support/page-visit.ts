/** Visits of the product list in Chromium over a slow line: when the first price is seen, and the first live one. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PATHS } from '#lib/paths.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { launchChromium, PHONE } from './chromium.ts'
import { dataFolderOf } from './database.ts'
import { benchOptions, HANG_MS } from './options.ts'
import { FAST_LINE, type SlowLine, SLOW_4G, slowLine } from './slow-line.ts'

const { smoke } = benchOptions()
const CPU_SLOWER = smoke ? 1 : 4

/** Milliseconds since the visit began. */
export interface Visit {
  /** Any price, live or marked as old. */
  seenMs: number
  liveMs: number
  /** The first live one in the app itself, which has taken over what the page drew. */
  appMs: number
  downBytes: number
}

export interface VisitedApp {
  browser: Browser
  line: SlowLine
  close(): Promise<void>
}

const BUILD = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))

/** The real server with the app, built if dist is not up to date. */
export async function startBuiltApp(): Promise<{ port: number; stop(): Promise<void> }> {
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: 'inherit' })
  if (status !== 0) throw new Error('there is no app to visit')
  const folder = dataFolderOf('visit')
  const port = await freePort()
  const server = new ServerProcess(folder, port)
  server.start()
  // Also when the benchmark fails or is stopped.
  process.once('exit', () => void server.kill('SIGTERM'))
  process.once('SIGTERM', () => process.exit(1))
  await server.ready()
  return {
    port,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The app behind the line. */
export async function openApp(): Promise<VisitedApp> {
  const { port, stop } = await startBuiltApp()
  const line = await slowLine(port, smoke ? FAST_LINE : SLOW_4G)
  const browser = await launchChromium()
  return {
    browser,
    line,
    close: async () => {
      await browser.close()
      await line.close()
      await stop()
    },
  }
}

/** Runs in the page and looks once per frame: what is found has been laid out and is painted with that frame. */
function watchPrices(): void {
  const seen: { seen?: number; live?: number; app?: number } = {}
  Object.assign(globalThis, { seen })
  const written = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => /\d/.test(textContent ?? ''))
  const look = (): void => {
    if (seen.seen === undefined && written('[data-quote]')) seen.seen = performance.now()
    if (seen.live === undefined && written('[data-quote=live]')) seen.live = performance.now()
    if (written('main [data-quote=live]')) seen.app = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const moment = (page: Page, name: string): Promise<number> =>
  page.evaluate((key) => {
    const found: unknown = Reflect.get(Reflect.get(globalThis, 'seen') as object, key)
    return typeof found === 'number' ? found : Number.NaN
  }, name)

export const newVisitor = (app: VisitedApp): Promise<BrowserContext> =>
  app.browser.newContext({ ...PHONE, locale: 'en-GB' })

/** Leaves the page open; the caller closes it. */
export async function visit(
  app: VisitedApp,
  context: BrowserContext,
): Promise<{ page: Page; visit: Visit }> {
  const page = await context.newPage()
  page.setDefaultTimeout(HANG_MS)
  await page.addInitScript(watchPrices)
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  const before = app.line.down()
  await page.goto(`${app.line.url}/#${PATHS.products}`, { waitUntil: 'commit' })
  const isLive = (): boolean =>
    Reflect.get(Reflect.get(globalThis, 'seen') as object, 'app') !== undefined
  await page.waitForFunction(isLive, undefined, { polling: 100 })
  const downBytes = app.line.down() - before
  const seenMs = await moment(page, 'seen')
  const liveMs = await moment(page, 'live')
  const appMs = await moment(page, 'app')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { page, visit: { seenMs, liveMs, appMs, downBytes } }
}

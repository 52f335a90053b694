/** Which Chromium the journeys use, and how one is started that no test runner controls. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Parts of the browser that no page needs. The address bar has a page of its own, at 2 s of CPU for each context. */
const UNUSED_PARTS = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  // These Playwright turns off as well, and only the last list counts.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNUSED_PARTS.join()}`,
]

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 10_000

export interface OwnChromium {
  /** The port of its debugging protocol. */
  port: number
  /** Also removes its profile. */
  close(): Promise<void>
}

function debuggingPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (): void => reject(new Error(`Chromium did not start:\n${output}`))
    const timer = setTimeout(fail, START_TIMEOUT_MS)
    child.once('exit', fail)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000)
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(Number(port))
    })
  })
}

/** With an empty profile, so that nothing is stored of an earlier visit. */
export async function startChromium(): Promise<OwnChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'fairtick-chromium-'))
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(CHROMIUM_PATH, [...CHROMIUM_FLAGS, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.kill()
    await exited
    clearTimeout(timer)
    // Its helpers may still write into the profile for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    return { port: await debuggingPort(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

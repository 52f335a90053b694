/**
 * The performance score that Lighthouse gives the pages where visits begin: a first visit with an empty cache, with its
 * default phone and line. It simulates both from what it observes. Installs Lighthouse if it is missing.
 */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { PATHS, productPath } from '#lib/paths.ts'
import { startChromium } from '../tests/e2e/support/chromium.ts'
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { startBuiltApp } from './support/page-visit.ts'

const GOAL = 0.95
const PAGES = {
  welcome: PATHS.welcome,
  products: PATHS.products,
  'product-detail': productPath('BTCUSDT'),
}
const AUDITS = {
  'first-contentful-paint': 'first-contentful-paint',
  'largest-contentful-paint': 'largest-contentful-paint',
  'blocking-time': 'total-blocking-time',
  'speed-index': 'speed-index',
} as const

const FOLDER = fileURLToPath(new URL('lighthouse', import.meta.url))
const PROGRAM = `${FOLDER}/node_modules/lighthouse/cli/index.js`
const MAX_REPORT_BYTES = 64 * 1024 * 1024
/** On a busy machine, the browser sometimes gives Lighthouse no trace. It then measured nothing, and says so. */
const NO_TRACE = /\((?:NO_NAVSTART|NO_TRACING_STARTED|NO_FCP)\)/
const TRIES = 3

const report = z.object({
  runtimeError: z.never().optional(),
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})
type Report = z.output<typeof report>

function install(): void {
  if (existsSync(PROGRAM)) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed')
}

async function visitOnce(url: string): Promise<Report> {
  const chromium = await startChromium()
  try {
    const flags = ['--only-categories=performance', '--output=json', '--quiet']
    const args = [PROGRAM, url, `--port=${chromium.port}`, ...flags, '--no-enable-error-reporting']
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, args, { maxBuffer: MAX_REPORT_BYTES })
    return report.parse(JSON.parse(stdout))
  } finally {
    await chromium.close()
  }
}

async function visit(url: string, tries = TRIES): Promise<Report> {
  try {
    return await visitOnce(url)
  } catch (error) {
    const [lost] = NO_TRACE.exec(error instanceof Error ? error.message : '') ?? []
    if (lost === undefined || tries === 1) throw error
    console.log(`a visit without a trace ${lost} is repeated`)
    return visit(url, tries - 1)
  }
}

const { pairs: VISITS, smoke } = benchOptions()
const pages = Object.entries(PAGES).slice(0, smoke ? 1 : undefined)
install()
const app = await startBuiltApp()
machine()
for (const [name, path] of pages) {
  const visits: Report[] = []
  for (let i = 0; i < VISITS; i += 1)
    visits.push(await visit(`http://127.0.0.1:${app.port}/#${path}`))
  const score = spread(
    `lighthouse-${name}`,
    visits.map(({ categories }) => categories.performance.score),
    'of 1',
  )
  for (const [audit, id] of Object.entries(AUDITS)) {
    const values = visits.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
    spread(`lighthouse-${name}-${audit}`, values, 'ms')
  }
  const shifts = visits.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1)
  figure(`lighthouse-${name}-layout-shift`, Math.max(...shifts), 'of the page')
  goal(`lighthouse-${name}`, score >= GOAL, `a score of at least ${GOAL}`)
}
await app.stop()

/**
 * The performance score that Lighthouse gives the pages where visits begin: a first visit with an empty cache, with its
 * default phone and line. It simulates both from what it observes, so this file must run while nothing else does:
 * `npm run test:deep` runs it as a part of its own.
 */
import { loadavg } from 'node:os'
import lighthouse from 'lighthouse'
import { PATHS, productPath } from '#lib/paths.ts'
import { startChromium } from './support/chromium.ts'
import { expect, test } from './support/fixtures.ts'

const GOAL = 0.95
const FLOOR = 0.9
/** The median counts, because one run in a few is disturbed by the machine. */
const RUNS = 5

const PAGES = [
  { name: 'welcome', path: PATHS.welcome },
  { name: 'products', path: PATHS.products },
  { name: 'product detail', path: productPath('BTCUSDT') },
] as const

const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
}

interface Run {
  score: number
  metrics: string
}

async function visit(url: string): Promise<Run> {
  const chromium = await startChromium()
  try {
    const { port } = chromium
    const flags = { port, onlyCategories: ['performance'], logLevel: 'error' as const }
    const { lhr } = (await lighthouse(url, flags)) ?? {}
    if (lhr === undefined) throw new Error('Lighthouse gave no result')
    expect(lhr.runtimeError).toBeUndefined()
    const metrics = Object.entries(METRICS)
      .map(([name, audit]) => `${name} ${lhr.audits[audit]?.displayValue}`)
      .join(', ')
    return { score: lhr.categories['performance']?.score ?? 0, metrics }
  } finally {
    await chromium.close()
  }
}

// In turn, although other files run their tests in parallel.
test.describe.configure({ mode: 'default' })

for (const { name, path } of PAGES) {
  test(`Lighthouse gives the ${name} page at least ${FLOOR} for performance`, async ({
    server,
  }) => {
    const runs: Run[] = []
    for (let i = 0; i < RUNS; i += 1) runs.push(await visit(`${server.url}/#${path}`))
    runs.sort((a, b) => a.score - b.score)
    const { score = 0, metrics } = runs[(RUNS - 1) / 2] ?? {}
    const all = runs.map((run) => run.score).join(', ')
    console.log(`lighthouse ${name}: ${score} of ${all}; ${metrics}; load ${loadavg()[0]}`)
    console.log(`goal ${score >= GOAL ? 'met' : 'missed'}: ${GOAL}`)
    expect(score).toBeGreaterThanOrEqual(FLOOR)
  })
}

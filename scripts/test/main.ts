/**
 * Runs the test suites in parts, each with a time budget, and ends with `N passed, N failed`. `npm test [part…]` runs
 * the short suite, `npm run test:deep` the longer tests, `npm run verify` the parts that need neither a database nor a
 * browser, and `npm run check` the quick checks before a commit. scripts/test.mjs starts it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fastFolder } from '#support/fast-folder.ts'
import { ensureBrowser, ensureTools } from '../setup.mjs'
import { sampleLoad } from './load.ts'
import { removeReports, writeReport } from './process.ts'
import type { PartResult } from './report.ts'
import { canRunAgain, MAX_RERUNS, type Rerun, runAgain } from './reruns.ts'
import { testAlone } from './runner.ts'
import { type Part, type Suite, SUITES } from './suites.ts'
import * as summary from './summary.ts'

type Ran = PartResult & Pick<Part, 'again' | 'budgetSeconds'> & { name: string; seconds: number }

const print = (lines: readonly string[]): void => console.log(lines.join('\n'))

/** The suite that the arguments name, with only the parts that they name. */
function request(args: readonly string[]): { suiteName: keyof typeof SUITES; parts: Suite } {
  const suiteName =
    (['deep', 'verify', 'check'] as const).find((name) => args.includes(`--${name}`)) ?? 'short'
  const parts: Suite = SUITES[suiteName]
  const names = args.filter((name) => !name.startsWith('--'))
  const unknown = names.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    console.error(`unknown part: ${unknown.join(', ')}; parts are ${Object.keys(parts).join(', ')}`)
    process.exit(2)
  }
  const chosen = Object.entries(parts).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  return { suiteName, parts: Object.fromEntries(chosen) }
}

/** All temporary files of the tests are here, in memory if there is room: a busy disk makes every transaction wait. */
function openTemporaryFolder(): void {
  const folder = mkdtempSync(join(fastFolder(), 'fairtick-test-'))
  // As root the database runs as another user, who must get in.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  // After a signal, processes of the tests may still write for a moment.
  const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }
  process.on('exit', () => rmSync(folder, removal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
}

async function runParts(parts: Suite): Promise<Ran[]> {
  const results: Ran[] = []
  for (const [name, { work, ...part }] of Object.entries(parts)) {
    const startedAt = performance.now()
    const result = await work(name)
    const seconds = (performance.now() - startedAt) / 1_000
    results.push({ name, seconds, ...part, ...result })
    const { passed, failed } = result
    print([`# ${name}: ${passed} passed, ${failed} failed in ${seconds.toFixed(0)} s`])
  }
  return results
}

/** Runs failed tests again. Returns what followed for each part, in the order of the parts. */
async function runFailedAgain(
  results: readonly Ran[],
  loadAt: (at: number) => string,
): Promise<Rerun[][]> {
  const failures = results.flatMap((result) => (result.again ? result.failures : []))
  if (!canRunAgain(failures)) {
    print([`\n${failures.length} tests failed. None runs again, because only ${MAX_RERUNS} may.`])
    return results.map(() => [])
  }
  const reruns: Rerun[][] = []
  for (const { name, again, failures } of results) {
    reruns.push(
      again === undefined
        ? []
        : await runAgain(failures, name, (failure, run) => testAlone(again, failure, run)),
    )
  }
  const all = reruns.flat()
  if (all.length > 0) {
    writeReport('reruns.xml', summary.rerunsFile(all))
    print(['\nThese tests failed and ran again alone:'])
    print(all.flatMap((rerun) => summary.rerunLines(rerun, loadAt)))
  }
  return reruns
}

const { suiteName, parts } = request(process.argv.slice(2))
const deep = suiteName === 'deep'
if (Object.values(parts).some(({ browser }) => browser)) {
  process.env['CHROMIUM_PATH'] = ensureBrowser()
}
if (deep) {
  process.env['TEST_SUITE'] = 'deep'
  ensureTools()
}
removeReports()
openTemporaryFolder()

const loadAt = sampleLoad()
const results = await runParts(parts)
const reruns = await runFailedAgain(results, loadAt)
const counted = results.map((result, i) => summary.withReruns(result, reruns[i] ?? []))
const rerunSeconds = reruns.flat().reduce((sum, { seconds }) => sum + seconds, 0)
const unsteady = reruns.flat().filter((rerun) => rerun.unsteady).length

print([`\nThe slowest files of ${suiteName === 'short' ? 'npm test' : suiteName}:`])
print(summary.slowestFiles(results))
print(['', ...summary.table(counted, rerunSeconds)])
print(summary.reasons(results, reruns.flat()))
print(['', ...summary.lastLines(counted, deep ? unsteady : null)])
process.exit(counted.some(({ failed }) => failed > 0) ? 1 : 0)

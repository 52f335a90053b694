/**
 * Runs the test suites in parts, each with a time budget, and ends with `N passed, N failed`. `npm test [part…]` runs
 * the short suite, `npm run test:deep` the longer tests, `npm run verify` the parts that need neither a database nor a
 * browser, and `npm run check` the quick checks before a commit. Runs on plain Node ≥ 20.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensurePackages, root, toolEnv } from './setup.mjs'

const out = join(root, '.tmp', 'test')
const env = { ...toolEnv, FORCE_COLOR: '0' }
const SLOWEST_SHOWN = 10

/** Prints the output of a command as it arrives, or as one block at its end when commands run in parallel. */
function run([command, ...args], { quiet = false } = {}) {
  const title = `\n# ${command} ${args.join(' ')}`
  if (!quiet) console.log(title)
  return new Promise((done) => {
    let text = ''
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const take = (stream) => (chunk) => {
      text += chunk
      if (!quiet) stream.write(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', take(process.stdout))
    child.stderr.setEncoding('utf8').on('data', take(process.stderr))
    child.on('error', (error) => {
      console.error(String(error))
      done({ ok: false, text })
    })
    child.on('close', (code) => {
      if (quiet) console.log(`${title}\n${text}`)
      done({ ok: code === 0, text })
    })
  })
}

/** Each command counts as one test that passes or fails. They run in parallel. */
const commands =
  (...lines) =>
  async () => {
    const quiet = lines.length > 1
    const ends = await Promise.all(lines.map((line) => run(line.split(' '), { quiet })))
    const failed = ends.filter(({ ok }) => !ok).length
    return { passed: ends.length - failed, failed, files: [] }
  }

/** Takes the counts from the runner's report. A run that fails without a failed test counts as one failure. */
const reported = (command, report, read) => async () => {
  rmSync(report, { force: true })
  const { ok } = await run(command)
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, files: [] }
  const unexplained = counts.passed + counts.failed === 0 || (!ok && counts.failed === 0)
  return unexplained ? { ...counts, failed: counts.failed + 1 } : counts
}

function vitest(projects, ...options) {
  const report = join(out, `vitest-${projects.join('-')}.json`)
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return reported(['vitest', 'run', ...chosen, ...reporters, ...options], report, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    files: json.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }))
}

/** The durations of all results in a Playwright suite and its nested suites, in milliseconds. */
const durations = (suite) => [
  ...(suite.suites ?? []).flatMap(durations),
  ...(suite.specs ?? []).flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  ),
]

function playwright(...projects) {
  const chosen = projects.flatMap((name) => ['--project', name])
  const command = ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', ...chosen]
  return reported(command, join(out, 'e2e.json'), ({ stats, suites }) => ({
    passed: stats.expected,
    // A test that was skipped, or that passed only on a retry, counts as failed.
    failed: stats.unexpected + stats.flaky + stats.skipped,
    files: suites.map((suite) => ({
      name: `tests/e2e/${suite.file}`,
      seconds: durations(suite).reduce((sum, ms) => sum + ms, 0) / 1000,
    })),
  }))
}
const JOURNEYS = playwright('screens', 'journeys')

/** For runners that end with `N passed, N failed` and print `# name: … in N s` for each of their parts. */
const counted = (folder, command) => async () => {
  const { ok, text } = await run(command)
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(text.trimEnd())
  if (counts === null) return { passed: 0, failed: 1, files: [] }
  const failed = Number(counts[2])
  return {
    passed: Number(counts[1]),
    failed: !ok && failed === 0 ? 1 : failed,
    files: [...text.matchAll(/^# ([\w-]+): .* in ([\d.]+) s$/gm)].map(([, name, seconds]) => ({
      name: `${folder}/${name}.ts`,
      seconds: Number(seconds),
    })),
  }
}
const faults = (scale) =>
  counted('tests/faults', ['node', 'scripts/faults.ts', 'all', '--scale', scale, '--jobs', '3'])

/** Checkers share no results, and several projects are checked at once: more than one checker for each costs more. */
const TYPES = 'tsc -b --checkers 1'

/** Source files with uncommitted changes, for `npm run check`. */
function changedSources() {
  const list = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = list('diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD')
  const added = list('ls-files', '--others', '--exclude-standard')
  return [...changed, ...added].filter((name) => /\.(ts|tsx|mjs)$/.test(name))
}
function check() {
  const changed = changedSources()
  return commands(
    TYPES,
    ...(changed.length > 0 ? [`oxlint --type-aware --deny-warnings ${changed.join(' ')}`] : []),
  )()
}

const part = (budgetSeconds, work, needs = {}) => ({ budgetSeconds, work, ...needs })
// `--force`: a build that trusts the last one does not notice a file that was replaced by an older one.
const STATIC = part(
  60,
  commands(`${TYPES} --force`, 'oxlint --type-aware --deny-warnings', 'biome format .', 'knip'),
)
const UNIT = part(150, vitest(['unit', 'property', 'wire', 'dom', 'leaks', 'tidy']))
// The same build as `npm start` makes: with the page that works offline, and compressed.
const BUILD = part(40, commands('node scripts/build.mjs'))
const SIZE = part(5, commands('node scripts/weight.ts'))
const VERIFY = { static: STATIC, unit: UNIT, build: BUILD, size: SIZE }
const SUITES = {
  short: {
    ...VERIFY,
    integration: part(180, vitest(['integration'])),
    faults: part(90, faults('short')),
    e2e: part(170, JOURNEYS, { browser: true }),
    bench: part(30, counted('bench', ['node', 'scripts/bench.ts', '--smoke']), { browser: true }),
  },
  deep: {
    unit: part(180, vitest(['property', 'leaks'])),
    sbom: part(20, vitest(['tidy'])),
    build: BUILD,
    integration: part(180, vitest(['integration'])),
    faults: part(1_100, faults('ci')),
    e2e: part(600, JOURNEYS, { browser: true }),
    speed: part(150, playwright('speed'), { browser: true }),
  },
  verify: VERIFY,
  check: {
    static: part(20, check),
    related: part(
      10,
      vitest(['unit', 'property', 'wire', 'dom'], '--changed', '--passWithNoTests'),
    ),
  },
}

const args = process.argv.slice(2)
const suite = ['deep', 'verify', 'check'].find((name) => args.includes(`--${name}`)) ?? 'short'
const parts = SUITES[suite]
const names = args.filter((name) => !name.startsWith('--'))
const unknown = names.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`unknown part: ${unknown.join(', ')}; parts are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

const chosen = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name))
ensurePackages()
if (chosen.some(([, { browser }]) => browser)) env.CHROMIUM_PATH = ensureBrowser()
if (suite === 'deep') env.TEST_SUITE = 'deep'
mkdirSync(out, { recursive: true })

const row = (...cells) =>
  console.log(cells.map((cell, i) => `${cell}`.padStart(i ? 9 : -14)).join(' '))
const results = []
for (const [name, { budgetSeconds, work }] of chosen) {
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  results.push({ name, budgetSeconds, seconds, ...result })
  console.log(
    `# ${name}: ${result.passed} passed, ${result.failed} failed in ${seconds.toFixed(0)} s`,
  )
}

const total = (read) => results.reduce((sum, result) => sum + read(result), 0)
console.log(`\nThe slowest files of ${suite === 'short' ? 'npm test' : suite}:`)
const files = results.flatMap((result) => result.files).sort((a, b) => b.seconds - a.seconds)
for (const { name, seconds } of files.slice(0, SLOWEST_SHOWN)) {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
}
console.log('')
row('part'.padEnd(12), 'seconds', 'budget', 'passed', 'failed')
for (const { name, seconds, budgetSeconds, passed, failed } of results) {
  row(name.padEnd(12), seconds.toFixed(0), budgetSeconds, passed, failed)
}
row('all'.padEnd(12), total((it) => it.seconds).toFixed(0), '', '', '')
const failed = total((result) => result.failed)
console.log(`\n${total((result) => result.passed)} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

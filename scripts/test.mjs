/** The whole suite: each part in turn, its counts added up, one closing line `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensurePackages, root, toolEnv } from './setup.mjs'

const out = join(root, '.tmp', 'test')
const env = { ...toolEnv, FORCE_COLOR: '0' }

function run(command, args) {
  console.log(`\n# ${command} ${args.join(' ')}`)
  return new Promise((done) => {
    let text = ''
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (chunk) => {
      text += chunk
      process.stdout.write(chunk)
    })
    child.on('error', (error) => {
      console.error(String(error))
      done({ ok: false, text })
    })
    child.on('close', (code) => done({ ok: code === 0, text }))
  })
}

/** A check is one test: it holds or it does not. */
const check = (command, args) => async () => {
  const { ok } = await run(command, args)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** Counts come from the report; a runner that fails without one failed test still counts as one failure. */
const reported = (command, args, report, read) => async () => {
  rmSync(report, { force: true })
  const { ok } = await run(command, args)
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  const silent = counts.passed + counts.failed === 0 || (!ok && counts.failed === 0)
  return silent ? { ...counts, failed: counts.failed + 1 } : counts
}

function vitest(...projects) {
  const report = join(out, `vitest-${projects.join('-')}.json`)
  const args = ['run', ...projects.flatMap((name) => ['--project', name])]
  return reported(
    'vitest',
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
  )
}

const e2e = reported(
  'playwright',
  ['test', '-c', 'tests/e2e/playwright.config.ts'],
  join(out, 'e2e.json'),
  (json) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.stats.skipped,
  }),
)

/** Programmes close with `N passed, N failed`. */
const faults =
  (...names) =>
  async () => {
    const { ok, text } = await run('node', ['scripts/faults.ts', ...names, '--scale', 'ci'])
    const counts = /(\d+) passed, (\d+) failed\s*$/.exec(text.trimEnd())
    if (counts === null) return { passed: 0, failed: 1 }
    const failed = Number(counts[2])
    return { passed: Number(counts[1]), failed: !ok && failed === 0 ? 1 : failed }
  }

export const VERIFY = {
  types: check('tsc', ['-p', '.']),
  lint: check('oxlint', ['--type-aware', '--deny-warnings']),
  format: check('biome', ['format', '.']),
  orphans: check('knip', []),
  unit: vitest('unit', 'wire', 'dom', 'tidy'),
  // As npm start builds it: with the page that works offline, and compressed.
  build: check('node', ['scripts/build.mjs']),
  weight: check('node', ['scripts/weight.ts']),
}
const ALL = {
  ...VERIFY,
  integration: vitest('integration'),
  faults: faults(
    'settle',
    'amounts',
    'chain',
    'fairness',
    'rounding',
    'ledger-model',
    'races',
    'uploads',
    'access',
    'http-fuzz',
    'canaries',
    'kill',
    'crowd',
    'socket-chaos',
  ),
  e2e,
}

const only = process.argv.slice(2)
const set = only[0] === '--verify' ? VERIFY : ALL
const names = only.filter((name) => !name.startsWith('--'))
const unknown = names.filter((name) => !(name in set))
if (unknown.length > 0) {
  console.error(`unknown part: ${unknown.join(', ')}; parts are ${Object.keys(set).join(', ')}`)
  process.exit(2)
}

ensurePackages()
if (set === ALL && (names.length === 0 || names.includes('e2e')))
  env.CHROMIUM_PATH = ensureBrowser()
mkdirSync(out, { recursive: true })
const total = { passed: 0, failed: 0 }
const broken = []
for (const [name, part] of Object.entries(set)) {
  if (names.length > 0 && !names.includes(name)) continue
  const started = Date.now()
  const { passed, failed } = await part()
  total.passed += passed
  total.failed += failed
  if (failed > 0) broken.push(name)
  console.log(
    `# ${name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
if (broken.length > 0) console.log(`\nfailed parts: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

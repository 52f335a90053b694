/** The test suites: their parts, what each part runs, and how long it may take. */
import { execFileSync, spawnSync } from 'node:child_process'
import { root } from '../setup.mjs'
import { commands, counted } from './commands.ts'
import { playwright } from './playwright.ts'
import type { PartResult } from './report.ts'
import { allTests, type Runner } from './runner.ts'
import { vitest } from './vitest.ts'

export interface Part {
  budgetSeconds: number
  /** `name`: the part's, for its reports. */
  work: (name: string) => Promise<PartResult>
  browser?: boolean
  /** Runs failed tests of this part again at the end of the run. */
  again?: Runner
}
export type Suite = Record<string, Part>

const faults = (scale: string): Part['work'] =>
  counted('tests/faults', `node scripts/faults.ts all --scale ${scale} --jobs 3`)

/** Checkers share no results, and several projects are checked at once: more than one checker for each costs more. */
const TYPES = 'tsc -b --checkers 1'

/** Files with uncommitted changes that the linter or the formatter reads, for `npm run check`. */
function changedSources(): string[] {
  const list = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = list('diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD')
  const added = list('ls-files', '--others', '--exclude-standard')
  return [...changed, ...added].filter((name) => /\.(ts|tsx|mjs|css|json)$/.test(name))
}
const check: Part['work'] = (name) => {
  const changed = changedSources()
  const sources = changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const lint = `oxlint --type-aware --deny-warnings ${sources.join(' ')}`
  const format = `biome format --no-errors-on-unmatched ${changed.join(' ')}`
  return commands(
    TYPES,
    ...(sources.length > 0 ? [lint] : []),
    ...(changed.length > 0 ? [format] : []),
  )(name)
}

const part = (
  budgetSeconds: number,
  work: Part['work'],
  needs: Pick<Part, 'browser' | 'again'> = {},
): Part => ({ budgetSeconds, work, ...needs })
/** Only in the deep suite, which runs long enough beside other work that a test fails by chance. */
const withReruns = (budgetSeconds: number, runner: Runner, browser = false): Part =>
  part(budgetSeconds, allTests(runner), { browser, again: runner })

const RELATED = vitest(['unit', 'property', 'wire', 'dom'], ['--changed', '--passWithNoTests'])
const JOURNEYS = ['screens', 'journeys'] as const

/**
 * The half of the deep journeys that a run walks: all of them take as long as everything else. The hash of the commit
 * decides, so that a run can be repeated. Undefined without a commit, and with `JOURNEYS=all`: all of them.
 */
function halfOfJourneys(env = process.env): string | undefined {
  if (env['JOURNEYS'] === 'all') return undefined
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const digit = Number.parseInt(stdout.trim().slice(-1), 16)
  return Number.isNaN(digit) ? undefined : `${(digit % 2) + 1}/2`
}
const INTEGRATION = vitest(['integration'])
// `--force`: a build that trusts the last one does not notice a file that was replaced by an older one.
const STATIC = part(
  40,
  commands(`${TYPES} --force`, 'oxlint --type-aware --deny-warnings', 'biome format .', 'knip'),
)
const UNIT = part(120, allTests(vitest(['unit', 'property', 'wire', 'dom', 'tidy'])))
// The same build as `npm start` makes: with the page that works offline, and compressed.
const BUILD = part(15, commands('node scripts/build.mjs'))
const SIZE = part(5, commands('node scripts/weight.ts'))
const VERIFY = { static: STATIC, unit: UNIT, build: BUILD, size: SIZE }

export const SUITES = {
  short: {
    ...VERIFY,
    integration: part(150, allTests(INTEGRATION)),
    faults: part(80, faults('short')),
    e2e: part(180, allTests(playwright(JOURNEYS)), { browser: true }),
  },
  deep: {
    unit: part(130, allTests(vitest(['property', 'leaks']))),
    sbom: part(25, allTests(vitest(['tidy']))),
    build: BUILD,
    integration: withReruns(240, INTEGRATION),
    faults: part(300, faults('ci')),
    e2e: withReruns(500, playwright(JOURNEYS, halfOfJourneys()), true),
    // Shows that every benchmark runs, and that work does not grow with the history. It judges no time.
    bench: part(150, counted('bench', 'node scripts/bench.ts --smoke'), { browser: true }),
    // Prints the scores and does not judge them.
    speed: part(60, counted('bench', 'node scripts/bench.ts lighthouse --smoke'), {
      browser: true,
    }),
  },
  verify: VERIFY,
  check: {
    static: part(20, check),
    related: part(10, allTests(RELATED, { mayBeEmpty: true })),
  },
} satisfies Record<string, Suite>

/** Plants one fault at a time in a copy of the repository, and runs a suite on it until a test fails. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Failure, isSource, type Pass, PlantedCopy, ROOT } from '#support/planted-copy.ts'
import { PLANTED_FAULTS, PLANTED_OPTIONS, type PlantedFault } from '#support/planted-faults.ts'
import type { FaultContext } from './runner.ts'

const SHORT: Pass = {
  env: {},
  unit: ['unit', 'property', 'wire', 'dom'],
  tidy: true,
  scale: 'short',
  part: (name) => [name],
}
const DEEP: Pass = {
  env: { TEST_SUITE: 'deep' },
  unit: ['property', 'leaks'],
  tidy: false,
  scale: 'ci',
  part: (name) => ['--deep', name],
}
/** What `npm test` and `npm run test:deep` run. The deep suite is only complete after the short one. */
const SUITES: Record<string, readonly Pass[]> = { short: [SHORT], deep: [SHORT, DEEP] }

/** Tests that fail without a fault are left out, but so many of them mean that the copy is broken. */
const TRIES = 4

interface Step {
  part: string
  run(): Promise<Failure | null>
}
interface Outcome {
  id: string
  found: boolean
  part: string
  test: string
  why: string
  seconds: number
}

/** The parts of one pass, cheapest first. Of unit and integration tests, only those that import the file. */
function stepsOf(copy: PlantedCopy, fault: PlantedFault, pass: Pass, hinted: boolean): Step[] {
  const { file, tests = [], scenarios = [], specs = [] } = fault
  const source = isSource(file)
  const step = (part: string, run: () => Promise<Failure | null>): Step => ({ part, run })
  /** `files` null: all. */
  const vitest = (project: string, files: readonly string[] | null): Step | false =>
    files?.length !== 0 &&
    step(project, () => copy.vitest(pass, project === 'unit' ? pass.unit : [project], files ?? []))
  const [near, next, far] = source ? copy.testsOf(file) : [[], [], []]
  const integration = (path: string): boolean => path.startsWith('tests/integration/')
  const unit = (path: string): boolean => !integration(path)
  const hints = tests.map((name) => `tests/integration/${name}.`)
  const all = [...near, ...next, ...far].filter(integration)
  const steps: (Step | false)[] = [
    source && vitest('unit', near.filter(unit)),
    !source && pass.tidy && vitest('tidy', null),
    source && vitest('unit', next.filter(unit)),
    source && vitest('unit', far.filter(unit)),
    // No unit test opens a database.
    file.endsWith('.json') && vitest('unit', null),
    source && pass.tidy && vitest('tidy', null),
    vitest('integration', hints),
    !hinted && vitest('integration', source ? all : null),
    scenarios.length > 0 && step('scenarios', () => copy.scenarios(pass, scenarios)),
    !hinted && step('scenarios', () => copy.scenarios(pass, null)),
    (specs.length > 0 || !hinted) && step('build', () => copy.build(pass)),
    specs.length > 0 && step('e2e', () => copy.e2e(pass, specs)),
    !hinted && step('e2e', () => copy.e2e(pass, [])),
  ]
  return steps.filter((each) => each !== false)
}

/** The test that fails because of the fault; null: none does. */
async function failureOf(
  copy: PlantedCopy,
  fault: PlantedFault,
  { run }: Step,
): Promise<Failure | null> {
  for (let tried = 1; ; tried++) {
    const failure = await copy.planted([fault], run)
    if (failure === null) return null
    // Twice with the fault and not once without it: a test that sometimes fails proves nothing.
    const { control } = failure
    if (control === null) return failure
    const again = (await copy.isSound(failure)) ? await copy.planted([fault], control) : null
    if (again !== null) return failure
    if (tried === TRIES) throw new Error(`${failure.test} does not depend on the fault`)
  }
}

async function search(
  copy: PlantedCopy,
  fault: PlantedFault,
  passes: readonly Pass[],
  hinted: boolean,
): Promise<Outcome> {
  const from = performance.now()
  const seconds = (): number => Math.round((performance.now() - from) / 1000)
  for (const [n, pass] of passes.entries()) {
    for (const step of stepsOf(copy, fault, pass, hinted)) {
      const failure = await failureOf(copy, fault, step)
      if (failure === null) continue
      const { test, why } = failure
      const part = n === 0 ? step.part : `${step.part} (deep)`
      return { id: fault.id, found: true, part, test, why, seconds: seconds() }
    }
  }
  return { id: fault.id, found: false, part: '', test: '', why: '', seconds: seconds() }
}

function readOutcomes(path: string): Map<string, Outcome> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  const all = lines.filter((line) => line !== '').map((line): Outcome => JSON.parse(line))
  return new Map(all.map((outcome) => [outcome.id, outcome]))
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
function tableOf(faults: readonly PlantedFault[], known: ReadonlyMap<string, Outcome>): string[] {
  const rows = faults.flatMap(({ id, file }) => {
    const found = known.get(id)
    if (found === undefined) return []
    const by = found.found ? `${found.part}: ${cell(found.test)}` : '**not found**'
    return [`| ${id} | ${file} | ${by} | ${found.seconds} |`]
  })
  return ['| Fault | File | Found by | Seconds |', '|---|---|---|---|', ...rows]
}

export async function run({ log, count, pass, fail }: FaultContext): Promise<void> {
  const { values } = parseArgs({ options: PLANTED_OPTIONS, strict: false })
  const { suite, only, fresh, hinted } = values
  const passes = SUITES[String(suite)]
  if (passes === undefined) throw new Error(`--suite is ${Object.keys(SUITES).join(' or ')}`)
  const names = typeof only === 'string' ? only.split(',') : null
  const faults = PLANTED_FAULTS.filter(({ id }) => names?.includes(id) ?? true)
  const results = join(ROOT, '.tmp', 'planted', `${String(suite)}.jsonl`)
  mkdirSync(dirname(results), { recursive: true })
  if (fresh === true) rmSync(results, { force: true })
  const known = readOutcomes(results)

  // So that what runs in the copy ends, too.
  process.once('SIGINT', () => process.exit(130))
  const copy = new PlantedCopy()
  try {
    const left = faults.filter(({ id }) => !known.has(id))
    const typeErrors = await copy.typeErrors(left)
    for (const fault of left) {
      const why = typeErrors.get(fault.id)
      try {
        const outcome =
          why === undefined
            ? await search(copy, fault, passes, hinted === true)
            : { id: fault.id, found: true, part: 'types', test: 'tsc', why, seconds: 0 }
        known.set(fault.id, outcome)
        appendFileSync(results, `${JSON.stringify(outcome)}\n`)
        const { found, part, test, seconds } = outcome
        log(`${fault.id}: ${found ? `${part}, ${test}` : 'not found'} (${seconds} s)`)
      } catch (error) {
        // Not kept: the next run tries this fault again.
        log(`${fault.id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  } finally {
    copy.remove()
  }
  const survivors = faults.filter(({ id }) => known.get(id)?.found !== true)
  for (const line of tableOf(faults, known)) log(line)
  for (const { id, file, loses } of survivors) fail(`${id} in ${file} is not found. ${loses}`)
  count('planted', faults.length)
  pass(faults.length - survivors.length)
}

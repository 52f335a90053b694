/** Runs fault scenarios by name, prints seed, counts and a line that replays each failure, and adds up the results. */
import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PLANTED_OPTIONS } from '#support/planted-faults.ts'
import { setup } from '#support/postgres.ts'

/** `short` belongs to every test run, `ci` to the deep suite; `full` is run by hand, scenario by scenario. */
export const SCALES = ['short', 'ci', 'full'] as const
export type Scale = (typeof SCALES)[number]

export interface FaultContext {
  /** Everything random in a scenario comes from this number: the same seed makes the same choices. */
  seed: number
  scale: Scale
  log(line: string): void
  /** Adds to a named count that is printed at the end: how much was tried, how often each thing happened. */
  count(name: string, by?: number): void
  /** Counts comparisons that held. */
  pass(times?: number): void
  /** Counts and reports one failure. The command that replays the run is printed with it. */
  fail(what: string): void
  /** Passes when the condition holds, else fails with the text. */
  check(holds: boolean, what: string): void
}
/** What each tests/faults/<name>.ts exports as `run`. One that throws has failed once. */
export type FaultScenario = (context: FaultContext) => Promise<void>

interface FaultResult {
  passed: number
  failed: number
}

/** What `all` stands for. The scenarios that wait more than they compute come first, so that others run beside them. */
export const ALL = [
  'legal',
  'option',
  'crowd',
  'kill',
  'rollback',
  'restore',
  'archive',
  'disk',
  'flood',
  'insider',
  'socket-chaos',
  'http-fuzz',
  'races',
  'venues',
  'ledger-model',
  'rounding',
  'amounts',
  'uploads',
  'recovery',
  'access',
  'fairness',
  'free-lunch',
  'chain',
  'forgery',
  'mutants',
  'mutants-python',
  'readers',
  'settle',
  'canaries',
]
/** Part of `all` in the deep suite only: a few tries show nothing, and many take too long. */
const DEEP: readonly string[] = [
  'flood',
  'option',
  'rollback',
  'restore',
  'disk',
  'mutants',
  'mutants-python',
]

const SEEDS = 2 ** 31
const MAX_JOBS = 8
const MAX_FAILURES_SHOWN = 20

export const scenarioNames = (): string[] =>
  readdirSync(import.meta.dirname)
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => name !== 'runner')

export interface Request {
  names: string[]
  seed: number
  scale: Scale
  /** How many scenarios run at a time, each in a process that runs one after the other. */
  jobs: number
}

/** Throws with a sentence for the caller. */
export function readRequest(argv: readonly string[], freshSeed: () => number): Request {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      scale: { type: 'string', default: 'ci' },
      jobs: { type: 'string', default: '1' },
      ...PLANTED_OPTIONS,
    },
  })
  if (positionals.length === 0) throw new Error('Name at least one scenario, or all.')
  const all = ALL.filter((name) => values.scale !== 'short' || !DEEP.includes(name))
  const names = positionals.flatMap((name) => (name === 'all' ? all : [name]))
  const known = scenarioNames()
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown scenario: ${unknown.join(', ')}.`)
  const scale = SCALES.find((each) => each === values.scale)
  if (scale === undefined) throw new Error(`Unknown scale: ${values.scale}.`)
  const { seed } = values
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) throw new Error('--seed is a whole number.')
  const jobs = Number(values.jobs)
  if (!(Number.isInteger(jobs) && jobs >= 1 && jobs <= MAX_JOBS)) {
    throw new Error(`--jobs is a whole number from 1 to ${MAX_JOBS}.`)
  }
  return { names, seed: (seed === undefined ? freshSeed() : Number(seed)) % SEEDS, scale, jobs }
}

const hasRun = (module: unknown): module is { run: FaultScenario } =>
  typeof module === 'object' &&
  module !== null &&
  'run' in module &&
  typeof module.run === 'function'

async function load(name: string): Promise<FaultScenario> {
  const module: unknown = await import(`./${name}.ts`)
  if (!hasRun(module)) throw new Error(`tests/faults/${name}.ts exports no run`)
  return module.run
}

type Print = (line: string) => void
type Settings = Pick<Request, 'seed' | 'scale'>

const failureLine = (name: string, what: string, { seed, scale }: Settings): string =>
  `FAILED ${name}: ${what} | npm run faults -- ${name} --seed ${seed} --scale ${scale}`

/** Runs one scenario in this process. */
async function runHere(name: string, settings: Settings, print: Print): Promise<FaultResult> {
  const counts = new Map<string, number>()
  const result = { passed: 0, failed: 0 }
  const pass = (times = 1): void => void (result.passed += times)
  const fail = (what: string): void => {
    result.failed += 1
    if (result.failed <= MAX_FAILURES_SHOWN) print(failureLine(name, what, settings))
  }
  const context: FaultContext = {
    ...settings,
    log: (line) => print(`  ${line}`),
    count: (what, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by),
    pass,
    fail,
    check: (holds, what) => (holds ? pass() : fail(what)),
  }
  const startedAt = performance.now()
  print(`# ${name} seed ${settings.seed} scale ${settings.scale}`)
  try {
    await (await load(name))(context)
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const counted = [...counts].map(([what, n]) => `${what} ${n}`).join(', ')
  print(`  ${counted === '' ? 'nothing counted' : counted}`)
  print(`# ${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s`)
  return result
}

const order = z.object({ name: z.string(), seed: z.number(), scale: z.enum(SCALES) })
const reply = z.object({ lines: z.array(z.string()), passed: z.number(), failed: z.number() })

/** The other side of `Worker`: runs each scenario that the parent process names, until the parent disconnects. */
export function runForParent(): void {
  process.on('message', (message) => {
    const { name, ...settings } = order.parse(message)
    const lines: string[] = []
    void runHere(name, settings, (line) => lines.push(line)).then((result) =>
      process.send?.({ lines, ...result }),
    )
  })
  process.once('disconnect', () => process.exit())
}

/** A process that runs scenarios one after the other. */
class Worker {
  readonly #entry: string
  #child: ReturnType<typeof fork> | undefined

  constructor(entry: string) {
    this.#entry = entry
  }

  /** Prints a scenario's lines when it has ended. A process that dies has failed once, and is replaced. */
  async run(name: string, settings: Settings, print: Print): Promise<FaultResult> {
    const child = this.#child ?? fork(this.#entry, ['--worker'])
    this.#child = child
    const received = await new Promise<unknown>((resolve) => {
      child.once('message', resolve)
      child.once('exit', () => resolve(null))
      child.send({ name, ...settings })
    })
    for (const event of ['message', 'exit']) child.removeAllListeners(event)
    const answer = reply.safeParse(received)
    if (answer.success) {
      for (const line of answer.data.lines) print(line)
      return answer.data
    }
    this.#child = undefined
    print(failureLine(name, 'its process ended before it did', settings))
    return { passed: 0, failed: 1 }
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const exited = new Promise<void>((done) => child.once('exit', () => done()))
    child.disconnect()
    await exited
  }
}

/**
 * Runs all scenarios; the last line printed is `N passed, N failed`. `entry` is a script that calls `runForParent`.
 * Scenarios in several processes share one database cluster.
 */
export async function runScenarios(
  { names, jobs, ...settings }: Request,
  entry: string,
  print: Print,
): Promise<FaultResult> {
  const total = { passed: 0, failed: 0 }
  const waiting = [...names]
  const runAll = async (run: typeof runHere): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { passed, failed } = await run(name, settings, print)
      total.passed += passed
      total.failed += failed
    }
  }
  const runInWorker = async (): Promise<void> => {
    const worker = new Worker(entry)
    await runAll((...run) => worker.run(...run))
    await worker.stop()
  }
  if (jobs === 1) await runAll(runHere)
  else {
    const stopCluster = await setup()
    try {
      await Promise.all(Array.from({ length: jobs }, runInWorker))
    } finally {
      await stopCluster()
    }
  }
  print(`${total.passed} passed, ${total.failed} failed`)
  return total
}

/** Runs fault programmes by name: prints seed, counts and a line to replay each failure, and adds the results up. */
import { parseArgs } from 'node:util'

export type Scale = 'ci' | 'full'

export interface FaultContext {
  /** Everything random in a programme comes from here; the same seed gives the same run. */
  seed: number
  scale: Scale
  log(line: string): void
  /** Adds to a named count that is printed at the end: how much was tried, how often each thing happened. */
  count(name: string, by?: number): void
  /** Reports one failure with what replays it, beyond the command that is printed anyway. */
  fail(what: string): void
}
export interface FaultResult {
  passed: number
  failed: number
}
/** What each tests/faults/<name>.ts exports as `run`. */
export type FaultProgramme = (context: FaultContext) => Promise<FaultResult>

const SEEDS = 2 ** 31
/** A flood of failures says no more than the first ones. */
const FAILURES_SHOWN = 20

export interface Request {
  names: string[]
  seed: number
  scale: Scale
}

/** Throws with a sentence for the caller. */
export function readRequest(argv: readonly string[], freshSeed: () => number): Request {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { seed: { type: 'string' }, scale: { type: 'string', default: 'ci' } },
  })
  if (positionals.length === 0) throw new Error('name one programme or more')
  const { scale, seed } = values
  if (scale !== 'ci' && scale !== 'full') throw new Error('--scale is ci or full')
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) throw new Error('--seed is a whole number')
  const chosen = seed === undefined ? freshSeed() : Number(seed)
  return { names: positionals, seed: chosen % SEEDS, scale }
}

const isProgramme = (it: unknown): it is { run: FaultProgramme } =>
  typeof it === 'object' && it !== null && 'run' in it && typeof it.run === 'function'

async function load(name: string): Promise<FaultProgramme> {
  if (!/^[a-z][a-z-]*$/.test(name) || name === 'runner') throw new Error(`no programme ${name}`)
  const module: unknown = await import(`./${name}.ts`)
  if (!isProgramme(module)) throw new Error(`tests/faults/${name}.ts exports no run`)
  return module.run
}

const replayOf = (name: string, { seed, scale }: Request): string =>
  `npm run faults -- ${name} --seed ${seed} --scale ${scale}`

/** One programme; a programme that throws has failed once. */
async function runOne(
  name: string,
  request: Request,
  print: (line: string) => void,
): Promise<FaultResult> {
  const counts = new Map<string, number>()
  let failures = 0
  const fail = (what: string): void => {
    failures += 1
    if (failures <= FAILURES_SHOWN) print(`FAILED ${name}: ${what} | ${replayOf(name, request)}`)
  }
  const context: FaultContext = {
    seed: request.seed,
    scale: request.scale,
    log: (line) => print(`  ${line}`),
    count: (what, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by),
    fail,
  }
  const from = performance.now()
  print(`# ${name} seed ${request.seed} scale ${request.scale}`)
  let result: FaultResult
  try {
    result = await (await load(name))(context)
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
    result = { passed: 0, failed: 1 }
  }
  const failed = Math.max(result.failed, failures)
  const seconds = Math.round((performance.now() - from) / 1000)
  const told = [...counts].map(([what, n]) => `${what} ${n}`).join(', ')
  print(`  ${told === '' ? 'nothing counted' : told}`)
  print(`# ${name}: ${result.passed} passed, ${failed} failed in ${seconds} s`)
  return { passed: result.passed, failed }
}

/** All programmes in turn; the last line printed is `N passed, N failed`. */
export async function runProgrammes(
  request: Request,
  print: (line: string) => void,
): Promise<FaultResult> {
  const total = { passed: 0, failed: 0 }
  for (const name of request.names) {
    const { passed, failed } = await runOne(name, request, print)
    total.passed += passed
    total.failed += failed
  }
  print(`${total.passed} passed, ${total.failed} failed`)
  return total
}

/** Whether a commit is slower than another one: the figures of both, measured in alternating pairs. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Slower by more than this is a fault. */
const MOST_SLOWER = 1.05

/** Quantiles of Student's distribution at 97.5 %, by degrees of freedom from 1 on; then that of the normal one. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
]
const NORMAL = 1.96

/** How many times slower: the geometric mean of pairs, and its 95 % interval. */
export interface Slowdown {
  mean: number
  low: number
  high: number
}

/** Compares measurements that were taken in pairs. Those of a rate are better when they are greater. */
export function slowdown(
  pairs: readonly { before: number; now: number }[],
  isRate: boolean,
): Slowdown {
  const logs = pairs.map(({ before, now }) => Math.log(isRate ? before / now : now / before))
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1)
  const half = (STUDENT[logs.length - 2] ?? NORMAL) * Math.sqrt(variance / logs.length)
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) }
}

/** Limits and ratios to them are measured in the same run, and belong to one commit alone. */
const OWN = /-(?:limit|ratio|spread|more|growth)\b/
const TIMED = /^figure (\S+) (\S+) (m?s|us|us\/order|\S+\/s)$/gm

/** The times and rates that a benchmark printed, by name. */
export function timedFigures(output: string): Map<string, { value: number; isRate: boolean }> {
  const figures = [...output.matchAll(TIMED)].flatMap(([, name = '', value, unit = '']) =>
    OWN.test(name) || !(Number(value) > 0)
      ? []
      : [[name, { value: Number(value), isRate: unit.endsWith('/s') }] as const],
  )
  return new Map(figures)
}

/** Runs a program to its end and returns its output. Throws if it fails. */
async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${output}`)
  return output
}

async function checkOut(commit: string, root: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-against-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await outputOf('git', ['clone', '--quiet', '--no-checkout', root, folder], root)
  await outputOf('git', ['checkout', '--quiet', '--detach', commit], folder)
  await outputOf('npm', ['ci', '--no-audit', '--no-fund'], folder)
  return folder
}

/** Throws a sentence for the command line unless the repository has the commit. */
export function requireCommit(commit: string, root: string): void {
  const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}^{commit}`]
  if (spawnSync('git', args, { cwd: root }).status !== 0)
    throw new Error(`--against takes a commit of this repository, not '${commit}'`)
}

type Figures = ReturnType<typeof timedFigures>

/** One pair: the figures of a benchmark there and here. */
async function measurePair(
  args: readonly string[],
  { there, here, isHereFirst }: { there: string; here: string; isHereFirst: boolean },
): Promise<{ before: Figures; now: Figures }> {
  const measure = async (folder: string): Promise<Figures> =>
    timedFigures(await outputOf(process.execPath, args, folder))
  if (!isHereFirst) return { before: await measure(there), now: await measure(here) }
  const now = await measure(here)
  return { before: await measure(there), now }
}

/** What is compared, and how. */
export interface Comparison {
  commit: string
  names: readonly string[]
  pairs: number
  /** Further options of the benchmarks. */
  options: readonly string[]
  /** The folder of the repository, with the commit that is judged. */
  root: string
}

/**
 * Measures benchmarks at a commit and here, in pairs that begin with either in turn, and prints how many times slower
 * each figure is here. Returns how many are slower by more than 5 %: their interval lies above it. Throws if a
 * benchmark has no figure in common with its older self.
 */
export async function compareWith(comparison: Comparison): Promise<number> {
  const { commit, names, pairs, options, root } = comparison
  const there = await checkOut(commit, root)
  let slower = 0
  for (const name of names) {
    const args = [`bench/${name}.ts`, '--pairs=1', ...options]
    const measured: { before: Figures; now: Figures }[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      measured.push(await measurePair(args, { there, here: root, isHereFirst: pair % 2 === 1 }))
      console.log(`${name}: pair ${pair + 1} of ${pairs}`)
    }
    const common = [...(measured[0]?.now ?? [])].filter(([figure]) =>
      measured.every(({ before, now }) => before.has(figure) && now.has(figure)),
    )
    if (common.length === 0) throw new Error(`${name} has no figure in common with ${commit}`)
    for (const [figure, { isRate }] of common) {
      const values = measured.map(({ before, now }) => ({
        before: before.get(figure)?.value ?? Number.NaN,
        now: now.get(figure)?.value ?? Number.NaN,
      }))
      const { mean, low, high } = slowdown(values, isRate)
      const isSlower = low > MOST_SLOWER
      if (isSlower) slower += 1
      const interval = `${mean.toFixed(2)} x (${low.toFixed(2)} to ${high.toFixed(2)})`
      console.log(`${isSlower ? 'slower' : 'met'} ${figure} ${interval}`)
    }
  }
  return slower
}

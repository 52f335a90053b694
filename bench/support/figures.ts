/** What every benchmark prints: figures with their limits and spread, and the machine they were measured on. */
import { availableParallelism, loadavg } from 'node:os'
import { benchOptions } from './options.ts'

const { smoke } = benchOptions()
let printed = 0
process.once('exit', () => {
  if (printed > 0) return
  console.error('the benchmark printed no figure')
  process.exitCode = 1
})

/** Nearest-rank percentile; `share` 0.99 is p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

export const digits = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)

const print = (name: string, value: number, unit: string): void => {
  if (!Number.isFinite(value)) throw new Error(`figure ${name} is ${value}`)
  console.log(`figure ${name} ${digits(value)} ${unit}`)
}

export function figure(name: string, value: number, unit: string): void {
  print(name, value, unit)
  printed += 1
}

/** Prints and returns the median of all measurements, then their range. */
export function spread(name: string, values: readonly number[], unit: string): number {
  const middle = median(values)
  figure(name, middle, unit)
  figure(`${name}-spread`, Math.min(...values), `${unit} to ${digits(Math.max(...values))}`)
  return middle
}

/** Prints whether a goal was met; a smoke run judges none. */
export function goal(name: string, holds: boolean, text: string): void {
  if (!smoke) console.log(`goal ${name} ${holds ? 'met' : 'missed'}: ${text}`)
}

/** Prints that figures mean nothing, and makes a run that is no smoke run fail. */
export function invalid(name: string, text: string): void {
  console.log(`invalid ${name}: ${text}`)
  if (!smoke) process.exitCode = 1
}

/** Work that is counted may grow by this much: an index of a longer history may have another level. */
const FLAT = 1.5
/** Whether counted work is the same for the smallest and the largest history. */
export const isFlat = ([first = 0, ...others]: readonly number[]): boolean =>
  first > 0 && others.length > 0 && Math.max(...others) <= FLAT * first

/** Prints counted work, from the smallest history to the largest, and makes the run fail unless it is flat. */
export function flat(name: string, counts: readonly number[]): void {
  const holds = isFlat(counts)
  console.log(`flat ${name} ${holds ? 'holds' : 'FAILED'}: ${counts.map(digits).join(', ')}`)
  if (!holds) process.exitCode = 1
}

export function machine(): void {
  print('cores', availableParallelism(), 'cores')
  print('load', loadavg()[0] ?? Number.NaN, 'runnable')
}

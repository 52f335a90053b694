/** What every benchmark prints: figures with their limits and spread, and the machine they were measured on. */
import { availableParallelism, loadavg } from 'node:os'

/** Nearest-rank percentile; `share` 0.99 is p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
export const median = (values: readonly number[]): number => percentile(values, 0.5)

const digits = (value: number): string => {
  if (!Number.isFinite(value)) return String(value)
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)
}

export function figure(name: string, value: number, unit: string): void {
  console.log(`figure ${name} ${digits(value)} ${unit}`)
}

/** Median of the pairs, and how far they lie apart. */
export function spread(name: string, values: readonly number[], unit: string): number {
  const middle = median(values)
  figure(name, middle, unit)
  figure(`${name}-spread`, Math.min(...values), `${unit} to ${digits(Math.max(...values))}`)
  return middle
}

/** A goal of the programme beside what was reached; no verdict is hidden. */
export function goal(name: string, holds: boolean, text: string): void {
  console.log(`goal ${name} ${holds ? 'met' : 'missed'}: ${text}`)
}

export function machine(): void {
  figure('cores', availableParallelism(), 'cores')
  figure('load', loadavg()[0] ?? Number.NaN, 'runnable')
}

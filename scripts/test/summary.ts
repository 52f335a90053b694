/** What a run prints at its end. */
import { junit } from './junit.ts'
import { nameOf, type PartResult, type Reason } from './report.ts'
import type { Rerun } from './reruns.ts'
import { firstLines } from './text.ts'

const SLOWEST_SHOWN = 10
/** With a common cause for many, the first of them say enough. */
const REASONS_SHOWN = 20
const NAME_COLUMN = 14
const COLUMN = 9

export interface PartSummary extends Omit<PartResult, 'failures' | 'others'> {
  name: string
  seconds: number
  budgetSeconds: number
}

const row = (name: string, ...cells: (string | number)[]): string =>
  [name.padEnd(NAME_COLUMN), ...cells.map((cell) => `${cell}`.padStart(COLUMN))].join(' ').trimEnd()

export function slowestFiles(parts: readonly PartSummary[]): string[] {
  const files = parts.flatMap((part) => part.files).sort((a, b) => b.seconds - a.seconds)
  return files
    .slice(0, SLOWEST_SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
}

/** `loadAt` names the load of the machine at a time. */
export function rerunLines(
  { failure, unsteady }: Rerun,
  loadAt: (time: number) => string,
): string[] {
  return [
    `${unsteady ? 'unsteady' : 'failed'}: ${nameOf(failure)}`,
    ...firstLines(failure.message).map((line) => `    ${line}`),
    `    load of the machine when it failed: ${loadAt(failure.failedAt)}`,
  ]
}

/** The runners' own files keep the first failure, and this one says what followed. */
export const rerunsFile = (reruns: readonly Rerun[]): string =>
  junit(
    'reruns',
    reruns.map(({ failure, unsteady, seconds }) => {
      const [message = ''] = firstLines(failure.message)
      return unsteady
        ? {
            name: nameOf(failure),
            seconds,
            output: `Unsteady: it failed once (${message}) and passed twice alone.`,
          }
        : { name: nameOf(failure), seconds, failure: { message, text: failure.message } }
    }),
  )

/** An unsteady test moves from the failed to the passed tests of its part. */
export function withReruns<T extends PartSummary>(part: T, reruns: readonly Rerun[]): T {
  const unsteady = reruns.filter((rerun) => rerun.unsteady).length
  return { ...part, passed: part.passed + unsteady, failed: part.failed - unsteady }
}

export function table(parts: readonly PartSummary[], rerunSeconds: number): string[] {
  const all = parts.reduce((sum, { seconds }) => sum + seconds, rerunSeconds)
  return [
    row('part', 'seconds', 'budget', 'passed', 'failed'),
    ...parts.map(({ name, seconds, budgetSeconds, passed, failed }) =>
      row(name, seconds.toFixed(0), budgetSeconds, passed, failed),
    ),
    ...(rerunSeconds > 0 ? [row('run again', rerunSeconds.toFixed(0))] : []),
    row('all', all.toFixed(0)),
  ]
}

/** What failed and why, near the end of the output: the beginning of a long output is often cut off. */
export function reasons(
  parts: readonly Pick<PartResult, 'failures' | 'others'>[],
  reruns: readonly Rerun[],
): string[] {
  const steady = new Set(reruns.filter(({ unsteady }) => unsteady).map(({ failure }) => failure))
  const all = parts.flatMap(({ failures, others }): Reason[] => [
    ...failures
      .filter((failure) => !steady.has(failure))
      .map((failure) => ({ name: nameOf(failure), lines: firstLines(failure.message) })),
    ...others,
  ])
  if (all.length === 0) return []
  const more = all.length - REASONS_SHOWN
  return [
    '',
    'What failed:',
    ...all
      .slice(0, REASONS_SHOWN)
      .flatMap(({ name, lines }) => [name, ...lines.map((line) => `    ${line}`)]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** The last lines. `unsteady`: null where no test runs again. */
export function lastLines(parts: readonly PartSummary[], unsteady: number | null): string[] {
  const sum = (read: (part: PartSummary) => number): number =>
    parts.reduce((total, part) => total + read(part), 0)
  const counts = `${sum((part) => part.passed)} passed, ${sum((part) => part.failed)} failed`
  return unsteady === null ? [counts] : [counts, `unsteady: ${unsteady}`]
}

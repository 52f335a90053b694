/** What a run of Vitest or Playwright reports, and what that makes of a part of a suite. */
import { z } from 'zod'
import { lastLines } from './text.ts'

const test = z.object({
  /** The runner's project that the test belongs to. */
  project: z.string(),
  /** Relative to the root. */
  file: z.string(),
  /** The names of the groups around the test, and its own. Empty: the file itself. */
  titles: z.array(z.string()),
})
export type Test = z.infer<typeof test>

const failure = test.extend({
  message: z.string(),
  /** In milliseconds since 1970. */
  failedAt: z.number(),
})
/** A test that failed, or a file that failed outside its tests: in a hook, or while it was imported. */
export type Failure = z.infer<typeof failure>

export const runReport = z.object({
  passed: z.array(test),
  failures: z.array(failure),
  /** Journeys that were skipped or that passed only when Playwright tried them again. They count as failed. */
  skipped: z.number(),
  /** Errors that belong to no file. */
  errors: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), seconds: z.number() })),
})
export type RunReport = z.infer<typeof runReport>

/** What failed, for the end of the output. */
export interface Reason {
  name: string
  /** Lines that say why. */
  lines: string[]
}

/** The outcome of one part of a suite. */
export interface PartResult {
  passed: number
  failed: number
  /** Those in `failed` that have a name and can be run again. */
  failures: Failure[]
  /** Those in `failed` that cannot be run again. */
  others: Reason[]
  files: RunReport['files']
}

/** Why a run failed beyond the tests that failed. Empty: they are the whole reason, or the run passed. */
export function unexplained(
  ok: boolean,
  report: RunReport | null,
  { mayBeEmpty = false } = {},
): string[] {
  if (report === null) return ['The runner ended without a report.']
  if (report.errors.length > 0) return report.errors
  const failed = report.failures.length + report.skipped
  if (!ok && failed === 0) return ['The runner failed, but no test did.']
  if (report.passed.length + failed === 0 && !mayBeEmpty) return ['No test ran.']
  return []
}

/** Errors that belong to no test count as one failure each. `text`: the runner's output. */
export function partResult(
  report: RunReport | null,
  errors: readonly string[],
  text: string,
): PartResult {
  const others = errors.map((name) => ({ name, lines: lastLines(text) }))
  if (report === null) return { passed: 0, failed: errors.length, failures: [], others, files: [] }
  const { passed, failures, skipped, files } = report
  const failed = failures.length + skipped + errors.length
  if (skipped > 0)
    others.push({ name: 'skipped or retried journeys', lines: [`${skipped} journeys`] })
  return { passed: passed.length, failed, failures, others, files }
}

export const nameOf = ({ file, titles }: Test): string => [file, ...titles].join(' › ')

/**
 * Which failed tests of the deep suite run again, and what that says about them. A test that failed beside other work
 * and then passes twice alone is unsteady: it counts as passed, and its name is printed.
 */
import { type Failure, nameOf, type RunReport, type Test } from './report.ts'

const RUNS_ALONE = 2
/**
 * With more failures than this, none runs again. A run in which tests are unsteady independently of each other has
 * one or two of them, so this many have a common cause, and a journey that fails by waiting takes minutes each time.
 */
export const MAX_RERUNS = 10

export interface Rerun {
  failure: Failure
  /** It passed each time that it ran alone. */
  unsteady: boolean
  seconds: number
}

export const canRunAgain = (failures: readonly Failure[]): boolean => failures.length <= MAX_RERUNS

const isSame = (one: Test, other: Test): boolean =>
  one.project === other.project && nameOf(one) === nameOf(other)

/** Whether the failed test, and no other, ran and passed. Of a file that failed outside its tests, any of them. */
export function passedAlone(failure: Failure, ok: boolean, report: RunReport | null): boolean {
  if (!ok || report === null) return false
  const { passed, failures, skipped, errors } = report
  if (passed.length === 0 || failures.length + skipped + errors.length > 0) return false
  const ofFile = failure.titles.length === 0
  return passed.every((test) => isSame(ofFile ? { ...test, titles: [] } : test, failure))
}

/** Runs each failed test of a part until it fails again, at most twice. `runAlone` returns whether it passed. */
export async function runAgain(
  failures: readonly Failure[],
  part: string,
  runAlone: (failure: Failure, name: string) => Promise<boolean>,
): Promise<Rerun[]> {
  const reruns: Rerun[] = []
  for (const [i, failure] of failures.entries()) {
    const startedAt = performance.now()
    let unsteady = true
    for (let run = 1; unsteady && run <= RUNS_ALONE; run += 1) {
      unsteady = await runAlone(failure, `rerun-${part}-${i + 1}-${run}`)
    }
    reruns.push({ failure, unsteady, seconds: (performance.now() - startedAt) / 1_000 })
  }
  return reruns
}

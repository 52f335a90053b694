/** Runs tests in a runner that reports each test by its name: Vitest or Playwright. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { junit } from './junit.ts'
import { type Ended, reportPath, run, writeReport } from './process.ts'
import { type Failure, type PartResult, partResult, type RunReport, unexplained } from './report.ts'
import { passedAlone } from './reruns.ts'
import { tail } from './text.ts'

export interface Runner {
  /** The command that runs the tests of a part. `name` is that of its reports. */
  all(name: string): string[]
  /** The command that runs one failed test alone, or a file that failed outside its tests. */
  only(failure: Failure, name: string): string[]
  /** The environment in which both write a report to `<name>.json`, and the first also writes `<name>.xml`. */
  env(name: string): Record<string, string>
  /** Throws if the report is not what the runner is known to write. */
  read(json: unknown): RunReport
}

interface Reported extends Ended {
  /** Null: the runner ended without a report that can be read. */
  report: RunReport | null
}

function readReport(runner: Runner, path: string): RunReport | null {
  if (!existsSync(path)) return null
  try {
    return runner.read(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    console.error(`${path} cannot be read: ${String(error)}`)
    return null
  }
}

async function reported(runner: Runner, command: string[], name: string): Promise<Reported> {
  const ended = await run(command, { env: runner.env(name) })
  return { ...ended, report: readReport(runner, reportPath(`${name}.json`)) }
}

/** Runs all tests of a part. */
export const allTests =
  (runner: Runner, options?: { mayBeEmpty: boolean }) =>
  async (name: string): Promise<PartResult> => {
    const { ok, text, seconds, report } = await reported(runner, runner.all(name), name)
    const errors = unexplained(ok, report, options)
    // It may be incomplete.
    if (report === null) rmSync(reportPath(`${name}.xml`), { force: true })
    if (errors.length > 0) {
      // The runner's own file does not have them, or does not exist.
      const cases = errors.map((error) => ({
        name: error,
        seconds,
        failure: { message: error, text: tail(text) },
      }))
      writeReport(`${name}-errors.xml`, junit(`${name}-errors`, cases))
    }
    return partResult(report, errors, text)
  }

/** Runs one failed test alone. Returns whether it passed. */
export async function testAlone(runner: Runner, failure: Failure, name: string): Promise<boolean> {
  const { ok, report } = await reported(runner, runner.only(failure, name), name)
  return passedAlone(failure, ok, report)
}

/** Parts of a suite that run commands instead of a test runner. */
import { junit, type JunitCase } from './junit.ts'
import { type Ended, run, writeReport } from './process.ts'
import type { PartResult } from './report.ts'
import { lastLines, tail } from './text.ts'

const caseOf = (name: string, { ok, text, seconds }: Ended): JunitCase => ({
  name,
  seconds,
  ...(ok ? {} : { failure: { message: `${name} failed`, text: tail(text) } }),
})

/** Each command counts as one test that passes or fails. They run in parallel. */
export const commands =
  (...lines: readonly string[]) =>
  async (name: string): Promise<PartResult> => {
    const quiet = lines.length > 1
    const ends = await Promise.all(lines.map((line) => run(line.split(' '), { quiet })))
    writeReport(
      `${name}.xml`,
      junit(
        name,
        ends.map((end, i) => caseOf(lines[i] ?? name, end)),
      ),
    )
    const others = ends.flatMap(({ ok, text }, i) =>
      ok ? [] : [{ name: lines[i] ?? name, lines: lastLines(text) }],
    )
    const passed = ends.length - others.length
    return { passed, failed: others.length, failures: [], others, files: [] }
  }

/** A scenario or benchmark prints its output, and after it this line. */
const ENDED = /^# ([\w-]+): (.*) in ([\d.]+) s$/
/** A scenario prints this for each failure. It is all that one prints whose process dies. */
const FAILURE = /^FAILED ([\w-]+): /
const TOTAL = /(\d+) passed, (\d+) failed\s*$/

/** The cases in the output of a runner that ends with `N passed, N failed`. */
export function countedCases(text: string): JunitCase[] {
  const cases: JunitCase[] = []
  const failures = new Map<string, string[]>()
  let block: string[] = []
  for (const line of text.split('\n')) {
    const [, failedName] = FAILURE.exec(line) ?? []
    if (failedName !== undefined)
      failures.set(failedName, [...(failures.get(failedName) ?? []), line])
    const [, name, outcome = '', seconds] = ENDED.exec(line) ?? []
    if (name === undefined) {
      block.push(line)
      continue
    }
    const failed = /\b[1-9]\d* failed|^failed$/.test(outcome)
    const message = failures.get(name)?.[0] ?? line
    failures.delete(name)
    const failure = failed ? { failure: { message, text: tail(block.join('\n')) } } : {}
    cases.push({ name, seconds: Number(seconds), ...failure })
    block = []
  }
  for (const [name, lines] of failures) {
    const failure = { message: lines[0] ?? '', text: lines.join('\n') }
    cases.push({ name, seconds: 0, failure })
  }
  return cases
}

export function countedResult(folder: string, { ok, text }: Ended): PartResult {
  const [, passed, failed] = TOTAL.exec(text.trimEnd()) ?? []
  const cases = countedCases(text)
  const fileOf = ({ name }: JunitCase): string => `${folder}/${name}.ts`
  const files = cases.map((each) => ({ name: fileOf(each), seconds: each.seconds }))
  const others = cases.flatMap((each) =>
    each.failure === undefined
      ? []
      : [{ name: fileOf(each), lines: [each.failure.message, ...lastLines(each.failure.text)] }],
  )
  // A runner that fails without a failed test counts as one failure.
  const count = passed === undefined ? 1 : Number(failed) || (ok ? 0 : 1)
  if (count > 0 && others.length === 0) others.push({ name: folder, lines: lastLines(text) })
  return { passed: Number(passed ?? 0), failed: count, failures: [], others, files }
}

/** For runners that print `# name: … in N s` for each test, and `N passed, N failed` at the end. */
export const counted =
  (folder: string, command: string) =>
  async (name: string): Promise<PartResult> => {
    const end = await run(command.split(' '))
    const result = countedResult(folder, end)
    const cases = countedCases(end.text)
    const explained = result.failed === 0 || cases.some(({ failure }) => failure !== undefined)
    writeReport(`${name}.xml`, junit(name, explained ? cases : [...cases, caseOf(command, end)]))
    return result
  }

/** Runs projects of Playwright. */
import { join } from 'node:path'
import { z } from 'zod'
import { reportPath } from './process.ts'
import type { RunReport, Test } from './report.ts'
import type { Runner } from './runner.ts'
import { exactly, plain } from './text.ts'

const FOLDER = 'tests/e2e'
const CONFIG = `${FOLDER}/playwright.config.ts`

const result = z.object({
  startTime: z.string(),
  duration: z.number(),
  errors: z.array(z.object({ message: z.string() })),
})
const spec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(result),
    }),
  ),
})
const suite = z.object({
  title: z.string(),
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})
type Suite = z.infer<typeof suite>
const jsonReport = z.object({
  suites: z.array(suite.extend({ file: z.string() })),
  errors: z.array(z.object({ message: z.string().optional() })),
})

interface Outcome extends Test {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: z.infer<typeof result>[]
}

function outcomes(file: string, { specs, suites = [] }: Suite, groups: string[] = []): Outcome[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      project: projectName,
      file,
      titles: [...groups, title],
      status,
      results,
    })),
  )
  return [...own, ...suites.flatMap((inner) => outcomes(file, inner, [...groups, inner.title]))]
}

function readPlaywright(json: unknown): RunReport {
  const { suites, errors } = jsonReport.parse(json)
  const report: RunReport = {
    passed: [],
    failures: [],
    skipped: 0,
    errors: errors.map(({ message }) => plain(message ?? 'Playwright reported an error.')),
    files: [],
  }
  for (const each of suites) {
    const file = `${FOLDER}/${each.file}`
    let seconds = 0
    for (const { status, results, ...test } of outcomes(file, each)) {
      for (const { duration } of results) seconds += duration / 1_000
      if (status === 'expected') report.passed.push(test)
      else if (status === 'unexpected') {
        const message = plain(results.flatMap((run) => run.errors)[0]?.message ?? 'no error')
        const ends = results.map((run) => Date.parse(run.startTime) + run.duration)
        report.failures.push({ ...test, message, failedAt: Math.max(...ends) })
      } else report.skipped += 1
    }
    report.files.push({ name: file, seconds })
  }
  return report
}

/**
 * A pattern for `--grep` that matches one test. Playwright compares it with project, file, groups and test, separated
 * by spaces, and with the tags that it finds in the names of groups and tests and repeats after each of them.
 */
function grep({ project, file, titles }: Test): string {
  const path = [project, file.slice(`${FOLDER}/`.length), ...titles]
  // Between slashes it is case-sensitive.
  return `/^${path.map((name) => `${exactly(name)}(?: @\\S+)*`).join(' ')}$/`
}

/** `shard`: of the tests only this part, such as `1/2`. */
export function playwright(projects: readonly string[], shard?: string): Runner {
  const command = (names: readonly string[], ...options: string[]): string[] => [
    'playwright',
    'test',
    `--config=${CONFIG}`,
    ...names.map((name) => `--project=${name}`),
    ...options,
  ]
  // Playwright empties its output folder before it runs.
  const output = (...folders: string[]): string => `--output=${join('test-results', ...folders)}`
  return {
    all: (name) =>
      command(
        projects,
        output(name),
        '--reporter=list,json,junit',
        ...(shard === undefined ? [] : [`--shard=${shard}`]),
      ),
    only: (failure, name) =>
      command(
        [failure.project],
        output('reruns', name),
        '--reporter=list,json',
        '--workers=1',
        `--grep=${grep(failure)}`,
        `${exactly(failure.file)}$`,
      ),
    env: (name) => ({
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath(`${name}.json`),
      PLAYWRIGHT_JUNIT_OUTPUT_FILE: reportPath(`${name}.xml`),
      PLAYWRIGHT_JUNIT_STRIP_ANSI: '1',
    }),
    read: readPlaywright,
  }
}

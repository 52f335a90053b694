/** Runs projects of Vitest. */
import { reportPath } from './process.ts'
import { runReport } from './report.ts'
import type { Runner } from './runner.ts'
import { exactly } from './text.ts'

/** As Vitest joins the names of groups and of the test before it compares them with `-t`. */
const SEPARATOR = ' > '

export function vitest(projects: readonly string[], options: readonly string[] = []): Runner {
  const command = (names: readonly string[], more: readonly string[]): string[] => [
    'vitest',
    'run',
    ...names.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=./scripts/test/vitest-report.ts',
    ...more,
  ]
  return {
    all: (name) => {
      const xml = `--outputFile.junit=${reportPath(`${name}.xml`)}`
      return command(projects, ['--reporter=junit', xml, ...options])
    },
    only: ({ project, file, titles }) => {
      const test = titles.length > 0 ? ['-t', `^${exactly(titles.join(SEPARATOR))}$`] : []
      return command([project], [file, ...test])
    },
    env: (name) => ({ VITEST_REPORT_FILE: reportPath(`${name}.json`) }),
    read: (json) => runReport.parse(json),
  }
}

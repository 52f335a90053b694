/**
 * A reporter of Vitest that writes a `RunReport`. Vitest's JSON report leaves out errors in hooks and outside tests.
 * A run with such an error must not pass because its failed tests passed later.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { RunReport, Test } from './report.ts'

type Errors = readonly { message: string }[]
const messageOf = (errors: Errors): string => errors.map(({ message }) => message).join('\n')

function titlesOf(task: TestCase | TestSuite): string[] {
  const { parent } = task
  return parent.type === 'module' ? [task.name] : [...titlesOf(parent), task.name]
}

export default class VitestReport implements Reporter {
  readonly #endedAt = new Map<string, number>()
  #root = ''

  onInit({ config }: { config: { root: string } }): void {
    this.#root = config.root
  }

  onTestCaseResult({ id }: TestCase): void {
    this.#endedAt.set(id, Date.now())
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#endedAt.set(id, Date.now())
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const path = process.env['VITEST_REPORT_FILE']
    if (path === undefined) throw new Error('VITEST_REPORT_FILE is not set')
    const errors = unhandled.map(({ message }) => message)
    const report: RunReport = { passed: [], failures: [], skipped: 0, errors, files: [] }
    for (const module of modules) this.#add(module, report)
    writeFileSync(path, JSON.stringify(report))
  }

  #add(module: TestModule, report: RunReport): void {
    const file = relative(this.#root, module.moduleId).replaceAll('\\', '/')
    const named = (titles: string[]): Test => ({ project: module.project.name, file, titles })
    const fail = (id: string, titles: string[], errors: Errors): void => {
      const failedAt = this.#endedAt.get(id) ?? Date.now()
      report.failures.push({ ...named(titles), message: messageOf(errors), failedAt })
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'passed') report.passed.push(named(titlesOf(test)))
      if (state === 'failed') fail(test.id, titlesOf(test), errors)
    }
    const suites = [module, ...module.children.allSuites()]
    const outside = suites.flatMap((suite) => suite.errors())
    if (outside.length > 0) fail(module.id, [], outside)
    report.files.push({ name: file, seconds: module.diagnostic().duration / 1_000 })
  }
}

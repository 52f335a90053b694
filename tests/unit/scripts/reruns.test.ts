import { expect, it } from 'vitest'
import type { Failure, RunReport } from '../../../scripts/test/report.ts'
import { canRunAgain, MAX_RERUNS, passedAlone, runAgain } from '../../../scripts/test/reruns.ts'

const test = { project: 'integration', file: 'tests/integration/a.test.ts', titles: ['a', 'b'] }
const failure: Failure = { ...test, message: 'expected 1 to be 2', failedAt: 0 }
const fileFailure: Failure = { ...failure, titles: [] }
const empty: RunReport = { passed: [], failures: [], skipped: 0, errors: [], files: [] }
const report = (parts: Partial<RunReport>): RunReport => ({
  ...empty,
  ...parts,
})
/** A run in which only the failed test ran, and passed. */
const alone = report({ passed: [test] })

it('runs failed tests again only up to the bound', () => {
  const failures = Array.from({ length: MAX_RERUNS }, () => failure)
  expect(canRunAgain([])).toBe(true)
  expect(canRunAgain(failures)).toBe(true)
  expect(canRunAgain([...failures, failure])).toBe(false)
})

it('takes a test as passed when it ran alone and passed', () => {
  expect(passedAlone(failure, true, alone)).toBe(true)
  // As where a table has the same row twice.
  expect(passedAlone(failure, true, report({ passed: [test, test] }))).toBe(true)
})

it.each<[string, boolean, RunReport | null]>([
  ['the runner failed', false, alone],
  ['there is no report', true, null],
  ['no test was found', true, report({})],
  ['another test ran too', true, report({ passed: [test, { ...test, titles: ['a'] }] })],
  ['a test of another file ran', true, report({ passed: [{ ...test, file: 'b.test.ts' }] })],
  ['a test of another project ran', true, report({ passed: [{ ...test, project: 'unit' }] })],
  ['something failed', true, { ...alone, failures: [fileFailure] }],
  ['a test was skipped', true, { ...alone, skipped: 1 }],
  ['there was an error outside tests', true, { ...alone, errors: ['lost connection'] }],
])('takes a test as failed again when %s', (_, ok, seen) => {
  expect(passedAlone(failure, ok, seen)).toBe(false)
})

it('takes a file as passed when all of its tests passed', () => {
  const passed = [test, { ...test, titles: ['c'] }]
  expect(passedAlone(fileFailure, true, report({ passed }))).toBe(true)
  expect(passedAlone(fileFailure, true, report({}))).toBe(false)
  expect(passedAlone(fileFailure, true, report({ passed, failures: [failure] }))).toBe(false)
  const elsewhere = [...passed, { ...test, file: 'tests/integration/b.test.ts' }]
  expect(passedAlone(fileFailure, true, report({ passed: elsewhere }))).toBe(false)
})

it.each([
  { passes: [true, true], unsteady: true, runs: 2 },
  { passes: [true, false], unsteady: false, runs: 2 },
  { passes: [false], unsteady: false, runs: 1 },
])('decides from the runs alone: $passes', async ({ passes, unsteady, runs }) => {
  const names: string[] = []
  const results = await runAgain([failure], 'e2e', (_, name) => {
    names.push(name)
    return Promise.resolve(passes[names.length - 1] ?? false)
  })
  expect(results).toMatchObject([{ failure, unsteady }])
  expect(names).toEqual(['rerun-e2e-1-1', 'rerun-e2e-1-2'].slice(0, runs))
})

it('decides about each test apart, and names the reports of each differently', async () => {
  const names: string[] = []
  const results = await runAgain([failure, fileFailure], 'integration', (each, name) => {
    names.push(name)
    return Promise.resolve(each === fileFailure)
  })
  expect(results.map(({ unsteady }) => unsteady)).toEqual([false, true])
  expect(new Set(names).size).toBe(3)
})

import { expect, it } from 'vitest'
import {
  type Failure,
  nameOf,
  partResult,
  type RunReport,
  unexplained,
} from '../../../scripts/test/report.ts'

const test = { project: 'journeys', file: 'tests/e2e/fund.spec.ts', titles: ['fund', 'buys'] }
const failure: Failure = { ...test, message: 'late', failedAt: 0 }
const empty: RunReport = { passed: [], failures: [], skipped: 0, errors: [], files: [] }

it.each<[string, boolean, RunReport | null, number]>([
  ['passes', true, { ...empty, passed: [test] }, 0],
  ['fails by its tests', false, { ...empty, passed: [test], failures: [failure] }, 0],
  ['fails by skipped tests', true, { ...empty, skipped: 2 }, 0],
  ['ends without a report', false, null, 1],
  ['ends well without a report', true, null, 1],
  ['finds no test', true, empty, 1],
  ['fails without a failed test', false, { ...empty, passed: [test] }, 1],
  [
    'has errors beside failed tests',
    false,
    { ...empty, failures: [failure], errors: ['a', 'b'] },
    2,
  ],
])('counts what no test explains when a run %s', (_, ok, report, count) => {
  expect(unexplained(ok, report)).toHaveLength(count)
})

it('accepts that no test ran only where that is expected and the runner passed', () => {
  expect(unexplained(true, empty, { mayBeEmpty: true })).toEqual([])
  expect(unexplained(false, empty, { mayBeEmpty: true })).toHaveLength(1)
  expect(unexplained(true, null, { mayBeEmpty: true })).toHaveLength(1)
})

it('counts failures, skipped journeys and errors as failed, and only failures can run again', () => {
  const report = { ...empty, passed: [test, test], failures: [failure], skipped: 1, errors: ['a'] }
  const result = partResult(report, ['a'], 'output\nError: a')
  expect(result).toMatchObject({ passed: 2, failed: 3, failures: [failure] })
  expect(result.others).toEqual([
    { name: 'a', lines: ['output', 'Error: a'] },
    { name: 'skipped or retried journeys', lines: ['1 journeys'] },
  ])
  expect(partResult(null, ['no report'], 'killed')).toEqual({
    passed: 0,
    failed: 1,
    failures: [],
    others: [{ name: 'no report', lines: ['killed'] }],
    files: [],
  })
})

it('names a test by its file, groups and name, and a file by its path', () => {
  expect(nameOf(test)).toBe('tests/e2e/fund.spec.ts › fund › buys')
  expect(nameOf({ ...test, titles: [] })).toBe('tests/e2e/fund.spec.ts')
})

import { expect, it } from 'vitest'
import { loadAt } from '../../../scripts/test/load.ts'
import type { Rerun } from '../../../scripts/test/reruns.ts'
import * as summary from '../../../scripts/test/summary.ts'
import { exactly, firstLines, lastLines, tail } from '../../../scripts/test/text.ts'

const part = (name: string, passed: number, failed: number): summary.PartSummary => ({
  name,
  passed,
  failed,
  seconds: 12.4,
  budgetSeconds: 60,
  files: [{ name: `tests/${name}.ts`, seconds: passed }],
})
const rerun = (title: string, unsteady: boolean): Rerun => ({
  failure: {
    project: 'journeys',
    file: 'tests/e2e/fund.spec.ts',
    titles: [title],
    message: '\u001B[31mError: 1 < 2\u001B[39m\nexpected more\n\nReceived: 0\nCall log: long',
    failedAt: 1_000,
  },
  unsteady,
  seconds: 7,
})

it('ends the deep suite with the number of unsteady tests, also when there is none', () => {
  const parts = [part('unit', 5, 0), part('e2e', 3, 1)]
  expect(summary.lastLines(parts, 0)).toEqual(['8 passed, 1 failed', 'unsteady: 0'])
  expect(summary.lastLines(parts, 2)).toEqual(['8 passed, 1 failed', 'unsteady: 2'])
})

it('ends the other suites with the counts', () => {
  expect(summary.lastLines([part('unit', 5, 0)], null)).toEqual(['5 passed, 0 failed'])
})

it('counts an unsteady test once, as passed, and a test that failed again once, as failed', () => {
  const reruns = [rerun('a', true), rerun('b', false), rerun('c', true)]
  expect(summary.withReruns(part('e2e', 10, 4), reruns)).toMatchObject({ passed: 12, failed: 2 })
  expect(summary.withReruns(part('e2e', 10, 4), [])).toMatchObject({ passed: 10, failed: 4 })
})

it('prints name, first error and load of each test that ran again', () => {
  const load = (at: number): string => `${at} ms`
  expect(summary.rerunLines(rerun('buys units', true), load)).toEqual([
    'unsteady: tests/e2e/fund.spec.ts › buys units',
    '    Error: 1 < 2',
    '    expected more',
    '    Received: 0',
    '    load of the machine when it failed: 1000 ms',
  ])
  expect(summary.rerunLines(rerun('buys units', false), load)[0]).toMatch(/^failed: /)
})

it('says near the end what failed and why, without unsteady tests', () => {
  const [unsteady, broken] = [rerun('a', true), rerun('b', false)]
  const failures = [unsteady.failure, broken.failure]
  const others = [{ name: 'bench/storm.ts', lines: ['Error: the server ended'] }]
  expect(summary.reasons([{ failures, others }], [unsteady, broken])).toEqual([
    '',
    'What failed:',
    'tests/e2e/fund.spec.ts › b',
    '    Error: 1 < 2',
    '    expected more',
    '    Received: 0',
    'bench/storm.ts',
    '    Error: the server ended',
  ])
  expect(summary.reasons([{ failures: [], others: [] }], [])).toEqual([])
  const many = Array.from({ length: 25 }, (_, i) => ({ name: `test ${i}`, lines: [] }))
  const lines = summary.reasons([{ failures: [], others: many }], [])
  expect(lines.slice(-2)).toEqual(['test 19', 'and 5 more'])
})

it('reports unsteady tests as passed with what happened, and the others as failed', () => {
  const xml = summary.rerunsFile([rerun('a', true), rerun('b', false)])
  expect(xml).toContain('<testsuite name="reruns" tests="2" failures="1"')
  expect(xml).toContain('<system-out>Unsteady: it failed once (Error: 1 &lt; 2)')
  expect(xml.match(/<failure message="Error: 1 &lt; 2">/g)).toHaveLength(1)
})

it('shows parts beside their budgets, and the time of reruns only when there were any', () => {
  expect(summary.table([part('unit', 5, 0)], 0)).toEqual([
    'part             seconds    budget    passed    failed',
    'unit                  12        60         5         0',
    'all                   12',
  ])
  expect(summary.table([part('unit', 5, 0)], 30).slice(2)).toEqual([
    'run again             30',
    'all                   42',
  ])
})

it('shows the ten slowest files', () => {
  const parts = Array.from({ length: 12 }, (_, i) => part(`p${i}`, i, 0))
  const lines = summary.slowestFiles(parts)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('    11.0 s  tests/p11.ts')
})

it('takes the load from the last sample before a failure', () => {
  const samples = [10, 20, 30].map((at) => ({ at, load: at / 10 }))
  expect([5, 20, 29, 99].map((at) => loadAt(samples, at))).toEqual([1, 2, 2, 3])
})

it('matches names exactly, whatever signs they have', () => {
  const name = 'pays 1.5 % (or $2) [a|b] {c} ^d *e+ f? \\g /h/'
  expect(new RegExp(`^${exactly(name)}$`, 'u').test(name)).toBe(true)
  expect(new RegExp(`^${exactly('1.5')}$`).test('1x5')).toBe(false)
})

it('shortens errors to their beginning and outputs to their end', () => {
  expect(firstLines('one\n two\n\nthree\nfour')).toEqual(['one', 'two', 'three'])
  expect(firstLines('x'.repeat(500))[0]).toHaveLength(200)
  expect(firstLines('')).toEqual([])
  expect(lastLines('one\n\n two\n')).toEqual(['one', 'two'])
  expect(lastLines(Array.from({ length: 30 }, (_, i) => `${i}`).join('\n'))[0]).toBe('18')
  expect(tail(`${'x'.repeat(9_000)}end`)).toMatch(/^x{3997}end$/)
})

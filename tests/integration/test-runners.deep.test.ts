/**
 * The real Vitest and Playwright on a folder of small tests: what they report of each kind of failure, and whether the
 * command that runs one failed test alone selects that test and no other.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playwright } from '../../scripts/test/playwright.ts'
import { nameOf, type RunReport, type Test } from '../../scripts/test/report.ts'
import { passedAlone } from '../../scripts/test/reruns.ts'
import type { Runner } from '../../scripts/test/runner.ts'
import { vitest } from '../../scripts/test/vitest.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Inside the repository, so that its packages are found. */
const FOLDER = join(ROOT, '.tmp')

/** The tests that fail only while this variable says so. */
const FAILS = "process.env.FAILS === 'yes'"
const FILES = {
  'vitest.config.ts': `export default { test: { projects: [
    { test: { name: 'integration', include: ['tests/integration/*.test.ts'] } },
  ] } }`,
  'tests/integration/names.test.ts': `import { describe, expect, it } from 'vitest'
    describe('a group (of $1.5)', () => {
      it.each(['a', 'a+', 'aa'])('pays %s', (name) => expect(${FAILS} && name === 'a+').toBe(false))
    })
    it('steady', () => expect(1).toBe(1))`,
  'tests/integration/hook.test.ts': `import { beforeAll, describe, expect, it } from 'vitest'
    describe('prepared', () => {
      beforeAll(() => { if (${FAILS}) throw new Error('no database') })
      it('first', () => expect(1).toBe(1))
    })
    it('second', () => expect(1).toBe(1))`,
  'tests/integration/broken.test.ts': "import './missing.ts'",
  'tests/integration/late.test.ts': `import { it } from 'vitest'
    it('ends first', () => { if (${FAILS}) void Promise.reject(new Error('no one waits')) })`,
  'tests/e2e/playwright.config.ts':
    "export default { testDir: '.', projects: [{ name: 'journeys' }] }",
  'tests/e2e/names.spec.ts': `import { expect, test } from '@playwright/test'
    test.describe('a group (of $1.5) @slow', () => {
      for (const name of ['a', 'a+', 'A+', 'aa', 'a/+ @fast'])
        test('pays ' + name, () => expect(${FAILS} && name.includes('+')).toBe(false))
    })
    test('left out', () => test.info().skip())`,
}

let folder = ''
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
  folder = mkdtempSync(join(FOLDER, 'runners-'))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  symlinkSync(join(ROOT, 'scripts'), join(folder, 'scripts'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a command in the folder; `part` names its reports, which are in the folder too. */
async function execute(
  runner: Runner,
  choose: (part: string) => string[],
  fails: boolean,
): Promise<{ ok: boolean; report: RunReport }> {
  const part = `../${basename(folder)}/report`
  const [command = '', ...args] = choose(part)
  // This process is a worker of Vitest itself.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_ENV)/.test(name))
  const env = { ...Object.fromEntries(own), ...runner.env(part), FAILS: fails ? 'yes' : 'no' }
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn(command, args, { cwd: folder, env: { ...env, PATH }, stdio: 'ignore' })
  const [code]: unknown[] = await once(child, 'close')
  const text = readFileSync(join(folder, 'report.json'), 'utf8')
  return { ok: code === 0, report: runner.read(JSON.parse(text)) }
}
const xml = (): string => readFileSync(join(folder, 'report.xml'), 'utf8')
const names = (tests: readonly Test[]): string[] => tests.map(nameOf).sort()

/** Whether the failed test, alone, counts as passed. */
async function passes(runner: Runner, test: Test, fails: boolean): Promise<boolean> {
  const failure = { ...test, message: '', failedAt: 0 }
  const { ok, report } = await execute(runner, (part) => runner.only(failure, part), fails)
  return passedAlone(failure, ok, report)
}

describe('vitest', () => {
  const runner = vitest(['integration'])
  const test = (name: string, ...titles: string[]): Test => ({
    project: 'integration',
    file: `tests/integration/${name}.test.ts`,
    titles,
  })
  const group = 'a group (of $1.5)'

  it('reports failures of tests, hooks and imports, and errors outside tests', async () => {
    const { ok, report } = await execute(runner, (part) => runner.all(part), true)
    expect(ok).toBe(false)
    expect(names(report.failures)).toEqual(
      names([test('broken'), test('hook'), test('names', group, 'pays a+')]),
    )
    const passed = [
      test('hook', 'second'),
      test('late', 'ends first'),
      test('names', group, 'pays a'),
      test('names', group, 'pays aa'),
      test('names', 'steady'),
    ]
    expect(names(report.passed)).toEqual(names(passed))
    expect(report.errors).toEqual(['no one waits'])
    const hook = report.failures.find(({ file }) => file.includes('hook'))
    expect(hook?.message).toBe('no database')
    expect(xml()).toMatch(/<testcase [^>]*name="a group \(of \$1.5\) &gt; pays a\+"/)
  })

  it('runs one test of several with similar names', async () => {
    expect(await passes(runner, test('names', group, 'pays a+'), false)).toBe(true)
    expect(await passes(runner, test('names', group, 'pays a+'), true)).toBe(false)
  })

  it('runs a whole file that failed in a hook or could not be imported', async () => {
    expect(await passes(runner, test('hook'), false)).toBe(true)
    expect(await passes(runner, test('broken'), false)).toBe(false)
  })
})

describe('playwright', () => {
  const runner = playwright(['journeys'])
  const test = (title: string): Test => ({
    project: 'journeys',
    file: 'tests/e2e/names.spec.ts',
    titles: ['a group (of $1.5) @slow', title],
  })

  it('reports failures and skipped journeys', async () => {
    const { ok, report } = await execute(runner, (part) => runner.all(part), true)
    expect(ok).toBe(false)
    const failed = ['pays A+', 'pays a+', 'pays a/+ @fast']
    expect(names(report.failures)).toEqual(names(failed.map(test)))
    expect(names(report.passed)).toEqual(names(['pays a', 'pays aa'].map(test)))
    expect(report.skipped).toBe(1)
    expect(report.failures[0]?.message).toMatch(/^Error: .*toBe/)
    expect(xml()).toMatch(/<testsuite name="names.spec.ts"/)
  })

  it('runs a part of all, if it has one', () => {
    expect(playwright(['journeys'], '2/2').all('e2e')).toContain('--shard=2/2')
    expect(runner.all('e2e').join()).not.toContain('shard')
  })

  it('runs one test of several that a loop makes at the same line', async () => {
    expect(await passes(runner, test('pays a+'), false)).toBe(true)
    expect(await passes(runner, test('pays a+'), true)).toBe(false)
  })

  it('runs a test with tags in its name', async () => {
    expect(await passes(runner, test('pays a/+ @fast'), false)).toBe(true)
  })
})

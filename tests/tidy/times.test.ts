/** Times are measured, not judged (docs/TESTING.md): finds the ways to judge one that are easy to recognise. */
import { expect, it } from 'vitest'
import { HANG_MS } from '#support/until.ts'
import { files } from './repository.ts'

/** Run by hand and alone, because they measure times. */
const BY_HAND = /^tests\/faults\/(doors|thumbs)\.ts$/
const MOMENT = String.raw`(?:performance\.now\(\)|Date\.now\(\)|process\.hrtime[.\w]*\(\))`
/** `const tookMs = performance.now() - since`, and `took.push(performance.now() - since)`. */
const MEASURED = new RegExp(
  String.raw`(?:const|let) (\w+)[^=\n]* = [^\n]*${MOMENT} ?-|(\w+)(?:[.[][\w\]]+)*\.push\(${MOMENT} ?-`,
  'g',
)
const BELOW = String.raw`\)\s*\.toBeLessThan`

/** The pieces of a test that judge how long something took. A least time is none: no load makes it fail. */
function judgements(text: string): string[] {
  const names = [...text.matchAll(MEASURED)].map(([, one, other]) => one ?? other)
  const time = [MOMENT, ...names.map((name) => String.raw`\b${name}\b`)].join('|')
  const asserted = new RegExp(
    String.raw`expect\((?:(?!expect\()[^;])*?(?:${time})[^;\n]*${BELOW}`,
    'g',
  )
  const checked = new RegExp(String.raw`check\([^,;]*(?:${time})[^,;]* <=? [^;]*`, 'g')
  return [asserted, checked].flatMap((pattern) => [...text.matchAll(pattern)].map(([all]) => all))
}

/** Waits that give up sooner than a hang, or that end with time and not with what is waited for. */
function hurries(path: string, text: string): string[] {
  const isJourney = path.startsWith('tests/e2e/')
  const isLeak = path.startsWith('tests/leaks/')
  const found = [
    ...(isJourney ? text.matchAll(/waitForTimeout\(/g) : text.matchAll(/expect\s*\.poll\(/g)),
    // It gives up after a second.
    ...(isLeak ? [] : text.matchAll(/vi\.wait(?:For|Until)\(/g)),
    ...[...text.matchAll(/\buntil\(.*, ([\d_]+)\)$/gm)].filter(
      ([, limit = '']) => Number(limit.replaceAll('_', '')) < HANG_MS,
    ),
  ]
  return found.map(([all]) => all)
}

it('knows a judgement of a time, and a wait in a hurry, when it sees one', () => {
  const judging = [
    'expect(performance.now() - since).toBeLessThan(1_000)',
    'const tookMs = performance.now() - began\nexpect(tookMs).toBeLessThanOrEqual(LIMIT_MS)',
    'took.push(performance.now() - began)\nexpect(median(took)).toBeLessThan(40)',
    'const ms = Date.now() - at\ncontext.check(ms <= MAX_MS, `late`)',
  ]
  expect(judging.map((text) => judgements(text).length)).toEqual([1, 1, 1, 1])
  const fair = [
    'const tookMs = performance.now() - began\nconsole.info(tookMs)\nexpect(rows).toBeLessThan(9)',
    'const tookMs = performance.now() - began\nexpect(tookMs).toBeGreaterThan(450)',
    'expect(answers).toBe(3)\nconst at = Date.now() + 5\nexpect(cpuMs).toBeLessThan(5 * control)',
  ]
  expect(fair.flatMap(judgements)).toEqual([])
  const hurried = [
    ['tests/e2e/a.spec.ts', 'await page.waitForTimeout(500)'],
    ['tests/integration/a.test.ts', 'await expect.poll(read).toBe(1)'],
    ['tests/unit/a.test.ts', 'await vi.waitFor(() => expect(a).toBe(1))'],
    ['tests/integration/a.test.ts', "await until('it', () => read(5), 5_000)"],
  ] as const
  expect(hurried.map(([path, text]) => hurries(path, text).length)).toEqual([1, 1, 1, 1])
  expect(hurries('tests/unit/a.test.ts', "await until('it', () => read(a, 5))")).toEqual([])
})

it('no test judges a time, and none waits for less than a hang', () => {
  const tests = files(/\.tsx?$/, ['tests']).filter(
    ({ path }) => !BY_HAND.test(path) && !path.startsWith('tests/tidy/'),
  )
  expect(tests.length).toBeGreaterThan(400)
  const found = tests.flatMap(({ path, text }) =>
    [...judgements(text), ...hurries(path, text)].map((piece) => `${path}: ${piece}`),
  )
  expect(found).toEqual([])
})

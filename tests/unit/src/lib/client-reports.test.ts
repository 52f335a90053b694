import { expect, it } from 'vitest'
import { type ClientReport, clientReport } from '#contract/client-reports.ts'
import { buildOfPage } from '#lib/build-of-page.ts'
import { createReporter, faultOf, placesIn } from '#lib/client-reports.ts'
import { createShiftSum } from '#lib/web-vitals.ts'

const ORIGIN = 'https://app.example'
const at = (place: string): string => `    at qx (${ORIGIN}/assets/${place})`

/** An error with a message and a stack that name a person, a token, an account, a query and other places. */
function planted(): Error {
  const error = new TypeError(
    'Cannot read "Anna Example, anna@example.com, DE89370400440532013000"',
  )
  error.stack = [
    `TypeError: Cannot read "Anna Example" at ${ORIGIN}/?token=secret-token`,
    at('detail-12345678.js:1:2345'),
    `    at anna_example (${ORIGIN}/assets/index-aB3_-xYz.js?token=secret-token:1:9)`,
    `    at ${ORIGIN}/#/orders?account=4711`,
    '    at chrome-extension://anna/content.js:1:1',
    '    at https://elsewhere.example/assets/other-12345678.js:1:1',
    `pay@${ORIGIN}/assets/shell-87654321.js:3:14`,
  ].join('\n')
  return error
}
const SECRETS = /Anna|anna|DE89|secret|token|4711|elsewhere|other-|chrome/

it('reduces a stack to file, line and column of the app’s own files', () => {
  expect(faultOf('error', planted(), ORIGIN)).toEqual({
    kind: 'error',
    name: 'TypeError',
    stack: [
      { file: 'detail-12345678.js', line: 1, column: 2345 },
      { file: 'index-aB3_-xYz.js', line: 0, column: 0 },
      { file: 'shell-87654321.js', line: 3, column: 14 },
    ],
  })
})

it('has nothing of what was planted in an error, whatever its name', () => {
  const named = Object.assign(planted(), { name: 'Anna Example' })
  for (const error of [planted(), named]) {
    const report = JSON.stringify(faultOf('rejection', error, ORIGIN))
    expect(report).not.toMatch(SECRETS)
  }
  expect(faultOf('error', named, ORIGIN)?.name).toBe('Error')
})

it('leaves out what is not of the app, or no error', () => {
  const foreign = new Error('x')
  foreign.stack = 'Error: x\n    at https://elsewhere.example/a.js:1:1'
  for (const thrown of [foreign, 'Anna Example', { token: 'secret' }, null, undefined])
    expect(faultOf('rejection', thrown, ORIGIN)).toBeNull()
})

it('names the file that did not load', () => {
  const message = `Failed to fetch dynamically imported module: ${ORIGIN}/assets/fund-12345678.js`
  expect(faultOf('chunk', new TypeError(message), ORIGIN)?.stack).toEqual([
    { file: 'fund-12345678.js', line: 0, column: 0 },
  ])
  expect(
    faultOf('chunk', new TypeError('Importing a module script failed.'), ORIGIN)?.stack,
  ).toEqual([])
})

it('keeps five places of a stack', () => {
  const stack = Array.from({ length: 9 }, (_, n) => at(`a-12345678.js:1:${n}`)).join('\n')
  expect(placesIn(stack, ORIGIN)).toHaveLength(5)
})

function reporterOf() {
  const sent: ClientReport[] = []
  const due: (() => void)[] = []
  const reporter = createReporter({
    page: 'app',
    build: 'aB3_-xYz',
    origin: ORIGIN,
    send: (report) => void sent.push(report),
    wait: (run) => void due.push(run),
  })
  const pass = (): void => {
    while (due.length > 0) due.shift()?.()
  }
  return { reporter, sent, pass }
}
function errorAt(column: number): Error {
  const error = new Error('x')
  error.stack = `Error: x\n${at(`a-12345678.js:1:${column}`)}`
  return error
}

it('reports an error once, those of a moment together, and ten of a page at most', () => {
  const { reporter, sent, pass } = reporterOf()
  for (let n = 0; n < 50; n += 1) reporter.note('error', errorAt(1))
  pass()
  expect(sent).toHaveLength(1)
  expect(clientReport.safeParse(sent[0]).success).toBe(true)
  for (let n = 0; n < 50; n += 1) reporter.note('error', errorAt(n))
  pass()
  expect(sent.map(({ faults }) => faults.length)).toEqual([1, 5, 4])
})

it('sends vitals without an error, and nothing if there is neither', () => {
  const { reporter, sent } = reporterOf()
  reporter.flush()
  reporter.flush({ lcp: 1_200 })
  expect(sent).toEqual([{ page: 'app', build: 'aB3_-xYz', faults: [], vitals: { lcp: 1_200 } }])
})

it('sums layout shifts that belong together, and takes the largest sum', () => {
  const { add, largest } = createShiftSum()
  const shift = (startTime: number, value: number, hadRecentInput = false): void =>
    add({ startTime, value, hadRecentInput })
  shift(0, 0.25)
  shift(500, 0.25)
  shift(600, 8, true)
  // A second without a shift ends a group.
  shift(1_500, 0.125)
  expect(largest()).toBe(0.5)
  // So do five seconds.
  for (let at = 10_000; at < 20_000; at += 900) shift(at, 0.125)
  expect(largest()).toBe(0.75)
})

it('knows its build by the name of the entry script, and none while it is developed', () => {
  const script = (src: string) => Object.assign(document.createElement('script'), { src })
  const named = ['/theme.js', '/assets/shell-12345678.js', '/assets/desk-aB3_-xYz.js'].map(script)
  expect(buildOfPage(named)).toBe('aB3_-xYz')
  expect(buildOfPage([script('/src/app/main.tsx')])).toBeNull()
})

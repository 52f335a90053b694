import { expect, it } from 'vitest'
import { countedCases, countedResult } from '../../../scripts/test/commands.ts'
import { junit } from '../../../scripts/test/junit.ts'

it('writes one case per command, with the failure of each that failed', () => {
  const failure = { message: 'tsc failed', text: 'error TS1' }
  expect(
    junit('static', [
      { name: 'knip', seconds: 1.5 },
      { name: 'tsc', seconds: 2, failure },
    ]),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" time="3.500">
  <testsuite name="static" tests="2" failures="1" errors="0" time="3.500">
    <testcase classname="static" name="knip" time="1.500"></testcase>
    <testcase classname="static" name="tsc" time="2.000"><failure message="tsc failed">error TS1</failure></testcase>
  </testsuite>
</testsuites>
`)
})

it('escapes what XML reserves, and leaves out what XML does not allow', () => {
  const odd = '<a b="c">&amp; \u001B[31mred\u001B[39m\u0000\u0008\uFFFE\uD800 ü😀\nnext'
  const xml = junit('s', [{ name: odd, seconds: 0, failure: { message: odd, text: odd } }])
  const text = '&lt;a b="c"&gt;&amp;amp; red ü😀\nnext'
  const inAttribute = text.replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
  expect(xml).toContain(`name="${inAttribute}"`)
  expect(xml).toContain(`<failure message="${inAttribute}">${text}</failure>`)
})

const SCENARIOS = `# kill seed 7 scale short
  FAILED is no line of a scenario here
FAILED kill: an order was lost | npm run faults -- kill --seed 7 --scale short
FAILED kill: another order was lost | npm run faults -- kill --seed 7 --scale short
  nothing counted
# kill: 3 passed, 2 failed in 1.5 s
FAILED races: its process ended before it did | npm run faults -- races --seed 7
# settle seed 7 scale short
# settle: 10 passed, 0 failed in 0.2 s
13 passed, 3 failed
`

it('makes a case of each scenario, also of one whose process died', () => {
  const [kill, settle, races, ...others] = countedCases(SCENARIOS)
  expect(others).toEqual([])
  expect(kill).toMatchObject({ name: 'kill', seconds: 1.5 })
  expect(kill?.failure?.message).toMatch(/^FAILED kill: an order was lost/)
  expect(kill?.failure?.text).toContain('another order was lost')
  expect(settle).toEqual({ name: 'settle', seconds: 0.2 })
  expect(races).toMatchObject({ name: 'races', failure: { message: /process ended/ } })
})

it('makes a case of each benchmark', () => {
  const text = '# storm\nslow\n# storm: failed in 3.0 s\n# fan-out\n# fan-out: passed in 1.0 s\n'
  expect(countedCases(text)).toEqual([
    {
      name: 'storm',
      seconds: 3,
      failure: { message: '# storm: failed in 3.0 s', text: '# storm\nslow' },
    },
    { name: 'fan-out', seconds: 1 },
  ])
})

it.each([
  ['13 passed, 3 failed', false, 13, 3],
  ['13 passed, 0 failed', true, 13, 0],
  ['13 passed, 0 failed', false, 13, 1],
  ['cut off', true, 0, 1],
])('counts "%s" of a runner that ends with ok = %s', (text, ok, passed, failed) => {
  expect(countedResult('bench', { ok, text, seconds: 1 })).toMatchObject({ passed, failed })
})

it('names the file and time of each scenario', () => {
  const { files } = countedResult('tests/faults', { ok: false, text: SCENARIOS, seconds: 2 })
  expect(files).toContainEqual({ name: 'tests/faults/kill.ts', seconds: 1.5 })
})

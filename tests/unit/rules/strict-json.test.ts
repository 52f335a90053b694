import { expect, it } from 'vitest'
import { strictJson } from '#rules/strict-json.ts'

it.each(['{"a":[1,-2,0],"b":"1.5e3 [[[ \\" {","c":null}', '9007199254740991', '[]', '"x"'])(
  'reads %s',
  (text) => {
    expect(strictJson(text)).toEqual(JSON.parse(text))
  },
)

it.each([
  '{"a":100010.0}',
  '[1e3]',
  '[-1.5]',
  '9007199254740992',
  '{"a":NaN}',
  '[01]',
  '{',
  '',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
])('refuses %.40s', (text) => {
  expect(strictJson(text)).toBeUndefined()
})

it('reads long texts', () => {
  const text = JSON.stringify({ long: '\\"'.repeat(2_000_000), list: ['x'.repeat(5_000_000)] })
  expect(strictJson(text)).toEqual(JSON.parse(text))
})

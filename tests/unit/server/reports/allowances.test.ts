import { expect, it } from 'vitest'
import { createAllowances, GROUPS_PER_HOUR } from '#server/reports/allowances.ts'
import { policyName } from '#server/reports/policy-reports.ts'

it('counts a network once per group and hour, and limits its groups', () => {
  let now = 0
  const admit = createAllowances(() => now)
  expect([admit('a', 'x'), admit('a', 'x'), admit('b', 'x')]).toEqual(['first', 'repeat', 'first'])
  for (let n = 1; n < GROUPS_PER_HOUR; n += 1) expect(admit('a', `${n}`)).toBe('first')
  expect([admit('a', 'one more'), admit('a', 'x')]).toEqual(['refused', 'repeat'])
  now += 3_600_000
  expect([admit('a', 'one more'), admit('a', 'x')]).toEqual(['first', 'first'])
})

it('limits how often a network counts for one group', () => {
  const admit = createAllowances(() => 0)
  const verdicts = Array.from({ length: 200 }, () => admit('a', 'x'))
  expect(verdicts.filter((verdict) => verdict !== 'refused')).toHaveLength(60)
})

it('remembers a limited number of networks', () => {
  const admit = createAllowances(() => 0)
  for (let n = 0; n < 5_001; n += 1) admit(`${n}`, 'x')
  expect([admit('5000', 'x'), admit('0', 'x')]).toEqual(['repeat', 'first'])
})

it('names what the content policy stopped in words of its own', () => {
  expect([
    policyName('script-src-elem', 'inline'),
    policyName("img-src 'self'", 'data'),
    policyName('connect-src', 'https://anna.example/?token=1'),
    policyName('anna', 'chrome-extension'),
  ]).toEqual(['script-src-elem inline', 'img-src data', 'connect-src elsewhere', 'other elsewhere'])
})

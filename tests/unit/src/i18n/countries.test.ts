import { expect, it } from 'vitest'
import { nationality } from '#contract/scalars.ts'
import { countriesOf, countryName, findCountries } from '#i18n/countries.ts'

it('names every country once, in the language, each by a code that the contract takes', () => {
  const all = countriesOf('de')
  expect(all).toHaveLength(244)
  expect(new Set(all.map(({ code }) => code)).size).toBe(244)
  for (const { code, name } of all) {
    expect(nationality.safeParse(code).success, code).toBe(true)
    expect(name, code).not.toBe(code)
  }
  expect(countryName('de', 'CN')).toBe('China')
  expect(countryName('zh-CN', 'DE')).toBe('德国')
})

it('shows a code that the device cannot name as it is', () => {
  expect(countryName('en', 'nonsense')).toBe('nonsense')
})

it('finds by a part of the name, without its accents, or by code; the best beginnings first', () => {
  const all = countriesOf('en')
  const names = (words: string) => findCountries(all, words).map(({ name }) => name)
  expect(names('aland')[0]).toBe('Åland Islands')
  expect(names('TH')).toContain('Thailand')
  expect(names('guinea')[0]).toBe('Guinea')
  expect(names('no such land')).toEqual([])
  expect(names('  ')).toHaveLength(244)
})

it('brings those first that most users have', () => {
  expect(
    countriesOf('en')
      .slice(0, 3)
      .map(({ code }) => code),
  ).toEqual(['CN', 'HK', 'TW'])
})

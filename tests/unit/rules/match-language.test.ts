import { expect, it } from 'vitest'
import { language } from '#contract/language.ts'
import { matchLanguage } from '#rules/match-language.ts'

it('finds the first wanted language that the app speaks', () => {
  expect(matchLanguage(['es-ES', 'de-AT', 'en'])).toBe('de')
  expect(matchLanguage(['zh-Hans-CN'])).toBe('zh-CN')
  expect(matchLanguage(['zh'])).toBe('zh-CN')
  expect(matchLanguage(['zh-HK', 'zh-Hant'])).toBe('zh-TW')
  expect(matchLanguage(['zh-Hant-MO'])).toBe('zh-TW')
  expect(matchLanguage(['in-ID'])).toBe('id')
  expect(matchLanguage(['es', 'pt-BR', 'constructor'])).toBeNull()
  expect(matchLanguage([])).toBeNull()
})

it.each(language.options)('finds %s by its own tag', (code) => {
  expect(matchLanguage([code])).toBe(code)
})

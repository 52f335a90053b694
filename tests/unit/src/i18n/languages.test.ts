import { expect, it } from 'vitest'
import { matchLanguage, redRises } from '#i18n/languages.ts'

it('finds the first language of the browser that the app speaks', () => {
  expect(matchLanguage(['es-ES', 'de-AT', 'en'])).toBe('de')
  expect(matchLanguage(['zh-Hans-CN'])).toBe('zh-CN')
  expect(matchLanguage(['zh'])).toBe('zh-CN')
  expect(matchLanguage(['zh-HK', 'zh-Hant'])).toBe('zh-TW')
  expect(matchLanguage(['zh-Hant-MO'])).toBe('zh-TW')
  expect(matchLanguage(['in-ID'])).toBe('id')
  expect(matchLanguage(['es', 'pt-BR'])).toBeNull()
  expect(matchLanguage([])).toBeNull()
})

it('lets prices rise in red where that is the custom', () => {
  expect(['zh-CN', 'zh-TW', 'ja', 'ko'].map((code) => redRises(code as 'ja'))).not.toContain(false)
  expect(['en', 'th', 'vi', 'id', 'fr', 'de'].map((code) => redRises(code as 'en'))).not.toContain(
    true,
  )
})

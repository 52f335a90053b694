import { expect, it } from 'vitest'
import { LANGUAGE_CODES, matchLanguage, pageLanguage, redRises } from '#i18n/languages.ts'

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

it('shows the app in the language that was chosen, and the desk in Chinese or English', () => {
  expect(LANGUAGE_CODES.map((code) => pageLanguage(code))).toEqual(LANGUAGE_CODES)
  expect(pageLanguage(null)).toBe('zh-CN')
  expect(pageLanguage('tlh')).toBe('zh-CN')
  const atDesk = (code: string | null) => pageLanguage(code, { desk: true })
  expect([null, 'zh-CN', 'zh-TW', 'tlh'].map(atDesk)).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'zh-CN'])
  expect(['en', 'de', 'th', 'ja', 'fr'].map(atDesk)).toEqual(['en', 'en', 'en', 'en', 'en'])
})

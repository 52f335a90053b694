import { expect, it } from 'vitest'
import { LANGUAGE_CODES, pageLanguage, redRises } from '#i18n/languages.ts'

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

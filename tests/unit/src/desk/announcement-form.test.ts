import { describe, expect, it } from 'vitest'
import { EMPTY_ANNOUNCEMENT, readAnnouncement } from '#desk/announcement-form.ts'

const read = (change: object) => readAnnouncement({ ...EMPTY_ANNOUNCEMENT, ...change })

describe('an announcement being written', () => {
  it('needs Chinese and English, and leaves out what is empty', () => {
    expect(read({})).toEqual({ ok: false, issues: { 'zh-CN': 'empty', en: 'empty' } })
    expect(read({ en: 'Hello', de: ' ' })).toEqual({ ok: false, issues: { 'zh-CN': 'empty' } })
    expect(read({ en: ' Hello ', 'zh-CN': '您好', de: ' ' })).toEqual({
      ok: true,
      texts: { en: 'Hello', 'zh-CN': '您好' },
    })
  })
  it('says which language is too long or not plain', () => {
    const both = { en: 'Hello', 'zh-CN': '您好' }
    expect(read({ ...both, fr: 'x'.repeat(501), ja: 'a\u0007b' })).toEqual({
      ok: false,
      issues: { fr: 'too_long', ja: 'format' },
    })
  })
})

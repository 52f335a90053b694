import { describe, expect, it } from 'vitest'
import { announcementForm, EMPTY_ANNOUNCEMENT } from '#desk/announcement-writer.tsx'
import { judge } from '#forms/form.ts'

const read = (change: object) => judge(announcementForm, { ...EMPTY_ANNOUNCEMENT, ...change })

describe('an announcement being written', () => {
  it('needs Chinese and English, and leaves out what is empty', () => {
    expect(read({})).toEqual({ output: null, issues: { 'zh-CN': 'empty', en: 'empty' } })
    expect(read({ en: 'Hello', de: ' ' })).toEqual({ output: null, issues: { 'zh-CN': 'empty' } })
    expect(read({ en: ' Hello ', 'zh-CN': '您好', de: ' ' })).toEqual({
      issues: {},
      output: { en: 'Hello', 'zh-CN': '您好' },
    })
  })
  it('says which language is too long or not plain', () => {
    const both = { en: 'Hello', 'zh-CN': '您好' }
    expect(read({ ...both, fr: 'x'.repeat(501), ja: 'a\u0007b' })).toEqual({
      output: null,
      issues: { fr: 'too_long', ja: 'format' },
    })
  })
})

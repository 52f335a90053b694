import { describe, expect, it } from 'vitest'
import { nameIssue, normalName } from '#rules/person-name.ts'

describe('a Chinese name', () => {
  it.each([
    '张明',
    '张小明',
    '欧阳小明',
    '司马相如子',
    '〇一',
    '阿卜杜热西提·买买提',
    '迪丽热巴•迪力木拉提',
  ])('may be %s', (name) => expect(nameIssue(name, 'CN')).toBeNull())
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['张', 'too_short'],
    ['张小明李大国', 'too_long'],
    ['John', 'format'],
    ['张 明', 'format'],
    ['张a', 'format'],
    ['·张明', 'format'],
    ['张·', 'format'],
    [`阿${'卜'.repeat(20)}·${'买'.repeat(5)}`, 'too_long'],
  ])('may not be "%s": %s', (name, issue) => expect(nameIssue(name, 'CN')).toBe(issue))
})

describe('a name from elsewhere', () => {
  it.each([
    ['John Smith', 'US'],
    ["Seán O'Brien", 'IE'],
    ['Jean-Pierre d’Arc', 'FR'],
    ['Martin L. King Jr.', 'US'],
    ['Müller, Anna', 'DE'],
    ['สมชาย ใจดี', 'TH'],
    ['Nguyễn Văn A', 'VN'],
    ['김철수', 'KR'],
    ['山田 太郎', 'JP'],
    ['ヤマダ タロウ', 'JP'],
    ['王小明', 'TW'],
    ['Chan Tai Man', 'HK'],
  ])('may be %s (%s)', (name, nationality) => expect(nameIssue(name, nationality)).toBeNull())
  it.each([
    ['J', 'too_short'],
    ['J0hn', 'format'],
    ['John  <b>', 'format'],
    ['-John', 'format'],
    ['John--Smith', 'format'],
    [`${'Ab '.repeat(40)}C`, 'too_long'],
  ])('may not be "%s": %s', (name, issue) => expect(nameIssue(name, 'US')).toBe(issue))
})

it('is kept in one way: wide forms narrow, one kind of dot, single spaces', () => {
  expect(normalName(' Ｊｏｈｎ   Smith ')).toBe('John Smith')
  expect(normalName('迪丽热巴 • 迪力木拉提')).toBe('迪丽热巴·迪力木拉提')
})

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
    ['\u{20bb7}田 太郎', 'JP'],
    ['Nguyễn Văn A'.normalize('NFD'), 'VN'],
    ['ม.ล. ปิ่น มาลากุล', 'TH'],
    ['ສົມສັກ ວົງສາ', 'LA'],
    ['ឌី សុភា', 'KH'],
    ['မောင်မောင်', 'MM'],
    ['श्री\u200d राम', 'IN'],
    ['أحمد بن محمد', 'EG'],
    ['علی\u200cرضا محمدی', 'IR'],
    ['አበበ ቢቂላ', 'ET'],
    ['გიორგი მელაძე', 'GE'],
    ['ג׳ורג׳ חבש', 'IL'],
    ['བསྟན་འཛིན་', 'BT'],
    ['O Sejong', 'KR'],
    ['\u02bbOfa Tonga', 'TO'],
    ["'t Hooft Gerard", 'NL'],
    ["Nicolo' Rossi", 'IT'],
    ['J.R.R. Tolkien', 'GB'],
    ['J.-P. Sartre', 'FR'],
    ['Ravi A/L Kumar', 'MY'],
    ['Gal·la Martí', 'ES'],
    ['María del Carmen Fernández de Córdoba y Álvarez de Toledo', 'ES'],
  ])('may be %s (%s)', (name, nationality) => expect(nameIssue(name, nationality)).toBeNull())
  it.each([
    ['J', 'too_short'],
    ['J0hn', 'format'],
    ['John  <b>', 'format'],
    ['-John', 'format'],
    ['John -', 'format'],
    ["''", 'format'],
    ['John..Smith', 'format'],
    ['John@home', 'format'],
    ['Jo\u200bhn', 'deceptive'],
    ['J\u202eohn', 'deceptive'],
    ['John--Smith', 'format'],
    [`${'Ab '.repeat(40)}C`, 'too_long'],
  ])('may not be "%s": %s', (name, issue) => expect(nameIssue(name, 'US')).toBe(issue))
})

it('is kept in one way: wide forms narrow, one kind of dot, single spaces', () => {
  expect(normalName(' Ｊｏｈｎ   Smith ')).toBe('John Smith')
  expect(normalName('迪丽热巴 • 迪力木拉提')).toBe('迪丽热巴·迪力木拉提')
  expect(normalName('迪丽热巴.迪力木拉提')).toBe('迪丽热巴·迪力木拉提')
  for (const sign of '’‘ʼʻ′`´＇') expect(normalName(`O${sign}Brien`)).toBe("O'Brien")
  for (const sign of '‐‑–—－') expect(normalName(`Jean${sign}Paul`)).toBe('Jean-Paul')
  expect(normalName('辻\u{e0100} 一郎')).toBe('辻 一郎')
})

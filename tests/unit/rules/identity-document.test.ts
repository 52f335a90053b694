import { describe, expect, it } from 'vitest'
import { documentIssue, identityIssues, normalDocument } from '#rules/identity-document.ts'

const NOW = Date.UTC(2026, 10, 21)

/** Numbers that authorities or textbooks publish as examples, or that their published rule yields. */
describe('a number that can be', () => {
  it.each([
    ['CN', '11010519491231002X'],
    ['CN', '11010519491231002x'],
    ['CN', '130503670401001'],
    ['UA', 'АА123456'],
    ['IR', '۱۲۳۴۵۶۷۸۹۰'],
    ['TH', '๑-๒๓๔๕-๖๗๘๙๐-๑๒-๑'],
    ['CN', '\u202d110105\u201119491231 002X\u202c'],
    ['TW', 'A123456789'],
    ['TW', 'A800000014'],
    ['HK', 'A123456(3)'],
    ['HK', 'C6686689'],
    ['JP', 'TK1234567'],
    ['JP', '123456789012'],
    ['JP', 'AB12345678CD'],
    ['TH', '1-2345-67890-12-1'],
    ['TH', 'AA1234567'],
    ['VN', '001088012345'],
    ['VN', '012345678'],
    ['ID', '3171011708900001'],
    ['ID', '3171015708900001'],
    ['KR', '900101-1234568'],
    ['KR', 'M12345678'],
    ['KR', 'M123A4567'],
    ['FR', '880692310285'],
    ['FR', 'X4RTBPFW4'],
    ['FR', '12AB34567'],
    ['DE', 'L01X00T47'],
    ['DE', 'L01X00T471'],
    ['US', '123-45-6789'],
    ['BR', 'AB 12.345'],
  ])('%s %s', (nationality, number) => {
    expect(documentIssue(number, nationality, NOW)).toBeNull()
  })
})

describe('a number that cannot be', () => {
  it.each([
    ['CN', '', 'empty'],
    ['CN', '1101051949123100', 'format'],
    ['CN', '1101051949123100212', 'format'],
    ['CN', '11010519491231002Y', 'format'],
    ['CN', 'X1010519491231002X', 'format'],
    ['CN', '99010519491231002X', 'format'],
    ['CN', '110105194912310021', 'checksum'],
    ['CN', '110105194913310026', 'date'],
    ['CN', '110105194902290026', 'date'],
    ['CN', '110105202612310020', 'date'],
    ['CN', '110105189912310020', 'date'],
    ['CN', '440524188001010014', 'date'],
    ['CN', '130503671301001', 'date'],
    ['TW', 'A123456788', 'checksum'],
    ['TW', 'A323456789', 'format'],
    ['HK', 'A123456(4)', 'checksum'],
    ['HK', 'A12345(3)', 'format'],
    ['JP', '12345678901', 'format'],
    ['TH', '1234567890122', 'checksum'],
    ['TH', '9234567890121', 'format'],
    ['VN', '001488012345', 'date'],
    ['VN', '099088012345', 'format'],
    ['ID', '3171013113900001', 'date'],
    ['ID', '3171017102900001', 'date'],
    ['ID', '3171011708900000', 'format'],
    ['KR', '900101-1234567', 'checksum'],
    ['KR', '901301-1234568', 'date'],
    ['KR', '900101-9234568', 'format'],
    ['FR', '881392310285', 'date'],
    ['FR', 'ABCDEFGHI', 'format'],
    ['DE', 'L01X00T472', 'checksum'],
    ['DE', 'A01X00T47', 'format'],
    ['US', 'AB1', 'format'],
    ['US', 'A_12345', 'format'],
    ['US', 'A'.repeat(31), 'format'],
  ])('%s %s: %s', (nationality, number, issue) => {
    expect(documentIssue(number, nationality, NOW)).toBe(issue)
  })

  it('has no check digit for Koreans born from October 2020 on', () => {
    expect(documentIssue('201001-3234567', 'KR', NOW)).toBeNull()
  })
})

it('reads past what people put between the groups', () => {
  expect(normalDocument(' a123456（３） ')).toBe('A1234563')
  expect(normalDocument('12–34.56/78')).toBe('12345678')
})

it('names the fields that are wrong, and only those', () => {
  const right = { name: '张小明', nationality: 'CN', idNumber: '11010519491231002X' }
  expect(identityIssues(right, NOW)).toEqual([])
  expect(identityIssues({ ...right, name: '张', idNumber: '1' }, NOW)).toEqual([
    { path: 'name', code: 'too_short' },
    { path: 'idNumber', code: 'format' },
  ])
})

import { expect, it } from 'vitest'
import { CSV_BOM, type CsvColumn, csvFile } from '#rules/csv.ts'

const columns: CsvColumn<string[]>[] = [
  { name: 'who', kind: 'text', of: ([who]) => who ?? null },
  { name: 'amount', kind: 'number', of: ([, amount]) => amount ?? null },
]
const line = (who: string, amount = '1.00'): string =>
  csvFile(columns, [[who, amount]])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

it('is UTF-8 with its mark, a header and CRLF after each line', () => {
  expect(csvFile(columns, [['Žofie', '5.00'], ['B']])).toBe(
    `${CSV_BOM}"who","amount"\r\n"Žofie",5.00\r\n"B",\r\n`,
  )
})
it.each([
  ['=1+1', `"'=1+1",1.00`],
  ['+49 30', `"'+49 30",1.00`],
  ['-2+3', `"'-2+3",1.00`],
  ['@SUM(A1)', `"'@SUM(A1)",1.00`],
  ['\t=1', `"'\t'=1",1.00`],
  ['\r=1', `"'\r'=1",1.00`],
  ['"=1+1"', `"'""=1+1""",1.00`],
  ['  =1', `"'  =1",1.00`],
  ['a;=1+1', `"a;'=1+1",1.00`],
  ['a\n@x', `"a\n'@x",1.00`],
  ['＝1', `"'＝1",1.00`],
])('%j cannot become a formula', (text, written) => {
  expect(line(text)).toBe(written)
})
it.each(['plain', 'a-b', 'a = b', "it's", '5-6', ''])('%j stays as it is', (text) => {
  expect(line(text)).toBe(`"${text}",1.00`)
})
it('leaves our own negative numbers numbers, and takes nothing else for one', () => {
  expect(line('x', '-12.00')).toBe('"x",-12.00')
  for (const odd of ['=1', '1e5', '+1', '-', '1,5', '--1', '']) {
    expect(() => line('x', odd)).toThrow('not a number')
  }
})

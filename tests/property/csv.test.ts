import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CsvColumn, csvFile } from '#rules/csv.ts'

const columns: CsvColumn<{ a: string; n: string; b: string }>[] = [
  { name: 'a', kind: 'text', of: ({ a }) => a },
  { name: 'n', kind: 'number', of: ({ n }) => n },
  { name: 'b', kind: 'text', of: ({ b }) => b },
]
/** Mostly what hurts: separators, quotes, blanks, signs. */
const nasty = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(...Array.from('=+-@\t\r\n,;|"\' \u00a0＝＋－＠12ab')),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))
const row = fc.record({
  a: nasty,
  n: fc.constantFrom('0.00', '-12.00', '12345678901234.56', '7'),
  b: nasty,
})

/** RFC 4180, written apart from what wrote it. */
function parsed(text: string): string[][] {
  const rows: string[][] = [['']]
  let inside = false
  const add = (char: string): void => {
    const last = rows.at(-1) ?? []
    last[last.length - 1] += char
  }
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? ''
    if (inside && char === '"' && text[i + 1] === '"') add(text[++i] ?? '')
    else if (char === '"') inside = !inside
    else if (inside) add(char)
    else if (char === ',') rows.at(-1)?.push('')
    else if (char === '\r' && text[i + 1] === '\n') {
      rows.push([''])
      i += 1
    } else add(char)
  }
  return rows
}

const FORMULA = /^["'\s]*[=+\-@＝＋－＠]/
const OURS = /^-?\d+(\.\d+)?$/
/** An apostrophe before anything says text. */
const harmless = (seen: string): boolean => {
  const shown = seen.replace(/^"+/, '')
  return !FORMULA.test(shown) || OURS.test(shown) || /^\s*"*'/.test(shown)
}

it('any text comes back, but for the apostrophes that guard it', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const back = parsed(csvFile(columns, rows)).slice(1, -1)
      expect(back.length).toBe(rows.length)
      for (const [i, fields] of back.entries()) {
        const { a = '', n = '', b = '' } = rows[i] ?? {}
        const bare = (text = ''): string => text.replaceAll("'", '')
        expect([bare(fields[0]), fields[1], bare(fields[2])]).toEqual([bare(a), n, bare(b)])
      }
    }),
    { numRuns: 2_000 },
  )
})

it('however a spreadsheet splits the file, no part of it is a formula', () => {
  let guarded = 0
  fc.assert(
    fc.property(row, (cells) => {
      const text = csvFile(columns, [cells]).slice(1)
      if (text.includes("'=")) guarded += 1
      const fields = parsed(text).flat()
      const naive = [',', ';', '\t', '|'].flatMap((mark) =>
        text.split(/\r\n|\n|\r/).flatMap((l) => l.split(mark)),
      )
      for (const field of [...fields, ...naive])
        if (!harmless(field)) throw new Error(JSON.stringify([text, field]))
    }),
    { numRuns: 5_000 },
  )
  expect(guarded).toBeGreaterThan(100)
})

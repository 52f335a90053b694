import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextSorted, sortRows } from '#ui/sorted.ts'

const keys = { at: ({ at }: { at: number | null }) => at }

it('turns the same column around, and begins another one with its smallest value', () => {
  const first = { by: 'at', down: false }
  expect(nextSorted(first, 'at')).toEqual({ by: 'at', down: true })
  expect(nextSorted({ by: 'at', down: true }, 'at')).toEqual(first)
  expect(nextSorted({ by: 'at', down: true }, 'name')).toEqual({ by: 'name', down: false })
})

it('keeps every row, in order, with unknown values last in both directions', () => {
  const row = fc.record({ id: fc.nat(), at: fc.option(fc.integer({ min: -3, max: 3 })) })
  fc.assert(
    fc.property(fc.array(row), fc.boolean(), (rows, down) => {
      const sorted = sortRows(rows, { by: 'at', down }, keys)
      expect(new Set(sorted)).toEqual(new Set(rows))
      const known = sorted.flatMap(({ at }) => (at === null ? [] : [at]))
      expect(known).toEqual([...known].sort((a, b) => (down ? b - a : a - b)))
      expect(sorted.slice(known.length).every(({ at }) => at === null)).toBe(true)
      // Equal rows stay as they were.
      const places = sorted.map((each) => rows.indexOf(each))
      for (let i = 1; i < sorted.length; i += 1)
        if (sorted[i]?.at === sorted[i - 1]?.at)
          expect(places[i]).toBeGreaterThan(places[i - 1] ?? -1)
    }),
  )
})

it('compares amounts as amounts and texts as texts, and leaves rows alone that have no such column', () => {
  const rows = [
    { n: 10n, t: 'b' },
    { n: 9n, t: 'Ä' },
    { n: 100n, t: 'a' },
  ]
  const by = (column: string) =>
    sortRows(rows, { by: column, down: false }, { n: ({ n }) => n, t: ({ t }) => t })
  expect(by('n').map(({ n }) => n)).toEqual([9n, 10n, 100n])
  expect(by('t').map(({ t }) => t)).toEqual(['a', 'Ä', 'b'])
  expect(by('other')).toBe(rows)
})

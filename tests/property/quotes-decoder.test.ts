import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quotesData } from '#contract/topics.ts'
import { decodeQuotes } from '#streams/wire/quotes-decoder.ts'

const number = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -1_000, max: 10_000_000 }) },
  { weight: 1, arbitrary: fc.double() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 53 - 1, NaN, Infinity, -0, 0.5),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, '1', true, [], {}, 1n) },
)
const frame = fc.oneof(
  { weight: 8, arbitrary: fc.array(number, { maxLength: 20 }) },
  {
    weight: 8,
    arbitrary: fc
      .nat({ max: 4 })
      .chain((n) => fc.array(number, { minLength: 1 + n * 6, maxLength: 1 + n * 6 })),
  },
  { weight: 1, arbitrary: fc.anything() },
)

describe('the hot decoder', () => {
  it('accepts and yields exactly what the schema does', () => {
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(frame, (data) => {
        const bySchema = quotesData.safeParse(data)
        counts[bySchema.success ? 'accepted' : 'refused'] += 1
        expect(decodeQuotes(data)).toEqual(bySchema.data)
      }),
      { numRuns: 5_000 },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(500)
  })
})

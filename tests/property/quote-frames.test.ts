import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeText, quotePart, quotesText } from '#contract/frame-text.ts'
import { QUOTE_FIELDS } from '#contract/socket-protocol.ts'
import { envelope, quotesData } from '#contract/topics.ts'
import { quoteAt } from '#streams/topics/quotes.ts'
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

/** Half of the safe range, so that the differences a frame carries are safe integers too. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(1, 2, (2 ** 53 - 2) / 2),
)
const ticked = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  bar: fc.record({ open: price, high: price, low: price, close: price }),
  ageMs: fc.nat({ max: 86_400_000 }),
})
const TIME_MS = 1_800_000_000_000

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

  it('reads back every price that the encoder wrote', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(ticked), (fromSeq, seq, products) => {
        const parts = products.map(({ id, bar, ageMs }) => quotePart(id, bar, ageMs)).join('')
        const head = { topic: 'quotes', epoch: 'e-1', seq, kind: 'delta', timeMs: TIME_MS } as const
        const read = envelope.parse(JSON.parse(envelopeText(head, quotesText(fromSeq, parts))))
        expect(read.slice(0, 5)).toEqual(['quotes', 'e-1', seq, 'delta', TIME_MS])
        const data = decodeQuotes(read[5]) ?? []
        expect([data[0], data.length]).toEqual([fromSeq, 1 + products.length * QUOTE_FIELDS])
        const decoded = products.map((_, i) => {
          const at = 1 + i * QUOTE_FIELDS
          const { price, open, high, low, tickAt } = quoteAt(data, at, TIME_MS)
          return { id: data[at], bar: { open, high, low, close: price }, ageMs: TIME_MS - tickAt }
        })
        expect(decoded).toEqual(products)
      }),
    )
  })
})

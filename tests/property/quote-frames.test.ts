import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeText } from '#contract/frame-text.ts'
import {
  createQuotesDecoder,
  QUOTE_FIELDS,
  quotePart,
  quotesText,
  quoteStart,
} from '#contract/quote-frames.ts'
import { envelope, quotesData, quotesFrame } from '#contract/topics.ts'
import { quoteAt } from '#streams/topics/quotes.ts'

const number = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -1_000, max: 10_000_000 }) },
  { weight: 1, arbitrary: fc.double() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 53 - 1, NaN, Infinity, -0, 0.5),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, '1', true, [], {}, 1n) },
)
/** The integers of each shape, as the contract describes them. */
const SHAPE_FIELDS = [3, 6, 4, 2]
const SHAPES = SHAPE_FIELDS.length
/** Products that a snapshot has named. */
const PRODUCTS = 5
const code = fc
  .tuple(fc.integer({ min: 1, max: PRODUCTS }), fc.nat({ max: SHAPES - 1 }))
  .map(([id, shape]) => id * SHAPES + shape)
/** A part that is whole, of a product that is known. */
const part = code.chain((each) =>
  fc
    .array(fc.integer({ min: -1_000, max: 1_000_000 }), {
      minLength: (SHAPE_FIELDS[each % SHAPES] ?? 1) - 1,
      maxLength: (SHAPE_FIELDS[each % SHAPES] ?? 1) - 1,
    })
    .map((rest) => [each, ...rest]),
)
const frame = fc.oneof(
  { weight: 4, arbitrary: fc.array(number, { maxLength: 20 }) },
  {
    weight: 12,
    arbitrary: fc.array(
      fc.oneof({ weight: 1, arbitrary: code }, { weight: 2, arbitrary: number }),
      {
        minLength: 1,
        maxLength: 14,
      },
    ),
  },
  { weight: 6, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => [1, ...parts.flat()]) },
  { weight: 1, arbitrary: fc.anything() },
)
const decoderWith = (ids: readonly number[], base = 1_000) => {
  const read = createQuotesDecoder()
  read(JSON.parse(quotesText(0, ids.map((id) => quoteStart({ id, base }, null)).join(''))))
  return read
}

/** Half of the safe range, so that the differences a frame carries are safe integers too. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(1, 2, (2 ** 53 - 2) / 2),
)
const bar = fc.oneof(
  fc.record({ open: price, high: price, low: price, close: price }),
  price.map((each) => ({ open: each, high: each, low: each, close: each })),
)
const ticked = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  base: price,
  bar,
  ageMs: fc.nat({ max: 86_400_000 }),
})
const TIME_MS = 1_800_000_000_000

describe('the hot decoder', () => {
  it('refuses what the schema refuses, and takes every frame of whole parts of known products', () => {
    const ids = Array.from({ length: PRODUCTS }, (_, i) => i + 1)
    let taken = 0
    fc.assert(
      fc.property(frame, (data) => {
        const read = decoderWith(ids)(data)
        if (!quotesFrame.safeParse(data).success) expect(read).toBeUndefined()
        if (read === undefined) return
        taken += 1
        expect(quotesData.safeParse(read).success).toBe(true)
      }),
      { numRuns: 5_000 },
    )
    expect(taken).toBeGreaterThan(100)
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const data = [1, ...parts.flat()]
        expect(quotesFrame.safeParse(data).success).toBe(true)
        expect(decoderWith(ids)(data)).toBeDefined()
      }),
    )
  })

  it('reads back every price that the encoder wrote', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.uniqueArray(ticked, { selector: ({ id }) => id }),
        (fromSeq, seq, products) => {
          const decode = createQuotesDecoder()
          const receive = (kind: 'snapshot' | 'delta', parts: string) => {
            const head = { topic: 'quotes', epoch: 'e-1', seq, kind, timeMs: TIME_MS } as const
            const read = envelope.parse(JSON.parse(envelopeText(head, quotesText(fromSeq, parts))))
            expect(read.slice(0, 5)).toEqual(['quotes', 'e-1', seq, kind, TIME_MS])
            expect(quotesFrame.safeParse(read[5]).success).toBe(true)
            const data = decode(read[5]) ?? []
            expect([data[0], data.length]).toEqual([fromSeq, 1 + products.length * QUOTE_FIELDS])
            return products.map((_, i) => {
              const at = 1 + i * QUOTE_FIELDS
              const { price: close, tickAt, ...rest } = quoteAt(data, at, TIME_MS)
              const { open, high, low } = rest
              return { id: data[at], bar: { open, high, low, close }, ageMs: TIME_MS - tickAt }
            })
          }
          const starts = products.map(({ id, base, bar: { close }, ageMs }) =>
            quoteStart({ id, base }, { price: close, ageMs }),
          )
          expect(receive('snapshot', starts.join('')).map(({ bar: { close } }) => close)).toEqual(
            products.map(({ bar: { close } }) => close),
          )
          const parts = products.map(({ ageMs, ...each }) => quotePart(each, each.bar, ageMs))
          expect(receive('delta', parts.join(''))).toEqual(
            products.map(({ id, bar: its, ageMs }) => ({ id, bar: its, ageMs })),
          )
        },
      ),
    )
  })

  it('refuses a product whose base no snapshot has named, and a part that is cut', () => {
    const decode = decoderWith([7], 500)
    const flat = quotePart({ id: 7, base: 500 }, { open: 3, high: 3, low: 3, close: 3 }, 9)
    expect(decode(JSON.parse(quotesText(1, flat)))).toEqual([1, 7, 3, 0, 0, 0, 9])
    const other = quotePart({ id: 8, base: 500 }, { open: 3, high: 3, low: 3, close: 3 }, 9)
    expect(decode(JSON.parse(quotesText(1, other)))).toBeUndefined()
    expect(decode([1, 7 * SHAPES])).toBeUndefined()
    expect(decode([1, 7 * SHAPES, 3])).toBeUndefined()
  })

  it('takes at most twelve bytes for a tick among a hundred products', () => {
    let bytes = 0
    for (let id = 1; id <= 100; id += 1) {
      const close = 10_850_000 + id * 37
      bytes += quotePart(
        { id, base: 10_850_000 },
        { open: close, high: close, low: close, close },
        12,
      ).length
    }
    expect(bytes / 100).toBeLessThanOrEqual(12)
  })
})

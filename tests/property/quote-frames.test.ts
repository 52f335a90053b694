import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeText } from '#contract/frame-text.ts'
import {
  createQuotesDecoder,
  QUOTE_FIELDS,
  type QuotePart,
  quotePart,
  quotesText,
  quoteStart,
} from '#contract/quote-frames.ts'
import { quotesData, quotesFrame } from '#contract/market-topics.ts'
import { envelope } from '#contract/topics.ts'
import { quoteAt } from '#streams/topics/quotes.ts'

/** Products that a snapshot has named. */
const PRODUCTS = 5
const ids = Array.from({ length: PRODUCTS }, (_, i) => i + 1)
const decoderWith = (known: readonly number[], base = 1_000) => {
  const read = createQuotesDecoder()
  const starts = known.map((id) => quoteStart({ id, base }, null))
  read(JSON.parse(quotesText(0, starts)))
  return read
}

/** Half of the safe range, so that the differences a frame carries are safe integers too. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(1, 2, (2 ** 53 - 2) / 2),
)
const bar = fc.oneof(
  fc.array(price, { minLength: 2, maxLength: 6 }).map((prices) => ({
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? 0,
  })),
  price.map((each) => ({ open: each, high: each, low: each, close: each })),
)
const ticked = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  base: price,
  bar,
  ageMs: fc.nat({ max: 86_400_000 }),
})
const TIME_MS = 1_800_000_000_000

/** What a frame says of products that are known, in any order and shape. */
const part = fc
  .record({
    id: fc.constantFrom(...ids),
    bar,
    base: price,
    ageMs: fc.nat(),
    kind: fc.nat({ max: 2 }),
  })
  .map(({ kind, id, bar: its, base, ageMs }) => {
    if (kind === 0) return quoteStart({ id, base }, { price: its.close, ageMs })
    return kind === 1 ? quoteStart({ id, base }, null) : quotePart({ id, base: 1 }, its, ageMs)
  })
const whole = fc
  .tuple(fc.nat(), fc.array(part, { maxLength: 4 }))
  .map(([fromSeq, parts]): string => JSON.parse(quotesText(fromSeq, parts)))
/** A frame with some characters lost, replaced or added. */
const damaged = fc
  .tuple(whole, fc.nat(), fc.nat({ max: 2 }), fc.string({ maxLength: 3 }))
  .map(([text, at, lost, other]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + other + text.slice(place + lost)
  })
const frame = fc.oneof(
  { weight: 2, arbitrary: whole },
  { weight: 4, arbitrary: damaged },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.anything() },
)

describe('the hot decoder', () => {
  it('refuses what the schema refuses, and takes every frame of whole parts of known products', () => {
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
      fc.property(whole, (data) => {
        expect(quotesFrame.safeParse(data).success).toBe(true)
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
          const receive = (kind: 'snapshot' | 'delta', parts: readonly QuotePart[]) => {
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
          expect(receive('snapshot', starts).map(({ bar: { close } }) => close)).toEqual(
            products.map(({ bar: { close } }) => close),
          )
          const parts = products.map(({ ageMs, ...each }) => quotePart(each, each.bar, ageMs))
          expect(receive('delta', parts)).toEqual(
            products.map(({ id, bar: its, ageMs }) => ({ id, bar: its, ageMs })),
          )
        },
      ),
    )
  })

  it('refuses a product whose base no snapshot has named, and a frame that is cut', () => {
    const decode = decoderWith([7], 500)
    const one = (id: number): string =>
      JSON.parse(
        quotesText(1, [quotePart({ id, base: 500 }, { open: 3, high: 3, low: 3, close: 3 }, 999)]),
      )
    expect(decode(one(7))).toEqual([1, 7, 3, 0, 0, 0, 999])
    expect(decode(one(8))).toBeUndefined()
    const text = one(7)
    // The first character alone is a frame without parts.
    for (let end = 2; end < text.length; end += 1)
      expect(decode(text.slice(0, end))).toBeUndefined()
    expect(decode(text.slice(0, 1))).toEqual([1])
  })

  it('has one spelling for each number, in characters that JSON does not escape', () => {
    const texts = new Set<string>()
    for (let fromSeq = 0; fromSeq < 60_000; fromSeq += 1) {
      const json = quotesText(fromSeq, [])
      expect(json).toBe(JSON.stringify(JSON.parse(json)))
      expect(createQuotesDecoder()(JSON.parse(json))).toEqual([fromSeq])
      texts.add(json)
    }
    expect(texts.size).toBe(60_000)
  })

  it('takes at most six bytes for a tick among a hundred products', () => {
    const parts = Array.from({ length: 100 }, (_, i) => {
      const close = 10_850_000 + i * 37
      const flat = { open: close, high: close, low: close, close }
      return quotePart({ id: i + 1, base: 10_850_000 }, flat, 80)
    })
    expect(quotesText(123_456_789, parts).length / 100).toBeLessThanOrEqual(6)
  })
})

import { expect, it } from 'vitest'
import { createKnownSpans, MISSED_AFTER_MS, spansOf } from '#features/chart/base/known-spans.ts'

it('joins spans that touch, overlap or are too close for a price to be missed', () => {
  const known = createKnownSpans()
  known.add({ fromMs: 0, toMs: 1_000 })
  known.add({ fromMs: 20_000, toMs: 21_000 })
  known.add({ fromMs: 1_000 + MISSED_AFTER_MS, toMs: 5_000 })
  expect(known.has(3_000, 0)).toBe(true)
  expect(known.has(10_000, 0)).toBe(false)
  known.add({ fromMs: 4_500, toMs: 20_500 })
  expect(known.has(10_000, 0)).toBe(true)
  expect(known.has(-1, 0)).toBe(false)
  expect(known.has(21_050, 100)).toBe(true)
  expect(known.has(21_100, 100)).toBe(false)
})

it('lets a price hold for a minute and no longer', () => {
  expect(spansOf([0, 60_000, 120_001])).toEqual([
    { fromMs: 0, toMs: 60_000 },
    { fromMs: 120_001, toMs: 120_001 },
  ])
  expect(spansOf([])).toEqual([])
})

it('joins two times within a span, and a price that is newer than it by less than one can be missed', () => {
  const known = createKnownSpans()
  known.add({ fromMs: 0, toMs: 1_000 })
  known.add({ fromMs: 20_000, toMs: 21_000 })
  expect(known.joins(500, 1_000)).toBe(true)
  expect(known.joins(500, 1_000 + MISSED_AFTER_MS)).toBe(true)
  expect(known.joins(500, 1_001 + MISSED_AFTER_MS)).toBe(false)
  // As after a reload, when a new price has come and the history has not.
  expect(known.joins(1_000, 20_000)).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { DURATION_MAX_MS } from '#contract/product.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { createTermsSchedule, TERMS_NOTICE_MS } from '#server/market/terms-schedule.ts'

const CHANGE = 2_000_000
const [product, other] = PRODUCTS
if (product === undefined || other === undefined) throw new Error('no product')
const productId = product.id
const former = product.terms
const changed = { ...former, termsId: '00000000000000aa', bandBps: 50 }
const schedule = createTermsSchedule([
  { productId, validFrom: 1_000, terms: former },
  { productId, validFrom: CHANGE, terms: changed },
])

it('announces a change for longer than an order can last', () => {
  expect(TERMS_NOTICE_MS).toBeGreaterThan(DURATION_MAX_MS)
})

describe('the schedule of terms', () => {
  it('has the terms in force, and before the first ones those', () => {
    expect(schedule.at(productId, 0)).toBe(former)
    expect(schedule.at(productId, CHANGE - 1)).toBe(former)
    expect(schedule.at(productId, CHANGE)).toBe(changed)
    expect(schedule.at(other.id, CHANGE)).toBeUndefined()
  })

  it('names what was in force at some time of a span', () => {
    const idsOf = (fromMs: number, toMs: number) => schedule.within(productId, { fromMs, toMs })
    expect(idsOf(0, 500)).toEqual([former.termsId])
    expect(idsOf(0, CHANGE - 1)).toEqual([former.termsId])
    expect(idsOf(CHANGE - 1, CHANGE)).toEqual([former.termsId, changed.termsId])
    expect(idsOf(CHANGE, CHANGE + 60_000)).toEqual([changed.termsId])
    expect(schedule.within(other.id, { fromMs: 0, toMs: CHANGE })).toEqual([])
  })

  it('pauses sales around a change, until receipts no longer reach back over it', () => {
    const pause = { from: CHANGE - 40_000, to: CHANGE + 10_000 }
    expect(schedule.pauseAt(productId, 1_000)).toEqual(pause)
    expect(schedule.pauseAt(productId, pause.to - 1)).toEqual(pause)
    expect(schedule.pauseAt(productId, pause.to)).toBeNull()
    expect(schedule.pauseAt(other.id, 1_000)).toBeNull()
  })
})

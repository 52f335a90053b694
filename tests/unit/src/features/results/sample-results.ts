/** Results of a user as the server sends them, computed from generated orders. */
import { DAY_MS } from '#contract/time.ts'
import { z } from 'zod'
import { getResults } from '#contract/endpoints/records.ts'
import { type Results, results } from '#contract/results.ts'
import { expectedResults, makeOrders } from '#support/results-room.ts'

/** 2023-11-14 22:13 UTC, the time of the fake streams. */
const NOW_MS = 1_700_000_000_000

interface Sample {
  count?: number
  days?: number | null
}

/** The reply as JSON. */
export function resultsWire({ count = 40, days = 30 }: Sample = {}): unknown {
  const orders = makeOrders({ seed: 4, count, endMs: NOW_MS, days: 45, firstId: 100_001 })
  const changes = count === 0 ? [] : [{ at: NOW_MS - 50 * DAY_MS, amount: 50_000_000 }]
  return z.encode(getResults.reply, expectedResults({ orders, changes }, { nowMs: NOW_MS, days }))
}

export const sampleResults = (sample: Sample = {}): Results => results.parse(resultsWire(sample))

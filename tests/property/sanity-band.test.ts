import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { bandAfter, findBandFault, judgePrice, NO_LEVEL } from '#rules/sanity-band.ts'
import { settle } from '#rules/settle.ts'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { sha256 } from '#support/chained.ts'
import { BAND_BPS, gap, recordOf } from '#support/records.ts'
import { deep } from '#support/suite.ts'

interface Quote {
  at: number
  price: number
}

/** What is in the log for a source's prices. */
function logOf(quotes: readonly Quote[]): TickRecord[] {
  const records: TickRecord[] = []
  let state = NO_LEVEL
  const write = (record: TickRecord): void => {
    records.push(record)
    state = bandAfter(state, record)
  }
  for (const { at, price } of quotes) {
    const verdict = judgePrice(state, price, BAND_BPS)
    const next = (): number => records.length + 1
    if (verdict === 'jump') write(recordOf(gap(at, 'jump'), next()))
    const kind = verdict === 'rejected' ? 'rejected' : 'tick'
    write(recordOf({ kind, at, price }, next()))
  }
  return records
}

const START_MS = 1_000_000
const wild = fc
  .array(fc.constantFrom(0, -7, 99_000, 100_000, 100_400, 101_200, 500_000, 501_000, 1_000_000), {
    maxLength: 40,
  })
  .map((prices) => prices.map((price, n) => ({ at: START_MS + n * 500, price })))

it('what a log holds by the band, a reader of any piece of it allows', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(wild, fc.nat(40), (quotes, from) => {
      const log = logOf(quotes)
      for (const record of log) seen.add('reason' in record ? record.reason : record.kind)
      expect(findBandFault(log, BAND_BPS)).toBeNull()
      expect(findBandFault(log.slice(from), BAND_BPS)).toBeNull()
      expect(findBandFault(log.slice(from), null)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
  expect([...seen].sort()).toEqual(['jump', 'rejected', 'tick'])
})

it('a tick that was put aside, or one that was not, is found at its place', () => {
  fc.assert(
    fc.property(wild, fc.nat(60), (quotes, pick) => {
      const log = logOf(quotes)
      const first = log.findIndex(({ kind }) => kind === 'tick')
      const at = first + 1 + (pick % 40)
      const record = log[at]
      if (first < 0 || record === undefined || record.kind === 'gap') return
      if (!('price' in record) || record.price <= 0) return
      // A rejected tick that jumped leaves its gap without one: the fault is the gap's.
      const isAfterJump = log[at - 1]?.kind === 'gap'
      const kind = record.kind === 'tick' ? 'rejected' : 'tick'
      const other = recordOf({ kind, at: record.timeMs, price: record.price }, record.seq)
      const edited = log.with(at, other)
      expect(findBandFault(edited, BAND_BPS)).toBe(isAfterJump ? record.seq - 1 : record.seq)
    }),
    { numRuns: 2_000 },
  )
})

const walk = fc
  .array(fc.integer({ min: -200, max: 200 }), { minLength: 20, maxLength: 60 })
  .map((steps) => {
    let price = 100_000
    return steps.map((step, n): Quote => {
      price += step
      return { at: START_MS + n * 700, price }
    })
  })
const spike = fc.record({ at: fc.nat(58), times: fc.constantFrom(0, 0.1, 10, -1) })

it('wrong ticks between good ones change no order’s outcome', () => {
  fc.assert(
    fc.property(walk, fc.array(spike, { maxLength: 4 }), fc.nat(20_000), (quotes, spikes, t0) => {
      const wrong = new Map(spikes.map(({ at, times }) => [at, times]))
      const spiked = quotes.flatMap((quote, n): Quote[] => {
        const times = wrong.get(n)
        const bad = { at: quote.at + 1, price: Math.round(quote.price * (times ?? 1)) }
        return times === undefined ? [quote] : [quote, bad]
      })
      const startsAt = START_MS + t0
      const terms = { direction: 'up' as const, startsAt, expiresAt: startsAt + 8_000 }
      const [clean, other] = [settle(logOf(quotes), terms), settle(logOf(spiked), terms)]
      // Only where the log ends a spike decides that nothing better came: an order is settled sooner, not otherwise.
      if (clean === null) return
      expect(other?.outcome).toBe(clean.outcome)
      expect(other?.entry?.timeMs).toBe(clean.entry?.timeMs)
      expect(other?.exit?.price).toBe(clean.exit?.price)
    }),
    { numRuns: 2_000 },
  )
})

it.each(PRODUCTS.map(({ symbol, terms }) => [symbol, terms.bandBps] as const))(
  'the simulated %s stays within a quarter of its band',
  (symbol, bandBps) => {
    const parameters = SIMULATION_PARAMETERS.get(symbol)
    if (parameters === undefined) throw new Error(symbol)
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const seed = sha256(`${number}`)
        const startPrice = parameters.anchor
        const hour = { seed, startsAt: 3_600_000, endsAt: 7_200_000, startPrice, parameters }
        const next = simulatedSeries(hour)
        let before = startPrice
        for (let made = next(); made !== null; made = next()) {
          expect(4 * 10_000 * Math.abs(made.price - before)).toBeLessThanOrEqual(bandBps * before)
          before = made.price
        }
      }),
      { numRuns: deep ? 8 : 2 },
    )
  },
)

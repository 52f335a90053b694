import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { combine, type SettleTerms, settle } from '#rules/settle.ts'
import { entryOf, exitOf, MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { countVerdict, distribution, rareVerdicts } from '#support/settle-distribution.ts'
import { oracle, type Verdict } from '#support/settle-oracle.ts'
import { scenario, sliceAround } from '#support/settle-scenarios.ts'
import { deep } from '#support/suite.ts'

const RUNS = deep ? 50_000 : 5_000
const cases = fc.gen().map((g) => scenario((count) => g(fc.nat, { max: count - 1 })))

function ruled(log: readonly TickRecord[], terms: SettleTerms): Verdict | null {
  const settled = settle(log, terms)
  return settled === null ? null : flat(settled)
}
function flat(settled: NonNullable<ReturnType<typeof settle>>): Verdict {
  return {
    outcome: settled.outcome,
    reason: settled.outcome === 'void' ? settled.reason : null,
    entrySeq: settled.entry?.seq ?? null,
    exitSeq: settled.exit?.seq ?? null,
  }
}

it('the rule agrees with the independently written oracle on and around every boundary', () => {
  const counts = new Map<string, number>()
  fc.assert(
    fc.property(cases, ({ log, terms }) => {
      const expected = oracle(log, terms)
      countVerdict(counts, expected)
      expect(ruled(log, terms)).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
  console.info(distribution(counts).join('\n'))
  expect(rareVerdicts(counts)).toEqual([])
})

it('the two halves on slices around their moments say what the whole log says', () => {
  fc.assert(
    fc.property(cases, ({ log, terms }) => {
      const { startsAt, expiresAt } = terms
      const exit = exitOf(sliceAround(log, expiresAt, expiresAt), expiresAt)
      const entry = entryOf(sliceAround(log, startsAt, startsAt + MAX_SPOT_AGE_MS), startsAt)
      const combined = exit && entry && flat(combine(terms, entry, exit))
      expect(combined).toEqual(ruled(log, terms))
    }),
    { numRuns: RUNS },
  )
})

it('records beyond the slice that the rule asks for change nothing', () => {
  fc.assert(
    fc.property(cases, ({ log, terms }) => {
      const slice = sliceAround(log, terms.startsAt, terms.expiresAt)
      expect(ruled(slice, terms)).toEqual(ruled(log, terms))
    }),
    { numRuns: RUNS },
  )
})

it('the opposite direction swaps won and lost and nothing else', () => {
  const swapped: Record<string, string> = { won: 'lost', lost: 'won' }
  fc.assert(
    fc.property(cases, ({ log, terms }) => {
      const one = ruled(log, terms)
      const other = ruled(log, { ...terms, direction: terms.direction === 'up' ? 'down' : 'up' })
      expect(other?.outcome).toBe(one?.outcome && (swapped[one.outcome] ?? one.outcome))
      expect(other?.reason).toBe(one?.reason)
    }),
    { numRuns: 2_000 },
  )
})

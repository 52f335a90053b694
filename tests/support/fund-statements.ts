/** Statements of some hundred days from choices alone: in any order, several movements a day, days before any rate. */
import fc from 'fast-check'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import type { Statement } from '#support/fund-income-oracle.ts'
import { fundPath } from '#support/fund-path.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { Pick } from '#support/settle-scenarios.ts'

const MILLION = 1_000_000n

function statement(days: number, pick: Pick): Statement {
  const next = fundPath(pick)
  const first = laterBy('2025-11-01', pick(800))
  const withoutRate = pick(3) === 0 ? pick(20) : 0
  const confirmed: { day: string; amount: bigint }[] = []
  const paid: { day: string; amount: bigint }[] = []
  const rates: { from: string; dailyRate: number }[] = []
  let [held, earned] = [0n, 0n]
  for (let i = 0; i < days; i++) {
    const day = laterBy(first, i)
    const { move, dailyRate } = next(Number(held + earned / MILLION), Number(earned % MILLION))
    if (move > 1) confirmed.push({ day, amount: 1n }, { day, amount: BigInt(move) - 1n })
    else if (move > 0) confirmed.push({ day, amount: BigInt(move) })
    if (move < 0) paid.push({ day, amount: BigInt(-move) })
    held += BigInt(move)
    if (i < withoutRate) continue
    if (dailyRate !== rates.at(-1)?.dailyRate) rates.push({ from: day, dailyRate })
    earned += (held + earned / MILLION) * BigInt(dailyRate)
  }
  if (pick(2) === 0) for (const list of [confirmed, paid, rates]) list.reverse()
  return { confirmed, paid, rates, throughDay: laterBy(first, days - 1 + pick(20)) }
}

/** A smaller counterexample is one of fewer days. */
export const statements: fc.Arbitrary<Statement> = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.nat({ max: 2 ** 31 - 1 }))
  .map(([days, seed]) => statement(days, choicesOf(seed)))

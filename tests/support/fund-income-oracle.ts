/** A statement's income once more, day by day from the beginning, with nothing carried: an oracle for the rule. */
import type { RecomputedDay } from '#rules/fund-income.ts'
import { day as daySchema } from '#contract/scalars.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'

interface Movement {
  day: string
  amount: bigint
}
export interface Statement {
  confirmed: readonly Movement[]
  paid: readonly Movement[]
  rates: readonly { from: string; dailyRate: number }[]
  throughDay: string
}

const MILLION = 1_000_000n

const sumUpTo = (day: string, movements: readonly Movement[]): bigint =>
  movements.filter((movement) => movement.day <= day).reduce((sum, { amount }) => sum + amount, 0n)

/** Of all that was ever earned, every whole cent was credited: a day's credit is the difference to the day before. */
export function incomeByHand({ confirmed, paid, rates, throughDay }: Statement): RecomputedDay[] {
  const rows: RecomputedDay[] = []
  const [first] = confirmed.map(({ day }) => day).sort()
  let earned = 0n
  for (let day = first ?? '9999'; day <= throughDay; day = laterBy(day, 1)) {
    const share = sumUpTo(day, confirmed) - sumUpTo(day, paid) + earned / MILLION
    const published = rates.filter(({ from }) => from <= day)
    const newest = published
      .map(({ from }) => from)
      .sort()
      .at(-1)
    const dailyRate = published.find(({ from }) => from === newest)?.dailyRate ?? 0
    const before = earned
    earned += share * BigInt(dailyRate)
    if (share === 0n) continue
    rows.push({
      day: daySchema.parse(day),
      share,
      dailyRate,
      carryBefore: Number(before % MILLION),
      credited: earned / MILLION - before / MILLION,
      carryAfter: Number(earned % MILLION),
    })
  }
  return rows
}

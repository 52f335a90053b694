/** Ten years of income on many paths: credited never exceeds exact, never falls a cent behind, and nothing is lost. */
import { accrue, recomputeIncome } from '#rules/fund-income.ts'
import { dayNumber, dayOfNumber } from '#rules/business-day.ts'
import { type FundDistribution, fundDistribution } from '#support/fund-distribution.ts'
import { fundPath } from '#support/fund-path.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { FaultScenario } from './runner.ts'

const PATHS = { short: 500, ci: 8_000, full: 1_000_000 }
const DAYS = 3_650
const MILLION = 1_000_000
/** One path in this many is also recomputed as the statement does it, which is slower. */
const RECOMPUTED_EVERY = { short: 10, ci: 100, full: 100 }
/**
 * One path in this many enters the distribution, day by day. The days of a path are alike, so the shares of rare days
 * need a hundred paths.
 */
const COUNTED_EVERY = { short: 5, ci: 50, full: 50 }
const FIRST_DAY = dayNumber('2026-01-01')

/** What a path did, for the recomputation. */
interface Kept {
  moves: { day: string; amount: bigint }[]
  rates: { from: ReturnType<typeof dayOfNumber>; dailyRate: number }[]
  /** Credited day by day, as exact arithmetic has it; null: no share. */
  credited: (number | null)[]
}

/**
 * One path. `earned` is exact: millionths of a cent since the beginning, a whole number far below 2^53 (10 years of 300
 * for 100 million cents and their income are 3·10^14). Returns what is wrong; null: nothing.
 */
function walk(seed: number, counted: FundDistribution | null, kept: Kept | null): string | null {
  const next = fundPath(choicesOf(seed))
  let [held, earned, paidOut] = [0, 0, 0]
  let [share, carry, total] = [0n, 0, 0]
  for (let day = 0; day < DAYS; day++) {
    const today = next(held + paidOut, carry)
    const { dailyRate, move } = today
    held += move
    if (move !== 0) share += BigInt(move)
    const exactShare = held + paidOut
    earned += exactShare * dailyRate

    const before = carry
    const accrued = accrue({ share, dailyRate, carry })
    const credited = Number(accrued.credited)
    carry = accrued.carry
    share += accrued.credited
    total += credited

    const behind = earned - total * MILLION
    if (!(behind >= 0 && behind < MILLION)) return `day ${day}: ${behind} millionths behind exact`
    if (behind !== carry) return `day ${day}: carries ${carry} of ${behind}`
    const due = Math.floor(earned / MILLION)
    const more = due - paidOut
    paidOut = due
    counted?.add({ ...today, share: exactShare, carryBefore: before, credited, carryAfter: carry })
    if (kept === null) continue
    const text = dayOfNumber(FIRST_DAY + day)
    if (move !== 0) kept.moves.push({ day: text, amount: BigInt(move) })
    if (dailyRate !== kept.rates.at(-1)?.dailyRate) kept.rates.push({ from: text, dailyRate })
    kept.credited.push(exactShare === 0 ? null : more)
  }
  return Number.isSafeInteger(earned) ? null : 'more was earned than numbers hold'
}

/** The statement's recomputation against the same exact arithmetic. */
function recomputed({ moves, rates, credited }: Kept): string | null {
  const days = recomputeIncome({
    confirmed: moves.filter(({ amount }) => amount > 0n),
    paid: moves
      .filter(({ amount }) => amount < 0n)
      .map(({ day, amount }) => ({ day, amount: -amount })),
    rates,
    throughDay: dayOfNumber(FIRST_DAY + DAYS - 1),
  })
  const rows = new Map(days.map((day) => [day.day, day]))
  for (const [i, due] of credited.entries()) {
    const day = dayOfNumber(FIRST_DAY + i)
    const row = rows.get(day)
    const said = row === undefined ? null : Number(row.credited)
    if (said !== due) return `day ${day}: recomputed ${said}, exact ${due}`
  }
  return rows.size === days.length ? null : 'a day was recomputed twice'
}

export const run: FaultScenario = async ({ seed, scale, log, count, pass, fail }) => {
  const distribution = fundDistribution()
  const paths = PATHS[scale]
  for (let i = 0; i < paths; i++) {
    const kept = i % RECOMPUTED_EVERY[scale] === 0 ? { moves: [], rates: [], credited: [] } : null
    const counted = i % COUNTED_EVERY[scale] === 0 ? distribution : null
    const wrong = walk(seed + i, counted, kept) ?? (kept && recomputed(kept))
    if (kept !== null) count('recomputed')
    if (wrong === null) pass()
    else fail(`${wrong}: the first path of seed ${seed + i}`)
  }
  for (const line of distribution.lines()) log(line)
  for (const name of distribution.rare()) fail(`days "${name}" came up in less than 0.5 %`)
  count('paths', paths)
  count('days', paths * DAYS)
}

/** What became of each day of a fund path, so that a generator that misses something fails its test. */
import type { PathDay } from '#support/fund-path.ts'

const NAMES = [
  'days',
  'without a share',
  'at rate 0',
  'at rate 300',
  'credited nothing of something',
  'credited a cent out of the carry',
  'credited to the last millionth',
  'money in',
  'money out in part',
  'all money out',
] as const
const LEAST_SHARE = 0.005

interface FundDay extends PathDay {
  share: number
  carryBefore: number
  credited: number
  carryAfter: number
}

export interface FundDistribution {
  add(day: FundDay): void
  lines(): string[]
  /** What came up on less than 0.5 % of the days. */
  rare(): string[]
}

export function fundDistribution(): FundDistribution {
  const counts = new Float64Array(NAMES.length)
  const bump = (name: (typeof NAMES)[number]): void => {
    const i = NAMES.indexOf(name)
    counts[i] = (counts[i] ?? 0) + 1
  }
  const shareOf = (i: number): number => (counts[i] ?? 0) / (counts[0] ?? 0)
  return {
    add({ share, move, dailyRate, carryBefore, credited, carryAfter }) {
      bump('days')
      if (move > 0) bump('money in')
      if (move < 0) bump(share === 0 ? 'all money out' : 'money out in part')
      if (share === 0) return bump('without a share')
      if (dailyRate === 0) return bump('at rate 0')
      if (dailyRate === 300) bump('at rate 300')
      if (credited === 0) bump('credited nothing of something')
      if (carryAfter < carryBefore) bump('credited a cent out of the carry')
      if (carryAfter === 0) bump('credited to the last millionth')
    },
    lines: () =>
      NAMES.map((name, i) => `${name} ${counts[i]} (${(100 * shareOf(i)).toFixed(2)} %)`),
    rare: () => NAMES.filter((_, i) => !(shareOf(i) >= LEAST_SHARE)),
  }
}

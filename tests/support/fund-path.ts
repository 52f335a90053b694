/** What a holder and the published rate do day by day, from choices alone, busy or quiet, and often on a boundary. */
import type { Pick } from '#support/settle-scenarios.ts'

/** Cents that may be held, in all. */
const MOST = 100_000_000
const MILLION = 1_000_000
/** Cents away from a boundary. */
const BESIDE = [0, 0, -1, 1]
const RATES = [0, 0, 1, 40, 50, 60, 299, 300, 300, 300]
/** Days between two actions, at most; one of these a path. */
const PACES = [1, 1, 3, 10, 60, 400]

export interface PathDay {
  /** Cents, in (+) or out (−), from this day on. */
  move: number
  /** Of this day, millionths. */
  dailyRate: number
}

const from = <T>(items: readonly T[], pick: Pick): T => {
  const item = items[pick(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Greatest common divisor `g` of both, and an `x` with a · x = g modulo b. */
function euclid(a: number, b: number): { g: number; x: number } {
  let [g, rest, x, nextX] = [a, b, 1, 0]
  while (rest !== 0) {
    const times = Math.floor(g / rest)
    ;[g, rest] = [rest, g - times * rest]
    ;[x, nextX] = [nextX, x - times * nextX]
  }
  return { g, x }
}

/** A share whose income and carry together are whole cents at this rate, or one cent beside it. */
function wholeShare(dailyRate: number, carry: number, pick: Pick): number {
  if (dailyRate === 0) return pick(MOST)
  const { g, x } = euclid(dailyRate, MILLION)
  const unit = MILLION / g
  // No share does it for a carry that is no multiple of g: one for its whole multiples comes close.
  const least = (((-x * Math.floor(carry / g)) % unit) + unit) % unit
  const share = least + unit * pick(Math.floor(MOST / unit))
  return Math.max(0, Math.min(MOST, share + from(BESIDE, pick)))
}

interface Morning {
  share: number
  carry: number
}

function moneyIn({ share, carry }: Morning, dailyRate: number, pick: Pick): number {
  const room = MOST - share
  if (room <= 0) return 0
  const wishes = [1, 100, 100 + pick(10_000), 1 + pick(MOST), MOST]
  const wish = pick(4) === 0 ? wholeShare(dailyRate, carry, pick) - share : from(wishes, pick)
  return Math.max(0, Math.min(wish, room))
}

function moneyOut({ share, carry }: Morning, dailyRate: number, pick: Pick): number {
  if (share === 0) return 0
  const wishes = [share, share, 1, share - 1, Math.ceil(share / 2), 1 + pick(share)]
  const wish = pick(4) === 0 ? share - wholeShare(dailyRate, carry, pick) : from(wishes, pick)
  return Math.max(0, Math.min(wish, share))
}

/**
 * Call it once a day with what the day begins with; the answer is the same object each time. It knows nothing of
 * income: the caller computes that.
 */
export function fundPath(pick: Pick): (share: number, carry: number) => PathDay {
  const pace = from(PACES, pick)
  const ratePace = from(PACES, pick)
  const today: PathDay = { move: 0, dailyRate: from(RATES, pick) }
  let [untilMove, untilRate] = [0, 1 + pick(ratePace)]
  return (share, carry) => {
    today.move = 0
    if (untilRate-- === 0) {
      untilRate = pick(ratePace)
      today.dailyRate = pick(2) === 0 ? from(RATES, pick) : pick(301)
    }
    if (untilMove-- === 0) {
      untilMove = pick(pace)
      const morning = { share, carry }
      const leaves = share > 0 && pick(5) < 2
      today.move = leaves
        ? -moneyOut(morning, today.dailyRate, pick)
        : moneyIn(morning, today.dailyRate, pick)
    }
    return today
  }
}

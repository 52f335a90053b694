/** The positions of the lines and dots in the picture of an order, in the units of its box. */
import type { OrderStatus, Spot } from '#contract/order.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { pictureScale } from '#components/order-picture/picture-scale.ts'
import { knownRuns } from '#data/known-runs.ts'
import type { SettleTerms } from '#rules/settle.ts'

/** How the order ended, which gives the picture its colour. */
export type PictureTone = 'gain' | 'loss' | 'level'

/** A draw, a void order and one that a compensation closed neither gain nor lose. */
export const pictureToneOf = (outcome: OrderStatus): PictureTone =>
  outcome === 'won' ? 'gain' : outcome === 'lost' ? 'loss' : 'level'

/** The data of a picture: any order with its records. */
export interface Pictured {
  records: readonly TickRecord[]
  settlement: Readonly<Record<'entry' | 'exit', Spot | null>>
  terms: SettleTerms
  outcome: OrderStatus
}

export interface Point {
  x: number
  y: number
}

export interface Picture {
  /** A step line, because each price holds until the next. It stops where records are missing. */
  path: string
  isCut: boolean
  startX: number
  expiresX: number
  entry: Point | null
  exit: Point | null
  /** Where a price was rejected. The rule ignores it, and its price is outside the picture. */
  asideX: number[]
}

export interface Box {
  width: number
  height: number
  /** The padding around the line, so that the marks fit in. */
  air: number
}

/** Null when there are too few prices for a line. */
export function pictureOf(drawn: Omit<Pictured, 'outcome'>, box: Box): Picture | null {
  const { records, settlement, terms } = drawn
  const ticks = records.filter((record) => record.kind === 'tick')
  const first = records[0]
  const last = records.at(-1)
  if (ticks.length < 2 || first === undefined || last === undefined) return null
  const prices = ticks.map(({ price }) => price)
  const shown = { prices, fromMs: first.timeMs, toMs: last.timeMs }
  const { x, at, steps } = pictureScale(shown, box)
  const runs = knownRuns(records, (before, after) => after.seq === before.seq + 1)
  const lines = runs.map((run) =>
    steps(
      run.filter((record) => record.kind === 'tick'),
      run.at(-1)?.timeMs ?? last.timeMs,
    ),
  )
  return {
    path: lines.join(''),
    isCut: runs.length > 1,
    startX: x(terms.startsAt),
    expiresX: x(terms.expiresAt),
    entry: at(settlement.entry),
    exit: at(settlement.exit),
    asideX: records.flatMap((record) => (record.kind === 'rejected' ? x(record.timeMs) : [])),
  }
}

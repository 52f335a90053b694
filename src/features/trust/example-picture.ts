/** The positions of the lines and dots in an example's picture. */
import type { Spot } from '#contract/order.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Drawn } from '#features/trust/draw-example.ts'
import { knownRuns } from '#data/known-runs.ts'

/** The data of a picture: any order with its records. */
export type Pictured = Pick<Drawn, 'terms'> & {
  records: readonly TickRecord[]
  settlement: Readonly<Record<'entry' | 'exit', Spot | null>>
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
  /** The neighbours of the two decisive ticks. */
  neighbours: Point[]
  /** Where a price was rejected. The rule ignores it, and its price is outside the picture. */
  asideX: number[]
}

/** The offsets of the ticks before and after the decisive one. */
const BESIDE = [-1, 1]

/** Padding around the line, so that the dots fit in. */
const AIR = 10

/** Null when there are too few prices for a line. */
export function pictureOf(drawn: Pictured, box: { width: number; height: number }): Picture | null {
  const { records, settlement, terms } = drawn
  const ticks = records.filter((record) => record.kind === 'tick')
  const first = records[0]
  const last = records.at(-1)
  if (ticks.length < 2 || first === undefined || last === undefined) return null
  const prices = ticks.map(({ price }) => price)
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low
  const tenth = (part: number): number => Math.round(part * 10) / 10
  const time = Math.max(1, last.timeMs - first.timeMs)
  const x = (ms: number): number =>
    tenth(AIR + ((box.width - 2 * AIR) * (ms - first.timeMs)) / time)
  const y = (price: number): number =>
    span === 0 ? box.height / 2 : tenth(AIR + (box.height - 2 * AIR) * (1 - (price - low) / span))
  const at = (spot: { timeMs: number; price: number } | null): Point | null =>
    spot === null ? null : { x: x(spot.timeMs), y: y(spot.price) }
  const neighbours = [settlement.entry, settlement.exit].flatMap((spot) => {
    const index = ticks.findIndex(({ seq }) => seq === spot?.seq)
    if (index < 0) return []
    const decisive = [settlement.entry?.seq, settlement.exit?.seq]
    return BESIDE.flatMap((by) => ticks[index + by] ?? []).filter(
      ({ seq }) => !decisive.includes(seq),
    )
  })
  const runs = knownRuns(records, (before, after) => after.seq === before.seq + 1)
  const lines = runs.map((run) => {
    const steps = run.flatMap((record) => (record.kind === 'tick' ? [record] : []))
    const moves = steps.map(({ timeMs, price }, i) =>
      i === 0 ? `M${x(timeMs)} ${y(price)}` : `H${x(timeMs)}V${y(price)}`,
    )
    return moves.length === 0 ? '' : `${moves.join('')}H${x(run.at(-1)?.timeMs ?? last.timeMs)}`
  })
  return {
    path: lines.join(''),
    isCut: runs.length > 1,
    startX: x(terms.startsAt),
    expiresX: x(terms.expiresAt),
    entry: at(settlement.entry),
    exit: at(settlement.exit),
    neighbours: neighbours.map(({ timeMs, price }) => ({ x: x(timeMs), y: y(price) })),
    asideX: records.flatMap((record) => (record.kind === 'rejected' ? x(record.timeMs) : [])),
  }
}

/** Small tick logs and terms that sit on the settlement rule's boundaries, built from a source of choices. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { SettleTerms } from '#rules/settle.ts'
import { filled, logOf, type Planned, plannedOf } from '#support/records.ts'

/** An integer from 0 to `count` − 1: from fast-check, or from a seeded generator. */
export type Pick = (count: number) => number

export interface Scenario {
  log: TickRecord[]
  terms: SettleTerms
}

/** Milliseconds from a record to the next: same millisecond, and either side of the 3 s limit. */
const STEPS = [0, 0, 1, 2, 250, 500, 800, 1000, 1000, 1500, 2998, 2999, 3000, 3001, 3002]
/** Where a moment lies relative to the record it is aimed at. */
const OFFSETS = [0, 0, 0, 1, -1, 2, -2, 300, -300, 2999, 3000, 3001, -2999, -3000, -3001]
const PRICES = [100, 101, 101, 102]
/** Of ticks that were rejected: had they counted, the outcome would be another. */
const WRONG = [0, 1, 1_000]
const KINDS = [
  'tick',
  'tick',
  'tick',
  'tick',
  'tick',
  'tick',
  'rejected',
  'heartbeat',
  'filled',
  'gap',
  'halt',
] as const
const START_MS = 1_000_000

const from = <T>(items: readonly T[], pick: Pick): T => {
  const item = items[pick(items.length)]
  if (item === undefined) throw new Error('a choice outside its list')
  return item
}

export function scenario(pick: Pick): Scenario {
  const planned: Planned[] = []
  const length = 4 + pick(10)
  // Half of the logs are ticks only, so that ordinary outcomes are not drowned by voids.
  const plain = pick(2) === 0
  let at = START_MS
  for (let i = 0; i < length; i++) {
    const kind = plain ? 'tick' : from(KINDS, pick)
    const price = from(kind === 'rejected' ? WRONG : PRICES, pick)
    planned.push(kind === 'filled' ? filled(at, at - 1) : plannedOf(kind, at, price))
    at += from(STEPS, pick)
  }
  // Mostly one record far later decides; without it some orders stay pending.
  if (pick(8) !== 0) planned.push({ kind: 'heartbeat', at: at + 4_000 })
  const moment = (): number => (planned[pick(length)]?.at ?? START_MS) + from(OFFSETS, pick)
  const [a, b] = [moment(), moment()]
  const startsAt = Math.min(a, b)
  const expiresAt = Math.max(a, b, startsAt + 1)
  const direction = pick(2) === 0 ? 'up' : 'down'
  return { log: logOf(planned), terms: { direction, startsAt, expiresAt } }
}

/** The part of a log that the rule asks for around a span: from the last good tick before it to `forward`. */
export function sliceAround(
  log: readonly TickRecord[],
  fromMs: number,
  toMs: number,
): TickRecord[] {
  const first = log.findLastIndex(({ kind, timeMs }) => kind === 'tick' && timeMs < fromMs)
  const last = log.findIndex(({ timeMs }) => timeMs > toMs)
  return log.slice(Math.max(0, first), last < 0 ? log.length : last + 1)
}

/** The settlement rule written a second time, from its text and by another algorithm: a timeline of lost intervals. */
import type { TickRecord } from '#contract/tick-log.ts'
import type { SettleTerms } from '#rules/settle.ts'

export interface Verdict {
  outcome: 'won' | 'lost' | 'draw' | 'void'
  reason: string | null
  entrySeq: number | null
  exitSeq: number | null
}

interface Interval {
  kind: 'gap' | 'halt'
  from: number
  to: number
  toIncluded: boolean
}

/** One walk over the whole log: when was continuity lost, and when was there no market? */
function timeline(log: readonly TickRecord[]): Interval[] {
  const lost: Interval[] = []
  let halted: number[] = []
  let before = Number.NEGATIVE_INFINITY
  for (const { kind, timeMs } of log) {
    if (kind === 'gap') lost.push({ kind, from: before, to: timeMs, toIncluded: true })
    if (kind === 'halt') halted.push(timeMs)
    if (kind === 'tick') {
      for (const from of halted) lost.push({ kind: 'halt', from, to: timeMs, toIncluded: false })
      halted = []
    }
    before = timeMs
  }
  for (const from of halted) {
    lost.push({ kind: 'halt', from, to: Number.POSITIVE_INFINITY, toIncluded: false })
  }
  return lost
}

/** Null: not decided yet. Always looks at the whole log. */
export function oracle(log: readonly TickRecord[], terms: SettleTerms): Verdict | null {
  const { startsAt, expiresAt, direction } = terms
  if (!log.some(({ timeMs }) => timeMs > expiresAt)) return null
  const lost = timeline(log)
  const covered = (kind: Interval['kind'], at: number): boolean =>
    lost.some((x) => x.kind === kind && x.from <= at && (x.toIncluded ? at <= x.to : at < x.to))

  const prices = new Map<number, number>()
  let entrySeq: number | null = null
  let exitSeq: number | null = null
  let exitTime = Number.NEGATIVE_INFINITY
  let entryTime = Number.POSITIVE_INFINITY
  for (const record of log) {
    if (record.kind !== 'tick' || record.timeMs > expiresAt) continue
    prices.set(record.seq, record.price)
    exitTime = record.timeMs
    if (record.timeMs <= startsAt) continue
    exitSeq = record.seq
    if (entrySeq !== null) continue
    entrySeq = record.seq
    entryTime = record.timeMs
  }

  const lateBy = entryTime - startsAt
  if (lateBy > 3000) entrySeq = null
  const reasons: [boolean, string][] = [
    [covered('gap', startsAt), 'gap_at_entry'],
    [covered('halt', startsAt), 'halt_at_entry'],
    [lateBy > 3000, 'late_entry'],
    [covered('gap', expiresAt), 'gap_at_exit'],
    [covered('halt', expiresAt), 'halt_at_exit'],
    [expiresAt - exitTime > 3000, 'stale_exit'],
    [entrySeq === exitSeq, 'too_few_ticks'],
  ]
  const reason = reasons.find(([holds]) => holds)?.[1] ?? null
  if (reason !== null) return { outcome: 'void', reason, entrySeq, exitSeq }
  const move = (prices.get(exitSeq ?? 0) ?? 0) - (prices.get(entrySeq ?? 0) ?? 0)
  if (move === 0) return { outcome: 'draw', reason, entrySeq, exitSeq }
  const won = direction === 'up' ? move > 0 : move < 0
  return { outcome: won ? 'won' : 'lost', reason, entrySeq, exitSeq }
}

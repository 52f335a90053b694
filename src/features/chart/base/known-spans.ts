/** From when to when all prices of a live line are known. A price holds until the next one only within a span. */
import { knownRuns } from '#data/known-runs.ts'

/** Without prices for so long, the page has missed some: it was hidden, or the connection was lost. */
export const MISSED_AFTER_MS = 3_000
/** A price without a later one holds for so long, for example before a market closes. */
export const PRICE_HOLDS_MS = 60_000

/** In ms, both inclusive. */
export interface KnownSpan {
  fromMs: number
  toMs: number
}

/** The spans in which no two times are further apart than a price holds. The times are in order. */
export const spansOf = (timesMs: readonly number[]): KnownSpan[] =>
  knownRuns(timesMs, (before, after) => after - before <= PRICE_HOLDS_MS).map((run) => ({
    fromMs: run[0] ?? 0,
    toMs: run.at(-1) ?? 0,
  }))

export interface KnownSpans {
  /** Adds a span. One that follows another sooner than a price can be missed continues it. */
  add(span: KnownSpan): void
  /** Whether the price is known at a time, or was less than `withinMs` before it. */
  has(timeMs: number, withinMs: number): boolean
  /** Whether no price can have been missed from a known time to a later one, which may be newer than the spans. */
  joins(fromMs: number, toMs: number): boolean
}

export function createKnownSpans(): KnownSpans {
  /** In order, and further apart than `MISSED_AFTER_MS`. */
  let spans: KnownSpan[] = []
  return {
    add: (span) => {
      const isBefore = ({ toMs }: KnownSpan): boolean => span.fromMs - toMs > MISSED_AFTER_MS
      const isAfter = ({ fromMs }: KnownSpan): boolean => fromMs - span.toMs > MISSED_AFTER_MS
      const joined = spans.filter((each) => !isBefore(each) && !isAfter(each))
      const whole = {
        fromMs: Math.min(span.fromMs, ...joined.map(({ fromMs }) => fromMs)),
        toMs: Math.max(span.toMs, ...joined.map(({ toMs }) => toMs)),
      }
      spans = [...spans.filter(isBefore), whole, ...spans.filter(isAfter)]
    },
    has: (timeMs, withinMs) =>
      spans.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs + withinMs),
    joins: (from, to) =>
      spans.some(({ fromMs, toMs }) => fromMs <= from && to <= toMs + MISSED_AFTER_MS),
  }
}

/** The own limit as a simple timeline: from when which value holds. Null is no limit. */
import { DAY_MS } from '#contract/time.ts'

export interface Asked {
  atMs: number
  value: number | null
}
interface Span {
  fromMs: number
  value: number | null
}
const size = (value: number | null): number => value ?? Number.POSITIVE_INFINITY

export type Outcome = 'same' | 'tighter' | 'looser' | 'asked again'

export class LimitTimeline {
  private spans: Span[] = [{ fromMs: Number.NEGATIVE_INFINITY, value: null }]

  at(atMs: number): number | null {
    return this.spans.findLast(({ fromMs }) => fromMs <= atMs)?.value ?? null
  }
  /** What holds later than the moment, if anything else will. */
  after(atMs: number): Span | null {
    return this.spans.find(({ fromMs }) => fromMs > atMs) ?? null
  }
  ask({ atMs, value }: Asked): Outcome {
    const now = this.at(atMs)
    const later = this.after(atMs)
    if (size(value) > size(now)) {
      if (later !== null && later.value === value) return 'asked again'
      this.spans = this.spans.filter(({ fromMs }) => fromMs <= atMs)
      this.spans.push({ fromMs: atMs + DAY_MS, value })
      return 'looser'
    }
    this.spans = this.spans.filter(({ fromMs }) => fromMs <= atMs)
    if (value === now) return 'same'
    this.spans.push({ fromMs: atMs, value })
    return 'tighter'
  }
}

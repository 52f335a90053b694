/** What the chart shows in the moment in which an order gets its result (decision 0039). */

export type Result = 'won' | 'lost' | 'draw'

/** How far the moment is. */
export interface SettleStep {
  /** The part of the corridor that is filled, from its entry on. */
  fill: number
  /** How strong the fill is, from 0 to 1. */
  alpha: number
  /** The size of the mark on the deciding tick; 1 is the size that it keeps. */
  scale: number
}

/** A loss is short and quiet. */
export const MOMENT_MS = { won: 1_200, lost: 500, draw: 800 } as const

const FILL_MS = 450
const FADE_MS = 400
const MARK_AFTER_MS = 200
const POP_MS = 350
const WON_ALPHA = 0.34
const QUIET_ALPHA = 0.16
/** How far the mark of a win grows beyond its size before it settles. */
const OVERSHOOT = 1.9

const share = (passed: number, of: number): number => Math.min(1, Math.max(0, passed / of))
const slowing = (at: number): number => 1 - (1 - at) ** 3
/** From 0 over more than 1 to 1. */
const popping = (at: number): number =>
  1 + (OVERSHOOT + 1) * (at - 1) ** 3 + OVERSHOOT * (at - 1) ** 2

/**
 * The step of a moment that began so long ago; null when it is over. With `still`, as for reduced motion, nothing
 * moves: the corridor is filled, and then it is not.
 */
export function settleStep(elapsedMs: number, result: Result, still: boolean): SettleStep | null {
  const lasts = MOMENT_MS[result]
  if (elapsedMs >= lasts) return null
  const full = result === 'won' ? WON_ALPHA : QUIET_ALPHA
  if (still) return { fill: 1, alpha: full, scale: 1 }
  const alpha = full * share(lasts - elapsedMs, FADE_MS)
  if (result !== 'won') return { fill: 1, alpha, scale: 1 }
  return {
    fill: slowing(share(elapsedMs, FILL_MS)),
    alpha,
    scale: Math.max(0, popping(share(elapsedMs - MARK_AFTER_MS, POP_MS))),
  }
}

/** Knows which orders of a chart got their result while it was shown, and since when. */
export interface SettleMoments {
  /** The orders as they are now. The first call begins nothing: their results are old. */
  set(marks: readonly { id: string; exit: unknown; result: Result | null }[], atMs: number): void
  stepOf(id: string, atMs: number): SettleStep | null
  /** Whether there is more to draw: also once after the end of the last moment. */
  isRunning(): boolean
}

export function createSettleMoments(still: () => boolean): SettleMoments {
  let open = new Set<string>()
  const begun = new Map<string, { atMs: number; result: Result }>()
  const stepOf = (id: string, atMs: number): SettleStep | null => {
    const moment = begun.get(id)
    if (moment === undefined) return null
    // A frame may have begun before the result came.
    const step = settleStep(Math.max(0, atMs - moment.atMs), moment.result, still())
    if (step === null) begun.delete(id)
    return step
  }
  return {
    set: (marks, atMs) => {
      for (const { id, exit, result } of marks) {
        if (open.has(id) && exit !== null && result !== null) begun.set(id, { atMs, result })
      }
      open = new Set(marks.filter(({ exit }) => exit === null).map(({ id }) => id))
      const shown = new Set(marks.map(({ id }) => id))
      for (const id of begun.keys()) if (!shown.has(id)) begun.delete(id)
    },
    stepOf,
    isRunning: () => begun.size > 0,
  }
}

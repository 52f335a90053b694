/** The sequence check as one pure function: what to do with a frame, given the last frame that was applied. */
import type { Envelope } from '#contract/topics.ts'

/** The position of the last frame that was applied. */
export interface Cursor {
  epoch: string
  seq: number
}

/** The fields of a frame that the check depends on. */
export interface FrameHead extends Cursor {
  kind: Envelope[3]
}

/**
 * `exact`: every delta counts, and its number is one more than the last. `latest`: numbers may skip but not decrease.
 */
export type SequenceMode = 'exact' | 'latest'

/** What to do with a frame. */
export type Verdict =
  | 'apply'
  /** Nothing is missing; only the time is updated. */
  | 'confirm'
  | 'drop'
  /** Request the frames after the cursor. */
  | 'replay'
  /** Continuity is lost; request a snapshot. */
  | 'restart'

/** Decides what to do with a frame. `cursor` is null before the first snapshot. */
export function judge(cursor: Cursor | null, frame: FrameHead, mode: SequenceMode): Verdict {
  const known = cursor !== null && cursor.epoch === frame.epoch
  if (frame.kind === 'gap' || frame.kind === 'error') return 'restart'
  if (frame.kind === 'snapshot') return known && frame.seq < cursor.seq ? 'drop' : 'apply'
  if (!known) return 'restart'
  if (frame.kind === 'heartbeat') {
    if (mode === 'exact' && frame.seq > cursor.seq) return 'replay'
    return frame.seq < cursor.seq ? 'drop' : 'confirm'
  }
  if (mode === 'latest') return frame.seq < cursor.seq ? 'drop' : 'apply'
  if (frame.seq <= cursor.seq) return 'drop'
  return frame.seq === cursor.seq + 1 ? 'apply' : 'replay'
}

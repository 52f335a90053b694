/** The sequence watch as one pure function: what to do with a frame, given what was applied before it. */
import type { Envelope } from '#contract/topics.ts'

/** The newest frame applied. */
export interface Cursor {
  epoch: string
  seq: number
}

export interface FrameHead extends Cursor {
  kind: Envelope[3]
}

/** `exact`: every delta counts, each one more than the last. `latest`: skips are allowed, steps back are not. */
export type SequenceMode = 'exact' | 'latest'

export type Verdict =
  | 'apply'
  /** Nothing is missing. */
  | 'confirm'
  | 'drop'
  /** Ask for what is missing after the cursor. */
  | 'replay'
  /** Continuity is lost: ask for a snapshot. */
  | 'restart'

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

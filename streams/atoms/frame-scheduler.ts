/** One animation frame for all prices: many writes a key become one, and all keys are written in one flush. */
import type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'

export interface FrameSchedulerParts {
  requestFrame(run: () => void): number
  cancelFrame(frame: number): void
  /** Given all writes of a frame as one call; the app passes react-dom's `flushSync`. */
  flush(writeAll: () => void): void
}

export function createFrameScheduler(parts: FrameSchedulerParts): FrameScheduler {
  const waiting = new Map<object, () => void>()
  let frame: number | null = null
  const run = (): void => {
    frame = null
    const writes = [...waiting.values()]
    waiting.clear()
    parts.flush(() => {
      for (const write of writes) write()
    })
  }
  return {
    schedule: (key, write) => {
      waiting.set(key, write)
      frame ??= parts.requestFrame(run)
    },
    cancel: (key) => {
      waiting.delete(key)
      if (waiting.size > 0 || frame === null) return
      parts.cancelFrame(frame)
      frame = null
    },
  }
}

/** Writes at once: what a store uses until the app provides frames, and what most tests want. */
export const immediateScheduler: FrameScheduler = {
  schedule: (_key, write) => write(),
  cancel: () => undefined,
}

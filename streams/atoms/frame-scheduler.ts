/**
 * Schedules all price updates into one animation frame: the newest write per key is kept, and all keys are written in
 * one flush.
 */
import type { FrameScheduler } from '#streams/operators/latest-per-frame.ts'

/** What the scheduler needs from the browser; tests pass fakes. */
export interface FrameSchedulerParts {
  requestFrame(run: () => void): number
  cancelFrame(frame: number): void
  /** Runs all writes of a frame in one call; the app passes react-dom's `flushSync`. */
  flush(writeAll: () => void): void
}

/** Creates the scheduler of a page. It requests a frame only while a write is waiting. */
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

/** A scheduler that writes at once. Stores use it until the app provides frames, and most tests use it too. */
export const immediateScheduler: FrameScheduler = {
  schedule: (_key, write) => write(),
  cancel: () => undefined,
}

/** Holds the newest value until the next animation frame. Values that must not wait pass at once. */
import { type MonoTypeOperatorFunction, Observable } from 'rxjs'

/** Runs writes in animation frames, at most one per key and frame. */
export interface FrameScheduler {
  /** Runs `write` in the next frame. A later write with the same key replaces it. */
  schedule(key: object, write: () => void): void
  /** Discards the waiting write of this key. */
  cancel(key: object): void
}

/**
 * The operator that delivers at most one value per frame. `paced` returns whether a value may wait; a value that may
 * not also discards the waiting one.
 */
export const latestPerFrame = <T>(
  frames: FrameScheduler,
  paced: (value: T) => boolean,
): MonoTypeOperatorFunction<T> => {
  return (source) =>
    new Observable<T>((out) => {
      const key = {}
      const subscription = source.subscribe({
        next: (value) => {
          if (paced(value)) return frames.schedule(key, () => out.next(value))
          frames.cancel(key)
          out.next(value)
        },
        error: (error: unknown) => out.error(error),
        complete: () => out.complete(),
      })
      return () => {
        frames.cancel(key)
        subscription.unsubscribe()
      }
    })
}

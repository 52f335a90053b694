/** Keeps the newest value until the next frame; values that cannot wait for eyes pass at once. */
import { type MonoTypeOperatorFunction, Observable } from 'rxjs'

export interface FrameScheduler {
  /** Runs `write` in the next frame; a later write with the same key takes its place. */
  schedule(key: object, write: () => void): void
  /** Forgets what waits for this key. */
  cancel(key: object): void
}

/** `paced`: whether a value may wait; one that may not also discards the one that waits. */
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

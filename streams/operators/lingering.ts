/**
 * Shares one source among many readers and keeps it open for a while after the last one has left, so that a quick
 * remount does not subscribe again.
 */
import {
  type MonoTypeOperatorFunction,
  ReplaySubject,
  type SchedulerLike,
  share,
  timer,
} from 'rxjs'

/**
 * The operator that shares a source. Late subscribers get the newest value at once; the source closes `lingerMs` after
 * the last one has left.
 */
export const lingering = <T>(
  lingerMs: number,
  scheduler: SchedulerLike,
): MonoTypeOperatorFunction<T> =>
  share<T>({
    connector: () => new ReplaySubject<T>(1),
    resetOnRefCountZero: () => timer(lingerMs, scheduler),
  })

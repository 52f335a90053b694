/** Shares one source among many and keeps it open a while after the last has left: a quick remount opens nothing. */
import {
  type MonoTypeOperatorFunction,
  ReplaySubject,
  type SchedulerLike,
  share,
  timer,
} from 'rxjs'

/** Late subscribers get the newest value at once. */
export const lingering = <T>(
  lingerMs: number,
  scheduler: SchedulerLike,
): MonoTypeOperatorFunction<T> =>
  share<T>({
    connector: () => new ReplaySubject<T>(1),
    resetOnRefCountZero: () => timer(lingerMs, scheduler),
  })

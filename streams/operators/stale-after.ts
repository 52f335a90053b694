/** Converts stamped values to live ones that become stale: by age with a timer, or at once when the link is lost. */
import { Observable, type OperatorFunction, type SchedulerLike, type Subscription } from 'rxjs'
import type { Live, Stamped } from '#streams/types.ts'

/** What makes a value stale. */
export interface Freshness<T> {
  /** The server time (ms) from which the value is stale by age alone; null for never. */
  staleAt(stamped: Stamped<T>): number | null
  /** The current server time, ms. */
  now(): number
  /**
   * Whether the link is up. When it becomes false, the last value becomes stale at once, and further values are stale.
   */
  linked$: Observable<boolean>
  scheduler: SchedulerLike
}

/** The operator that emits every value as live or stale, and a value again when it becomes stale. */
export const staleAfter = <T>(freshness: Freshness<T>): OperatorFunction<Stamped<T>, Live<T>> => {
  return (source) =>
    new Observable<Live<T>>((out) => {
      let last: Stamped<T> | null = null
      let fresh = false
      let linked = true
      let alarm: Subscription | null = null

      const demote = (): void => {
        if (last === null || !fresh) return
        fresh = false
        out.next({ status: 'stale', ...last })
      }
      // There is one timer at a time, which is set again if it fires early. No timer is created per value.
      const arm = (): void => {
        if (last === null || alarm !== null) return
        const staleAt = freshness.staleAt(last)
        if (staleAt === null) return
        const wait = Math.max(1, staleAt - freshness.now())
        alarm = freshness.scheduler.schedule(() => {
          alarm = null
          check()
        }, wait)
      }
      const check = (): void => {
        if (last === null || !fresh) return
        const staleAt = freshness.staleAt(last)
        if (staleAt !== null && staleAt <= freshness.now()) demote()
        else arm()
      }
      const links = freshness.linked$.subscribe((next) => {
        linked = next
        if (!linked) demote()
      })
      const values = source.subscribe({
        next: (stamped) => {
          last = stamped
          const staleAt = freshness.staleAt(stamped)
          fresh = linked && (staleAt === null || staleAt > freshness.now())
          out.next({ status: fresh ? 'live' : 'stale', ...stamped })
          if (fresh) arm()
        },
        error: (error: unknown) => out.error(error),
        complete: () => out.complete(),
      })
      return () => {
        alarm?.unsubscribe()
        links.unsubscribe()
        values.unsubscribe()
      }
    })
}

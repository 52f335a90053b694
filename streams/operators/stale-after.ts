/** Turns stamped values into live ones that go stale: by age, by timer and never by frame, or with the link. */
import { Observable, type OperatorFunction, type SchedulerLike, type Subscription } from 'rxjs'
import type { Live, Stamped } from '#streams/types.ts'

export interface Freshness<T> {
  /** Server ms from which the value is stale though nothing else happened; null: never by age. */
  staleAt(stamped: Stamped<T>): number | null
  /** Server ms. */
  now(): number
  /** Whether the link is up: false demotes the last value at once; a value under false is stale. */
  linked$: Observable<boolean>
  scheduler: SchedulerLike
}

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
      // One alarm at a time, re-armed when it rings early: no timer is made per value.
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

/** Which products the page shows, counted from leases; told to the server when settled, not at every scroll step. */
import { Observable } from 'rxjs'
import type { VisibleRequest } from '#contract/topics.ts'
import { productId as productIdSchema, type ProductId } from '#contract/scalars.ts'
import type { View } from '#streams/types.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

export interface VisibleSet {
  /** Holds the product visible while subscribed to the result. */
  whileVisible<T>(productId: number, view: View, source: Observable<T>): Observable<T>
}

/** What mounts together is told together. */
const SETTLE_MS = 5
/** While somebody scrolls: ten times a second, half of what the server lets through. */
const TELL_EVERY_MS = 100

/** A product in both views is told as `detail` only. */
export function createVisibleSet(timing: Timing, tell: (set: VisibleRequest) => void): VisibleSet {
  const leases = { list: new Map<ProductId, number>(), detail: new Map<ProductId, number>() }
  let told = ''
  let toldAt = -Infinity
  const alarm = createAlarm(timing)
  const settle = (): void => {
    const detail = [...leases.detail.keys()]
    const list = [...leases.list.keys()].filter((id) => !leases.detail.has(id))
    const request = { list: list.sort((a, b) => a - b), detail: detail.sort((a, b) => a - b) }
    const text = JSON.stringify(request)
    if (text === told) return
    told = text
    toldAt = timing.monotonicMs()
    tell(request)
  }
  const count = (view: View, id: ProductId, by: 1 | -1): void => {
    const next = (leases[view].get(id) ?? 0) + by
    if (next === 0) leases[view].delete(id)
    else leases[view].set(id, next)
    if (alarm.isSet()) return
    alarm.set(Math.max(SETTLE_MS, toldAt + TELL_EVERY_MS - timing.monotonicMs()), settle)
  }
  return {
    whileVisible: <T>(productId: number, view: View, source: Observable<T>) =>
      new Observable<T>((out) => {
        const id = productIdSchema.parse(productId)
        count(view, id, 1)
        const subscription = source.subscribe(out)
        return () => {
          count(view, id, -1)
          subscription.unsubscribe()
        }
      }),
  }
}

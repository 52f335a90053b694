/**
 * The set of products that the page shows, counted by leases. It is sent to the server when it has settled, not at
 * every scroll step.
 */
import { Observable } from 'rxjs'
import type { VisibleRequest } from '#contract/topics.ts'
import { productId as productIdSchema, type ProductId } from '#contract/scalars.ts'
import type { View } from '#streams/types.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

/** Counts which products are visible in which view. */
export interface VisibleSet {
  /** The same stream, which keeps the product visible while it has subscribers. */
  whileVisible<T>(productId: number, view: View, source: Observable<T>): Observable<T>
}

/** Changes within this time are sent together, such as the products of a page that mounts. */
const SETTLE_MS = 5
/** The minimum interval between two updates while a user scrolls: ten per second, half of the server's limit. */
const SEND_EVERY_MS = 100

/** Creates the set of a page. `send` sends it to the server; a product in both views is sent as `detail` only. */
export function createVisibleSet(timing: Timing, send: (set: VisibleRequest) => void): VisibleSet {
  const leases = { list: new Map<ProductId, number>(), detail: new Map<ProductId, number>() }
  let sent = ''
  let sentAt = -Infinity
  const alarm = createAlarm(timing)
  const settle = (): void => {
    const detail = [...leases.detail.keys()]
    const list = [...leases.list.keys()].filter((id) => !leases.detail.has(id))
    const request = { list: list.sort((a, b) => a - b), detail: detail.sort((a, b) => a - b) }
    const text = JSON.stringify(request)
    if (text === sent) return
    sent = text
    sentAt = timing.monotonicMs()
    send(request)
  }
  const count = (view: View, id: ProductId, by: 1 | -1): void => {
    const next = (leases[view].get(id) ?? 0) + by
    if (next === 0) leases[view].delete(id)
    else leases[view].set(id, next)
    if (alarm.isSet()) return
    alarm.set(Math.max(SETTLE_MS, sentAt + SEND_EVERY_MS - timing.monotonicMs()), settle)
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

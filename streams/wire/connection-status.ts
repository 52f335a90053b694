/** The connection status for the page: the state of the link, and whether prices still arrive. */
import { BehaviorSubject, type Observable } from 'rxjs'
import type { Connection } from '#streams/types.ts'
import type { LinkStatus } from '#streams/wire/link.ts'
import { createPriceWatch } from '#streams/wire/price-watch.ts'
import type { Timing } from '#streams/wire/timing.ts'

/** The states of a link that is not up. */
export type Away = Exclude<LinkStatus, { status: 'up' }>

/** Combines the state of the link with the silence of prices. */
export interface ConnectionStatus {
  connection$: Observable<Connection>
  /** Reports a frame with this server time (ms). */
  heard(topic: string, asOf: number): void
  /** Without an argument, the connection is polled if it was before. */
  up(how?: { polled?: true }): void
  away(status: Away): void
  /** Whether prices are subscribed. Their silence matters only then. */
  watchPrices(on: boolean): void
  close(): void
}

/** The name of the topic with the prices. */
export const PRICES = 'quotes'

/** Creates the status of one connection. It starts as `connecting`. */
export function createConnectionStatus(timing: Timing): ConnectionStatus {
  const connection$ = new BehaviorSubject<Connection>({ status: 'connecting' })
  let newestAsOf: number | null = null
  let watching = false
  let isUp = false
  let live: Connection = { status: 'live' }
  const prices = createPriceWatch({
    timing,
    onSilent: (asOf) => connection$.next({ ...live, status: 'stale', asOf }),
    onHeard: () => connection$.next(live),
  })
  const watch = (): void => {
    if (isUp && watching) prices.start()
    else prices.stop()
  }
  return {
    connection$,
    heard: (topic, asOf) => {
      newestAsOf = Math.max(newestAsOf ?? 0, asOf)
      if (topic === PRICES) prices.heard(asOf)
    },
    up: (how) => {
      isUp = true
      if (how !== undefined) live = { status: 'live', ...(how.polled && { polled: true }) }
      watch()
      connection$.next(live)
    },
    away: (status) => {
      isUp = false
      watch()
      connection$.next(connectionOf(status, newestAsOf))
    },
    watchPrices: (on) => {
      watching = on
      watch()
      // Without prices no frame could make it live again, and the link itself is up.
      if (connection$.value.status === 'stale') connection$.next(live)
    },
    close: () => {
      prices.stop()
      connection$.complete()
    },
  }
}

function connectionOf(link: Away, asOf: number | null): Connection {
  if (link.status !== 'down') return link
  return { status: 'reconnecting', attempt: link.attempt, nextAttemptAt: link.nextAttemptAt, asOf }
}

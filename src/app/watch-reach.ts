/** Keeps the reachability of the server in sync with the connection and the device's network. */
import type { createStore } from 'jotai/vanilla'
import { PATIENCE_MS, reachAtom, reachOf } from '#lib/reach.ts'
import { connectionAtom } from '#streams'

export function watchReach(store: ReturnType<typeof createStore>): void {
  let lostAt: number | null = performance.now()
  const look = (): void => {
    const { status } = store.get(connectionAtom)
    const up = status === 'live' || status === 'stale'
    lostAt = up ? null : (lostAt ?? performance.now())
    const lostFor = lostAt === null ? 0 : performance.now() - lostAt
    store.set(reachAtom, reachOf(status, navigator.onLine, lostFor))
    if (!up && lostFor < PATIENCE_MS) setTimeout(look, PATIENCE_MS - lostFor)
  }
  store.sub(connectionAtom, look)
  addEventListener('online', look)
  addEventListener('offline', look)
  look()
}

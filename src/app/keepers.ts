/** Each of these keeps the store and the world outside it in sync, from the start of the page to its end. */
import type { createStore } from 'jotai/vanilla'
import { onUnauthorised } from '#api/call.ts'
import {
  endExpectedAtom,
  forgetSessionAtom,
  FORGET,
  loadSweep,
  loggedInAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
  tabs,
} from '#api/session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { isLogOutOwed, sendOwedLogOut } from '#lib/owed-log-out.ts'
import { PATIENCE_MS, reachabilityAtom, reachabilityOf } from '#lib/reachability.ts'
import type { SessionEnd } from '#lib/what-may-stay.ts'
import { connectionAtom } from '#streams'

/** Confirms a stored session at the start, and forgets one that the server or another tab ended. */
export function keepSession(store: ReturnType<typeof createStore>): void {
  const end = (how: SessionEnd): void => {
    if (store.get(loggedInAtom) && !store.get(endExpectedAtom)) store.set(sessionEndedAtom, true)
    void store.set(forgetSessionAtom, how)
  }
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).status === 'ended') end('ended')
  })
  // The cookie may be gone while the socket, which sent it when it connected, is still open.
  onUnauthorised(() => {
    if (store.get(loggedInAtom)) end('ended')
  })
  tabs.addEventListener('message', ({ data }) => {
    if (data === FORGET) end('logOut')
  })
  void loadSweep()
  addEventListener('online', () => void sendOwedLogOut())
  // The tab that logged out may have been closed before it had removed everything, or this one was not listening yet.
  if (isLogOutOwed()) end('logOut')
  void store.set(refreshUserAtom)
  void store.set(refreshAppInfoAtom)
}

/** Keeps the reachability of the server in sync with the connection and the device's network. */
export function watchReachability(store: ReturnType<typeof createStore>): void {
  let lostAt: number | null = performance.now()
  const look = (): void => {
    const connection = store.get(connectionAtom)
    const { status } = connection
    const up = status === 'live' || status === 'stale'
    lostAt = up ? null : (lostAt ?? performance.now())
    const lostFor = lostAt === null ? 0 : performance.now() - lostAt
    store.set(reachabilityAtom, reachabilityOf(connection, navigator.onLine, lostFor))
    if (!up && lostFor < PATIENCE_MS) setTimeout(look, PATIENCE_MS - lostFor)
  }
  store.sub(connectionAtom, look)
  addEventListener('online', look)
  addEventListener('offline', look)
  look()
}

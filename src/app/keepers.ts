/** Each of these keeps the store and the world outside it in sync, from the start of the page to its end. */
import type { createStore } from 'jotai/vanilla'
import { onUnauthorised } from '#api/call.ts'
import {
  accountAtom,
  endExpectedAtom,
  endSessionAtom,
  loadSweep,
  loggedInAtom,
  lookAgainAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
  tokenAtom,
} from '#api/session.ts'
import { isLogOutOwed, sendOwedLogOut } from '#device/owed-log-out.ts'
import { PATIENCE_MS, reachabilityAtom, reachabilityOf } from '#api/reachability.ts'
import { hearTabs } from '#device/tabs.ts'
import { connectionAtom } from '#streams'

/**
 * Confirms a stored session at the start, and forgets one that the server or another tab ended. Returns what to wait
 * for before the first page: whose the session is, where this device does not know. What a page holds belongs to an
 * account, and would be lost when its name comes.
 */
export function keepSession(store: ReturnType<typeof createStore>): Promise<void> | null {
  const logOut = (): void => store.set(endSessionAtom, 'logOut')
  const isOver = (): void => {
    if (store.get(loggedInAtom)) void store.set(lookAgainAtom, true)
  }
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).status === 'ended') isOver()
  })
  // The cookie may be gone while the socket, which sent it when it connected, is still open.
  onUnauthorised(isOver)
  hearTabs((message) => {
    if (message === 'forget the session') logOut()
    else store.set(endExpectedAtom, message === 'expectEnd')
  })
  // The cookie is common to all tabs, so a log-in in one of them is a log-in in all.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue !== null && newValue !== store.get(tokenAtom))
      void store.set(lookAgainAtom, false)
  })
  void loadSweep()
  addEventListener('online', () => void sendOwedLogOut())
  // The tab that logged out may have been closed before it had removed everything, or this one was not listening yet.
  if (isLogOutOwed()) logOut()
  const known = store.set(refreshUserAtom)
  void store.set(refreshAppInfoAtom)
  return store.get(loggedInAtom) && store.get(accountAtom) === null ? known : null
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

/** Confirms a stored session at the start, and forgets one that the server or another tab ended. */
import type { createStore } from 'jotai/vanilla'
import { onUnauthorised } from '#api/call.ts'
import {
  forgetSessionAtom,
  FORGET,
  loggedInAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
  tabs,
} from '#api/session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { connectionAtom } from '#streams'

export function keepSession(store: ReturnType<typeof createStore>): void {
  const end = (): void => {
    if (store.get(loggedInAtom)) store.set(sessionEndedAtom, true)
    store.set(forgetSessionAtom)
  }
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).status === 'ended') end()
  })
  // The cookie may be gone while the socket, which sent it when it connected, is still open.
  onUnauthorised(() => {
    if (store.get(loggedInAtom)) end()
  })
  tabs.addEventListener('message', ({ data }) => {
    if (data === FORGET) end()
  })
  void store.set(refreshUserAtom)
  void store.set(refreshAppInfoAtom)
}

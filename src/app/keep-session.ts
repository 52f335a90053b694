/** Confirms a stored session at the start, lets go of one that the server ended, and ends one it never heard of. */
import type { createStore } from 'jotai/vanilla'
import { onUnauthorised } from '#api/call.ts'
import {
  forgetSessionAtom,
  loggedInAtom,
  loggingOutAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
  settleLogOutAtom,
} from '#api/session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { connectionAtom } from '#streams'

export function keepSession(store: ReturnType<typeof createStore>): void {
  const end = (): void => {
    if (store.get(loggedInAtom)) store.set(sessionEndedAtom, true)
    store.set(forgetSessionAtom)
  }
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).status === 'ended' && !store.get(loggingOutAtom)) end()
  })
  // The cookie may be gone while the socket, which showed it at its start, lives on.
  onUnauthorised(() => {
    if (store.get(loggedInAtom)) end()
  })
  addEventListener('online', () => void store.set(settleLogOutAtom))
  void store.set(settleLogOutAtom)
  void store.set(refreshUserAtom)
  void store.set(refreshAppInfoAtom)
}

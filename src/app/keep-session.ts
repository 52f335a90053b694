/** Confirms a stored session at the start, and lets go of one that the server has ended. */
import type { createStore } from 'jotai/vanilla'
import {
  forgetSessionAtom,
  loggedInAtom,
  loggingOutAtom,
  refreshAppInfoAtom,
  refreshUserAtom,
} from '#api/session.ts'
import { sessionEndedAtom } from '#app/session-ended.ts'
import { connectionAtom } from '#streams'

export function keepSession(store: ReturnType<typeof createStore>): void {
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).status !== 'ended' || store.get(loggingOutAtom)) return
    if (store.get(loggedInAtom)) store.set(sessionEndedAtom, true)
    store.set(forgetSessionAtom)
  })
  void store.set(refreshUserAtom)
  void store.set(refreshAppInfoAtom)
}

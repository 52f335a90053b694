/** Whether the server can be reached, as everything that needs it wants to know. */
import { atom } from 'jotai/vanilla'
import type { Connection } from '#streams'

export type Reach =
  | 'reached'
  /** The device has no network. */
  | 'offline'
  /** There is a network, yet no answer. */
  | 'unreachable'

/** Kept true by the app (app/watch-reach.ts). */
export const reachAtom = atom<Reach>('reached')

/** A short loss of the link is no news. */
export const PATIENCE_MS = 3_000

/** `lostForMs`: since the link was last up, or since the start. */
export function reachOf(
  connection: Connection['status'],
  network: boolean,
  lostForMs: number,
): Reach {
  // Whatever the browser thinks of its network: what arrives, arrives.
  if (connection === 'live' || connection === 'ended') return 'reached'
  if (!network) return 'offline'
  if (connection === 'stale' || lostForMs < PATIENCE_MS) return 'reached'
  return 'unreachable'
}

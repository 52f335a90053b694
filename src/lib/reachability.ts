/** Whether the server can be reached. */
import { atom } from 'jotai/vanilla'
import type { Connection } from '#streams'

export type Reachability =
  | 'reached'
  /** The device has no network. */
  | 'offline'
  /** There is a network, but the server does not answer. */
  | 'unreachable'

/** Kept up to date by app/keepers.ts. */
export const reachabilityAtom = atom<Reachability>('reached')

/** A shorter loss of the connection is not reported. */
export const PATIENCE_MS = 3_000

/** `lostForMs` is the time since the connection was last up, or since the start. */
export function reachabilityOf(
  connection: Connection['status'],
  network: boolean,
  lostForMs: number,
): Reachability {
  // A working connection overrides what the browser reports about its network.
  if (connection === 'live' || connection === 'ended') return 'reached'
  if (!network) return 'offline'
  if (connection === 'stale' || lostForMs < PATIENCE_MS) return 'reached'
  return 'unreachable'
}

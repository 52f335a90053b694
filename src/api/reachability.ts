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

/** The first attempt is that of a socket alone. From the second on, the server is asked by HTTP as well. */
const ASKED_FROM = 2

/** `lostForMs` is the time since the connection was last up, or since the start. */
export function reachabilityOf(
  connection: Connection,
  network: boolean,
  lostForMs: number,
): Reachability {
  const { status } = connection
  // A working connection overrides what the browser reports about its network.
  if (status === 'live' || status === 'ended') return 'reached'
  if (!network) return 'offline'
  // A blocked socket alone does not mean that the server is unreachable.
  const asked = status === 'reconnecting' && connection.attempt >= ASKED_FROM
  return asked && lostForMs >= PATIENCE_MS ? 'unreachable' : 'reached'
}

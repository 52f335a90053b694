/** Stores what was last seen, so that the app opens with it at once, also without a network. */
import type { createStore } from 'jotai/vanilla'
import { accountAtom } from '#api/session.ts'
import { type LastKnownStore, lastKnownStore } from '#device/last-known.ts'
import { deviceRows, rowsWithin, type StoredRow } from '#device/rows.ts'
import { lastKnownAtom } from '#streams'

const WRITE_EVERY_MS = 5_000
/** A store that does not answer must not keep the app from starting; a busy phone gets some time. */
const READ_WITHIN_MS = 3_000

const rows = deviceRows()

/** Starts before the rest of the app has loaded. */
export const readLastKnown = (): Promise<readonly StoredRow[]> => rowsWithin(rows, READ_WITHIN_MS)

export function keepLastKnown(
  store: ReturnType<typeof createStore>,
  kept: readonly StoredRow[],
): LastKnownStore {
  const known = lastKnownStore(kept, rows)
  const belong = (): void => known.belongTo(store.get(accountAtom))
  belong()
  store.sub(accountAtom, belong)
  store.set(lastKnownAtom, known)
  const write = (): void => void known.flush().catch(() => undefined)
  setInterval(write, WRITE_EVERY_MS)
  document.addEventListener('visibilitychange', write)
  addEventListener('pagehide', write)
  return known
}

/**
 * The newest records of price logs that this page was shown while the user's orders were open: at most one a second of
 * each product. A settled receipt is compared with them, so that a server cannot change a log after it has shown it.
 * They are in memory, so a reload forgets them.
 */
import { atom } from 'jotai/vanilla'
import type { SeenRecord } from '#rules/one-history.ts'

const EVERY_MS = 1_000
/** Of each product. The longest orders take a quarter of an hour. */
const MAX_KEPT = 1_200

interface Shown extends SeenRecord {
  timeMs: number
}

export interface SeenRecords {
  add(symbol: string, record: Shown): void
  /** Those from this time to that, with both. */
  between(symbol: string, fromMs: number, toMs: number): readonly SeenRecord[]
}

export function seenRecords(): SeenRecords {
  const all = new Map<string, Shown[]>()
  return {
    add: (symbol, { seq, hash, timeMs }) => {
      const records = all.get(symbol) ?? []
      const last = records.at(-1)
      if (last !== undefined && timeMs - last.timeMs < EVERY_MS) return
      records.push({ seq, hash, timeMs })
      all.set(symbol, records.slice(-MAX_KEPT))
    },
    between: (symbol, fromMs, toMs) =>
      (all.get(symbol) ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs),
  }
}

export const seenRecordsAtom = atom<SeenRecords>(seenRecords())

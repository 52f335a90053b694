/** The device's table, as plain data: only what survives being written down is in it. */
import type { KeptRow, KeptRows } from '#lib/kept-rows.ts'

export function keptTable(): KeptRows & { rows: Map<string, KeptRow> } {
  const rows = new Map<string, KeptRow>()
  return {
    rows,
    all: async () => [...rows.values()],
    put: async (more) => {
      for (const row of more) rows.set(row.key, structuredClone(row))
    },
    remove: async (keys) => {
      for (const key of keys) rows.delete(key)
    },
  }
}

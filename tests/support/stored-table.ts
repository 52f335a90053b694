/** The device's table, as plain data: only what survives being written down is in it. */
import type { StoredRow, StoredRows } from '#device/rows.ts'

export function storedTable(): StoredRows & { rows: Map<string, StoredRow> } {
  const rows = new Map<string, StoredRow>()
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

/** Stores what is known now for the next visit: collected in memory, written at intervals, removed with its user. */
import { SHARED_OWNER, type StoredRow, type StoredRows } from '#device/rows.ts'
import type { KnownKey, LastKnown } from '#streams'

export interface LastKnownStore extends LastKnown {
  /** From now on data belongs to this user (null: to no user). Data of any other user is removed from the device. */
  belongTo(account: string | null): void
  /** Writes what has changed to the device. */
  flush(): Promise<void>
}

/** Maximum number of stored values. No screen needs more, so the oldest ones of a long session are dropped. */
const MAX_ROWS = 400

interface Entry {
  account: string
  asOf: number
  value: () => unknown
  /** Not written to the device yet. */
  fresh: boolean
}

/** `rows` is null where the device stores nothing. Values are then known only while the app is open. */
export function lastKnownStore(
  kept: readonly StoredRow[],
  rows: StoredRows | null,
): LastKnownStore {
  const entries = new Map<string, Entry>(
    kept.map(({ key, account, asOf, value }) => [
      key,
      { account, asOf, value: () => value, fresh: false },
    ]),
  )
  let owner: string | null = null
  const keyOf = ({ topic, personal }: KnownKey): string | null => {
    if (!personal) return `${SHARED_OWNER}/${topic}`
    return owner === null ? null : `${owner}/${topic}`
  }
  return {
    read: (known) => {
      const key = keyOf(known)
      const entry = key === null ? undefined : entries.get(key)
      return entry === undefined ? null : { value: entry.value(), asOf: entry.asOf }
    },
    newest: () => Math.max(0, ...[...entries.values()].map(({ asOf }) => asOf)),
    write: (known, asOf, value) => {
      const key = keyOf(known)
      if (key === null || (entries.size >= MAX_ROWS && !entries.has(key))) return
      const account = known.personal && owner !== null ? owner : SHARED_OWNER
      entries.set(key, { account, asOf, value, fresh: true })
    },
    belongTo: (account) => {
      owner = account
      const others = [...entries].filter(
        ([, entry]) => ![SHARED_OWNER, account].includes(entry.account),
      )
      for (const [key] of others) entries.delete(key)
      if (others.length > 0) void rows?.remove(others.map(([key]) => key)).catch(() => undefined)
    },
    flush: async () => {
      const fresh = [...entries].filter(([, entry]) => entry.fresh)
      for (const [, entry] of fresh) entry.fresh = false
      if (fresh.length === 0) return
      const written = fresh.map(([key, { account, asOf, value }]) => {
        return { key, account, asOf, value: value() }
      })
      await rows?.put(written)
    },
  }
}

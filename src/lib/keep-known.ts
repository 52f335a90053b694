/** What is known now, for the next visit: held in memory, written down in turns, forgotten with its user. */
import type { KeptRow, KeptRows } from '#lib/kept-rows.ts'
import type { KnownKey, LastKnown } from '#streams'

export interface KnownStore extends LastKnown {
  /** From now on this user's (null: nobody's); what belongs to anybody else is removed from the device. */
  belongTo(account: string | null): void
  /** Writes down what is new. */
  flush(): Promise<void>
}

/** More is never on screen; the oldest of a long session need not be known. */
const MOST_ROWS = 400
const EVERYBODY = ''

interface Entry {
  account: string
  asOf: number
  value: () => unknown
  /** Not written down yet. */
  fresh: boolean
}

/** `rows`: null where the device keeps nothing; the app then knows what it knows while it is open. */
export function knownStore(kept: readonly KeptRow[], rows: KeptRows | null): KnownStore {
  const entries = new Map<string, Entry>(
    kept.map(({ key, account, asOf, value }) => [
      key,
      { account, asOf, value: () => value, fresh: false },
    ]),
  )
  let owner: string | null = null
  const keyOf = ({ topic, personal }: KnownKey): string | null => {
    if (!personal) return `${EVERYBODY}/${topic}`
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
      if (key === null || (entries.size >= MOST_ROWS && !entries.has(key))) return
      const account = known.personal && owner !== null ? owner : EVERYBODY
      entries.set(key, { account, asOf, value, fresh: true })
    },
    belongTo: (account) => {
      owner = account
      const others = [...entries].filter(
        ([, entry]) => ![EVERYBODY, account].includes(entry.account),
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

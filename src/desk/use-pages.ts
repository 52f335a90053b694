/**
 * A paged list that keeps its position while it is read again, which happens whenever the desk is notified of a change.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, type ApiError, answered } from '#api/api-error.ts'

interface Page<Item, Next> {
  items: readonly Item[]
  next: Next | null
}
export interface Pages<Item> {
  status: 'loading' | 'ready' | 'failed'
  items: readonly Item[]
  error: ApiError | null
  /** Null when there are no more pages. */
  more: (() => void) | null
  reload: () => void
  /** The number of the read that returned these items, from 1; 0 before the first. */
  reading: number
  /** How many reads have started so far. */
  begun: () => number
}

interface Source<Item, Next> {
  /** Identifies the list; another key starts from the beginning. */
  key: string
  /** Grows with each change at the desk. */
  revision: number
  load: (after: Next | undefined) => Promise<Answer<Page<Item, Next>>>
}

interface Held<Item, Next> extends Page<Item, Next> {
  key: string | null
  /** The revision for which the list was read. */
  asOf: number
  reading: number
  error: ApiError | null
}
const NOTHING = { key: null, asOf: 0, reading: 0, items: [], next: null, error: null }

export function usePages<Item, Next>({ key, revision, load }: Source<Item, Next>): Pages<Item> {
  const [held, put] = useState<Held<Item, Next>>(NOTHING)
  const run = useRef(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const read = useCallback(async (of: string, atLeast: number, asOf: number) => {
    const mine = ++run.current
    const items: Item[] = []
    let next: Next | undefined
    do {
      const after = next
      const answer = await answered(() => latest.current(after))
      if (mine !== run.current) return
      if (!answer.ok) {
        put((last) => ({
          ...(last.key === of ? last : NOTHING),
          key: of,
          asOf,
          reading: mine,
          error: answer.error,
        }))
        return
      }
      items.push(...answer.value.items)
      next = answer.value.next ?? undefined
    } while (next !== undefined && items.length < atLeast)
    put({ key: of, asOf, reading: mine, items, next: next ?? null, error: null })
  }, [])
  const shown = useRef(0)
  useEffect(() => {
    shown.current = held.key === key ? held.items.length : 0
  })
  useEffect(() => void read(key, shown.current, revision), [read, key, revision])
  const current = held.key === key
  const { items, error, reading } = current ? held : NOTHING
  const begun = useCallback(() => run.current, [])
  const isEmpty = items.length === 0
  return {
    status: !current ? 'loading' : error !== null && isEmpty ? 'failed' : 'ready',
    items,
    error,
    more: current && held.next !== null ? () => void read(key, items.length + 1, revision) : null,
    reload: () => void read(key, items.length, revision),
    reading,
    begun,
  }
}

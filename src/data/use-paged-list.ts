import { type Atom, useAtomValue, useStore } from 'jotai'
import { atom, type PrimitiveAtom } from 'jotai/vanilla'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { type Answer, type ApiError, answered } from '#api/api-error.ts'
import { tokenAtom } from '#api/session.ts'
import {
  type Merge,
  NO_PAGES,
  type Page,
  type Pages,
  type PagesEvent,
  reducePages,
  type Row,
  shownRows,
  wantsMore,
} from '#data/paged-list.ts'
import type { ListMemory, ShownList } from '#ui/paged-list.tsx'

const MAX_KEPT = 20

interface Kept<T> {
  pages: PrimitiveAtom<Pages<T>>
  memory: ListMemory
}

/** One kind of list: how its rows are merged, and what was read of it, which is kept for navigating back. */
export interface ListKind<T> {
  merge: Merge<T>
  /** Keyed by navigation entry and filter. Another session starts with an empty map. */
  kept: Atom<Map<string, Kept<T>>>
}

export const listKind = <T extends Row>(merge: Merge<T>): ListKind<T> => ({
  merge,
  kept: atom((get) => {
    get(tokenAtom)
    return new Map<string, Kept<T>>()
  }),
})

function storedAt<T>(all: Map<string, Kept<T>>, key: string): Kept<T> {
  const kept = all.get(key) ?? { pages: atom<Pages<T>>(NO_PAGES), memory: {} }
  all.delete(key)
  all.set(key, kept)
  const [oldest] = all.keys()
  if (all.size > MAX_KEPT && oldest !== undefined) all.delete(oldest)
  return kept
}

export interface Source<T> {
  /** Identifies the list including its filter; a different name is a different list. */
  name: string
  /** Reads the newest page (`before` is null) or the page after a cursor. */
  read: (before: string | null) => Promise<Answer<Page<T>>>
}

export interface PagedList<T> extends ShownList<T> {
  error: ApiError | null
  /** Adds rows of a stream that belong to this list. */
  push: (rows: readonly T[]) => void
}

function statusOf<T>(pages: Pages<T>, rows: number): ShownList<T>['status'] {
  const { error, next, loading, incomplete } = pages
  if (rows > 0 || incomplete) return 'filled'
  if (error !== null) return 'failed'
  return next === undefined || (loading !== null && next !== null) ? 'loading' : 'empty'
}

function tailOf<T>({ error, loading, next }: Pages<T>): ShownList<T>['tail'] {
  if (error !== null) return 'failed'
  if (loading === 'page') return 'loading'
  return next === null ? 'end' : 'more'
}

/** Reads a list page by page and keeps it for navigating back. The newest page is read again on return. */
export function usePagedList<T extends Row>(kind: ListKind<T>, source: Source<T>): PagedList<T> {
  const store = useStore()
  const all = useAtomValue(kind.kept)
  const key = `${useLocation().key} ${source.name}`
  const kept = useMemo(() => storedAt(all, key), [all, key])
  const pages = useAtomValue(kept.pages)
  const tell = useCallback(
    (event: PagesEvent<T>): void =>
      store.set(kept.pages, (last) => reducePages(kind.merge, last, event)),
    [store, kept, kind],
  )
  const push = useCallback((rows: readonly T[]) => tell({ type: 'pushed', rows }), [tell])

  const load = async (what: 'page' | 'newest'): Promise<void> => {
    const { loading, next } = store.get(kept.pages)
    if (loading !== null) {
      // The page that is being read is the one that is wanted.
      if (what !== 'page' || loading !== 'page') tell({ type: 'wanted', what })
      return
    }
    tell({ type: 'asked', what })
    const answer = await answered(() => source.read(what === 'page' ? (next ?? null) : null))
    const { wanted } = store.get(kept.pages)
    if (answer.ok) tell({ type: what, ...answer.value })
    else tell({ type: 'failed', error: answer.error })
    if (!answer.ok) return
    if (wanted.newest) await load('newest')
    if (wanted.page) await loadMore()
  }
  const loadMore = async (): Promise<void> => {
    const pages = store.get(kept.pages)
    if (pages.loading !== null || wantsMore(pages)) await load('page')
  }

  const begin = useEffectEvent(
    ({ pages }: Kept<T>) => void load(store.get(pages).next === undefined ? 'page' : 'newest'),
  )
  useEffect(() => begin(kept), [kept])

  const rows = useMemo(() => shownRows(kind.merge, pages), [kind, pages])
  return {
    rows,
    error: pages.error,
    status: statusOf(pages, rows.length),
    tail: tailOf(pages),
    refreshing: pages.loading === 'newest',
    incomplete: pages.incomplete,
    memory: kept.memory,
    loadMore: () => void loadMore(),
    retry: () => void load(store.get(kept.pages).failed ?? 'page'),
    refresh: () => void load('newest'),
    push,
  }
}

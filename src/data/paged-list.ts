/** The pure model of every list that is read page by page, newest first, while newer rows are pushed beside it. */
import type { ApiError } from '#lib/api-error.ts'

export interface Row {
  /** A growing decimal number: unless a list has an order of its own, it is ordered by it, newest first. */
  id: string
}

/** One list without doubles, newest first. */
export type Merge<T> = (...lists: readonly (readonly T[])[]) => T[]

export const newestFirst = (a: Row, b: Row): number => (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/** `stage`: how far a row has come. An older word of a row never takes the place of a newer one. */
export function mergeBy<T extends Row>(
  stage: (row: T) => number,
  order: (a: T, b: T) => number = newestFirst,
): Merge<T> {
  return (...lists) => {
    const byId = new Map<string, T>()
    for (const row of lists.flat()) {
      const known = byId.get(row.id)
      if (known === undefined || stage(row) >= stage(known)) byId.set(row.id, row)
    }
    return [...byId.values()].sort(order)
  }
}

/** `next` undefined: nothing read yet; null: no more. */
export interface Pages<T> {
  rows: readonly T[]
  /** What streams brought since: kept here, for a stream itself keeps the newest only. */
  pushed: readonly T[]
  next: string | null | undefined
  loading: 'page' | 'newest' | null
  /** The newest page was wanted while another was being read. */
  again: boolean
  error: ApiError | null
  /** What failed, to be tried again. */
  failed: 'page' | 'newest' | null
}

export const NO_PAGES: Pages<never> = {
  rows: [],
  pushed: [],
  next: undefined,
  loading: null,
  again: false,
  error: null,
  failed: null,
}

export interface Page<T> {
  rows: readonly T[]
  next: string | null
}

export type PagesEvent<T> =
  | { type: 'asked'; what: 'page' | 'newest' }
  | { type: 'wanted' }
  | ({ type: 'page' } & Page<T>)
  /** The newest page again: asked for, or because the stream was away. */
  | ({ type: 'newest' } & Page<T>)
  | { type: 'failed'; error: ApiError }
  | { type: 'pushed'; rows: readonly T[] }

const READ = { loading: null, again: false, error: null, failed: null } as const

export function reducePages<T extends Row>(
  merge: Merge<T>,
  pages: Pages<T>,
  event: PagesEvent<T>,
): Pages<T> {
  switch (event.type) {
    case 'asked':
      return { ...pages, ...READ, loading: event.what }
    case 'wanted':
      return { ...pages, again: true }
    case 'failed':
      return { ...pages, ...READ, error: event.error, failed: pages.loading }
    case 'pushed':
      return { ...pages, pushed: merge(pages.pushed, event.rows) }
    case 'page':
      return { ...pages, ...READ, rows: merge(pages.rows, event.rows), next: event.next }
    case 'newest':
      return newest(merge, pages, event)
  }
}

/** When the newest page does not reach what was read before, that is dropped: a hole must not hide rows. */
function newest<T extends Row>(merge: Merge<T>, pages: Pages<T>, page: Page<T>): Pages<T> {
  const reaches = page.rows.some((row) => pages.rows.some((known) => known.id === row.id))
  const whole = page.next === null
  if (!reaches || whole) {
    // What was pushed while the page was read may be newer than it; below the page it would hide a hole.
    const oldest = page.rows.at(-1)
    const sorted = merge(pages.pushed, page.rows.slice(-1))
    const pushed = whole
      ? pages.pushed
      : sorted.slice(0, 1 + sorted.findIndex((row) => row.id === oldest?.id))
    return { ...READ, rows: page.rows, next: page.next, pushed }
  }
  return { ...pages, ...READ, rows: merge(pages.rows, page.rows) }
}

/** All that is known, newest first. */
export const shownRows = <T>(merge: Merge<T>, pages: Pages<T>): T[] =>
  merge(pages.rows, pages.pushed)

/** Whether more should be asked for now. */
export const wantsMore = <T>({ next, loading, error }: Pages<T>): boolean =>
  next !== null && loading === null && error === null

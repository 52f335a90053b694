/** The pure model of every paged list, newest first, into which newer rows are pushed by a stream. */
import type { ApiError } from '#api/api-error.ts'

export interface Row {
  /** An increasing decimal number. Lists are sorted by it, newest first, unless they define their own order. */
  id: string
}

/** Merges lists into one without duplicates, newest first. */
export type Merge<T> = (...lists: readonly (readonly T[])[]) => T[]

export const newestFirst = (a: Row, b: Row): number => (BigInt(b.id) > BigInt(a.id) ? 1 : -1)

/** `stage` says how far a row has progressed. An older version of a row never replaces a newer one. */
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

/** `next` is undefined before anything was read, and null when there are no more pages. */
export interface Pages<T> {
  rows: readonly T[]
  /** Rows pushed by streams so far. They are kept here because a stream itself keeps only the newest value. */
  pushed: readonly T[]
  next: string | null | undefined
  /** Whether a page had rows that could not be read. */
  incomplete: boolean
  loading: 'page' | 'newest' | null
  /** What was requested while another read was running, and comes after it. */
  wanted: { newest: boolean; page: boolean }
  error: ApiError | null
  /** Which read failed, so that it can be retried. */
  failed: 'page' | 'newest' | null
}

export const NO_PAGES: Pages<never> = {
  rows: [],
  pushed: [],
  next: undefined,
  incomplete: false,
  loading: null,
  wanted: { newest: false, page: false },
  error: null,
  failed: null,
}

export interface Page<T> {
  rows: readonly T[]
  next: string | null
  /** Rows of the page that could not be read. */
  leftOut?: number
}

export type PagesEvent<T> =
  | { type: 'asked'; what: 'page' | 'newest' }
  | { type: 'wanted'; what: 'page' | 'newest' }
  | ({ type: 'page' } & Page<T>)
  /** The newest page was read again, on request or because the stream had been interrupted. */
  | ({ type: 'newest' } & Page<T>)
  | { type: 'failed'; error: ApiError }
  | { type: 'pushed'; rows: readonly T[] }

const READ = { loading: null, wanted: NO_PAGES.wanted, error: null, failed: null } as const

export function reducePages<T extends Row>(
  merge: Merge<T>,
  pages: Pages<T>,
  event: PagesEvent<T>,
): Pages<T> {
  switch (event.type) {
    case 'asked':
      return { ...pages, ...READ, loading: event.what }
    case 'wanted':
      return { ...pages, wanted: { ...pages.wanted, [event.what]: true } }
    case 'failed':
      return { ...pages, ...READ, error: event.error, failed: pages.loading }
    case 'pushed':
      return { ...pages, pushed: merge(pages.pushed, event.rows) }
    case 'page':
      return {
        ...pages,
        ...READ,
        rows: merge(pages.rows, event.rows),
        next: event.next,
        incomplete: pages.incomplete || isIncomplete(event),
      }
    case 'newest':
      return newest(merge, pages, event)
  }
}

const isIncomplete = ({ leftOut = 0 }: Page<unknown>): boolean => leftOut > 0

/**
 * When the newest page does not overlap the rows read before, those are dropped: otherwise missing rows would go
 * unnoticed.
 */
function newest<T extends Row>(merge: Merge<T>, pages: Pages<T>, page: Page<T>): Pages<T> {
  const reaches = page.rows.some((row) => pages.rows.some((known) => known.id === row.id))
  const whole = page.next === null
  if (!reaches || whole) {
    // Rows pushed while the page was read may be newer than the page. Older pushed rows could hide missing rows.
    const oldest = page.rows.at(-1)
    const sorted = merge(pages.pushed, page.rows.slice(-1))
    const pushed = whole
      ? pages.pushed
      : sorted.slice(0, 1 + sorted.findIndex((row) => row.id === oldest?.id))
    const incomplete = isIncomplete(page)
    return { ...READ, rows: page.rows, next: page.next, pushed, incomplete }
  }
  const incomplete = pages.incomplete || isIncomplete(page)
  return { ...pages, ...READ, rows: merge(pages.rows, page.rows), incomplete }
}

/** All known rows, newest first. */
export const shownRows = <T>(merge: Merge<T>, pages: Pages<T>): T[] =>
  merge(pages.rows, pages.pushed)

/** Whether the next page should be requested now. */
export const wantsMore = <T>({ next, loading, error }: Pages<T>): boolean =>
  next !== null && loading === null && error === null

/** Writes a whole filtered list to one CSV file, reading it page by page. */
import type { Answer, ApiError } from '#api/api-error.ts'
import { isUncertain } from '#api/api-error.ts'
import type { Page } from '#data/paged-list.ts'
import { CSV_BOM, type CsvColumn, type CsvForm, csvHeader, csvLine } from '#rules/csv.ts'

export interface Collecting<T> {
  columns: readonly CsvColumn<T>[]
  form: CsvForm
  read: (before: string | null) => Promise<Answer<Page<T>>>
  /** Called after each page with the number of rows written so far. */
  onProgress: (rows: number) => void
  wait: (ms: number) => Promise<void>
  signal: AbortSignal
}

export type Collected =
  | { status: 'done'; rows: number; parts: readonly string[] }
  | { status: 'cancelled' }
  | { status: 'failed'; error: ApiError }

const MAX_TRIES = 4
const WAIT_MS = 2_000

/** The delay before a page is requested again; null when a retry cannot help. */
function waitFor(error: ApiError): number | null {
  if (error.kind === 'rejected' && error.code === 'rate_limited') {
    return Number(error.params['retryAfterMs'] ?? WAIT_MS)
  }
  return isUncertain(error) && error.kind !== 'contract' ? WAIT_MS : null
}

async function readPage<T>(source: Collecting<T>, before: string | null): Promise<Answer<Page<T>>> {
  let answer = await source.read(before)
  for (let tries = 1; !answer.ok && tries < MAX_TRIES && !source.signal.aborted; tries++) {
    const ms = waitFor(answer.error)
    if (ms === null) return answer
    await source.wait(ms)
    if (!source.signal.aborted) answer = await source.read(before)
  }
  return answer
}

/** The file is complete or there is none: a page that cannot be read ends the export. */
export async function collectCsv<T>(source: Collecting<T>): Promise<Collected> {
  const parts = [CSV_BOM + csvHeader(source.columns, source.form)]
  let rows = 0
  let before: string | null = null
  for (;;) {
    const answer: Answer<Page<T>> = await readPage(source, before)
    if (source.signal.aborted) return { status: 'cancelled' }
    if (!answer.ok) return { status: 'failed', error: answer.error }
    const page: Page<T> = answer.value
    if ((page.leftOut ?? 0) > 0) {
      const detail = `${page.leftOut} rows of a page cannot be read`
      return { status: 'failed', error: { kind: 'contract', detail } }
    }
    parts.push(page.rows.map((row) => csvLine(source.columns, row, source.form)).join(''))
    rows += page.rows.length
    source.onProgress(rows)
    if (page.next === null) return { status: 'done', rows, parts }
    before = page.next
  }
}

/** A local time in a format that spreadsheets recognise: 2026-11-21 09:30:05. */
export function csvTime(ms: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const date = new Date(ms)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

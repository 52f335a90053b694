import { expect, it, vi } from 'vitest'
import type { Answer, ApiError } from '#api/api-error.ts'
import { type Collecting, collectCsv, csvTime } from '#data/collect-csv.ts'
import { COMMA_CSV, PLAIN_CSV } from '#rules/csv.ts'
import type { Page } from '#data/paged-list.ts'

interface Sample {
  id: string
  text: string
}

const columns: Collecting<Sample>['columns'] = [
  { name: 'Number', kind: 'number', of: ({ id }) => id },
  { name: 'Words', kind: 'text', of: ({ text }) => text },
]
const rowsOf = (count: number): Sample[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(count - i), text: `row ${count - i}` }))

function pagesOf(rows: readonly Sample[], size: number) {
  return async (before: string | null): Promise<Answer<Page<Sample>>> => {
    const rest = rows.filter((row) => before === null || Number(row.id) < Number(before))
    const page = rest.slice(0, size)
    return {
      ok: true,
      value: { rows: page, next: rest.length > size ? (page.at(-1)?.id ?? null) : null },
    }
  }
}
const refusal = (code: 'rate_limited' | 'internal', params = {}): ApiError => ({
  kind: 'rejected',
  code,
  status: 429,
  params,
  issues: [],
})

const collecting = (read: Collecting<Sample>['read'], change: Partial<Collecting<Sample>> = {}) => {
  const waits: number[] = []
  const progress: number[] = []
  const end = collectCsv({
    columns,
    form: PLAIN_CSV,
    read,
    onProgress: (rows) => void progress.push(rows),
    wait: async (ms) => void waits.push(ms),
    signal: new AbortController().signal,
    ...change,
  })
  return { end, waits, progress }
}
const textOf = async (end: ReturnType<typeof collectCsv<Sample>>): Promise<string> => {
  const collected = await end
  if (collected.status !== 'done') throw new Error(collected.status)
  return collected.parts.join('')
}

it('writes every row of twelve thousand once, in order, and tells how far it is', async () => {
  const { end, progress } = collecting(pagesOf(rowsOf(12_001), 500))
  const lines = (await textOf(end)).trimEnd().split('\r\n')
  expect(lines).toHaveLength(12_002)
  expect(lines[0]).toBe('\uFEFF"Number","Words"')
  expect([lines[1], lines.at(-1)]).toEqual(['12001,"row 12001"', '1,"row 1"'])
  expect(progress).toHaveLength(25)
  expect(progress.at(-1)).toBe(12_001)
})

it('opens in columns where a comma separates decimals', async () => {
  const prices: Collecting<Sample>['columns'] = [
    { name: 'Price', kind: 'number', of: ({ id }) => id },
    { name: 'Words', kind: 'text', of: ({ text }) => text },
  ]
  const rows = [{ id: '-1234.50', text: 'a;b, c.d' }]
  const read = async (): Promise<Answer<Page<Sample>>> => ({
    ok: true,
    value: { rows, next: null },
  })
  const { end } = collecting(read, { columns: prices, form: COMMA_CSV })
  expect(await textOf(end)).toBe('\uFEFF"Price";"Words"\r\n-1234,50;"a;b, c.d"\r\n')
})

it('lets no text become a formula', async () => {
  const nasty = [{ id: '1', text: '=HYPERLINK("http://x","y")' }]
  const { end } = collecting(pagesOf(nasty, 5))
  expect(await textOf(end)).toContain(`1,"'=HYPERLINK(""http://x"",""y"")"`)
})

it('waits as long as the server asks, and goes on where it was', async () => {
  const pages = pagesOf(rowsOf(6), 3)
  const answers: Answer<Page<Sample>>[] = [
    await pages(null),
    { ok: false, error: refusal('rate_limited', { retryAfterMs: 700 }) },
    { ok: false, error: { kind: 'network' } },
    await pages('4'),
  ]
  const read = vi.fn<Collecting<Sample>['read']>(async () => {
    const next = answers.shift()
    if (next === undefined) throw new Error('asked too often')
    return next
  })
  const { end, waits } = collecting(read)
  expect((await textOf(end)).trimEnd().split('\r\n')).toHaveLength(7)
  expect(read.mock.calls.map(([before]) => before)).toEqual([null, '4', '4', '4'])
  expect(waits).toEqual([700, 2000])
})

it('makes no half file: a page that stays away ends it', async () => {
  const { end, waits } = collecting(async () => ({ ok: false, error: { kind: 'network' } }))
  expect(await end).toEqual({ status: 'failed', error: { kind: 'network' } })
  expect(waits).toHaveLength(3)
  const lost = collecting(async () => ({ ok: false, error: { kind: 'unauthorised' } }))
  expect(await lost.end).toEqual({ status: 'failed', error: { kind: 'unauthorised' } })
  expect(lost.waits).toEqual([])
})

it('makes no file in which rows are missing', async () => {
  const { end } = collecting(async () => ({
    ok: true,
    value: { rows: rowsOf(2), next: null, leftOut: 1 },
  }))
  expect(await end).toMatchObject({ status: 'failed', error: { kind: 'contract' } })
})

it('stops when it is cancelled', async () => {
  const control = new AbortController()
  const read = pagesOf(rowsOf(1000), 10)
  const { end, progress } = collecting(
    async (before) => {
      if (before !== null) control.abort()
      return read(before)
    },
    { signal: control.signal },
  )
  expect(await end).toEqual({ status: 'cancelled' })
  expect(progress).toEqual([10])
})

it('writes local moments as spreadsheets read them', () => {
  expect(csvTime(new Date(2026, 1, 3, 4, 5, 6).getTime())).toBe('2026-02-03 04:05:06')
})

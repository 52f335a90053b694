import { act, renderHook, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import { mergeBy, type Page, type Row } from '#data/paged-list.ts'
import { listKind, usePagedList } from '#data/use-paged-list.ts'

interface Request {
  before: string | null
  answer: (page: Page<Row>) => Promise<void>
}

/** A list whose requests the test answers. */
function listWithRequests() {
  const kind = listKind<Row>(mergeBy(() => 0))
  const requests: Request[] = []
  const read = (before: string | null): Promise<Answer<Page<Row>>> =>
    new Promise((resolve) => {
      const answer = (value: Page<Row>) => act(async () => resolve({ ok: true, value }))
      requests.push({ before, answer })
    })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider>
      <MemoryRouter>{children}</MemoryRouter>
    </Provider>
  )
  const { result } = renderHook(() => usePagedList(kind, { name: 'rows', read }), { wrapper })
  return { list: result, requests }
}

const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)

it('reads a page that was wanted while the newest one was read again', async () => {
  const { list, requests } = listWithRequests()
  await requests[0]?.answer({ rows: [{ id: '3' }], next: '3' })
  act(() => list.current.refresh())
  act(() => list.current.loadMore())
  expect(requests.map(({ before }) => before)).toEqual([null, null])
  await requests[1]?.answer({ rows: [{ id: '4' }, { id: '3' }], next: '3' })
  await waitFor(() => expect(requests.map(({ before }) => before)).toEqual([null, null, '3']))
  await requests[2]?.answer({ rows: [{ id: '1' }], next: null })
  expect(ids(list.current.rows)).toEqual(['4', '3', '1'])
  expect(list.current.tail).toBe('end')
})

it('reads the newest page again that was wanted while another was read', async () => {
  const { list, requests } = listWithRequests()
  act(() => list.current.refresh())
  await requests[0]?.answer({ rows: [{ id: '3' }], next: null })
  await waitFor(() => expect(requests).toHaveLength(2))
  await requests[1]?.answer({ rows: [{ id: '4' }, { id: '3' }], next: null })
  expect(ids(list.current.rows)).toEqual(['4', '3'])
})

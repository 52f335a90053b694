import { describe, expect, it } from 'vitest'
import {
  mergeBy,
  NO_PAGES,
  type Pages,
  reducePages,
  shownRows,
  wantsMore,
} from '#data/paged-list.ts'

interface Sample {
  id: string
  stage: number
}
const merge = mergeBy<Sample>(({ stage }) => stage)
const row = (id: number, stage = 1): Sample => ({ id: String(id), stage })
const ids = ({ rows }: Pick<Pages<Sample>, 'rows'>): string[] => rows.map((one) => one.id)

describe('a list read page by page', () => {
  const first = reducePages(merge, NO_PAGES, {
    type: 'page',
    rows: [row(30), row(20)],
    next: String(20),
  })

  it('asks for more until there is no more, and not while asking or after a failure', () => {
    expect(wantsMore(NO_PAGES)).toBe(true)
    expect(wantsMore(reducePages(merge, NO_PAGES, { type: 'asked', what: 'page' }))).toBe(false)
    expect(wantsMore(first)).toBe(true)
    const failed = reducePages(merge, first, { type: 'failed', error: { kind: 'network' } })
    expect(wantsMore(failed)).toBe(false)
    expect(ids(failed)).toEqual(['30', '20'])
    const last = reducePages(merge, first, { type: 'page', rows: [row(10)], next: null })
    expect(ids(last)).toEqual(['30', '20', '10'])
    expect(wantsMore(last)).toBe(false)
  })

  it('says that a page had rows that could not be read, until the list is read again', () => {
    expect(first.incomplete).toBe(false)
    const rows = [row(10)]
    const page = reducePages(merge, first, { type: 'page', rows, next: null, leftOut: 1 })
    expect(page.incomplete).toBe(true)
    const joined = reducePages(merge, page, { type: 'newest', rows: [row(30)], next: '30' })
    expect(joined.incomplete).toBe(true)
    const again = reducePages(merge, joined, { type: 'newest', rows: [row(90)], next: '90' })
    expect(again.incomplete).toBe(false)
  })

  it('joins the newest page on when it reaches what was read, and keeps the place to read on', () => {
    const more = reducePages(merge, first, {
      type: 'newest',
      rows: [row(40), row(30)],
      next: String(30),
    })
    expect(ids(more)).toEqual(['40', '30', '20'])
    expect(more.next).toBe('20')
  })

  it('starts anew when the newest page does not reach it: no row may hide in a hole', () => {
    const jump = reducePages(merge, first, {
      type: 'newest',
      rows: [row(90), row(80)],
      next: String(80),
    })
    expect(ids(jump)).toEqual(['90', '80'])
    expect(jump.next).toBe('80')
  })

  it('keeps every row that was pushed, also more than the stream itself keeps', () => {
    const pushed = Array.from({ length: 120 }, (_, i) => row(100 + i))
    const all = pushed.reduce(
      (pages, one) => reducePages(merge, pages, { type: 'pushed', rows: [one] }),
      first,
    )
    expect(shownRows(merge, all)).toHaveLength(122)
    expect(all.next).toBe('20')
  })

  it('does not take a pushed row for a page that was read: the hole behind it stays known', () => {
    const pushed = reducePages(merge, first, { type: 'pushed', rows: [row(90)] })
    const jump = reducePages(merge, pushed, {
      type: 'newest',
      rows: [row(90), row(80)],
      next: String(80),
    })
    expect(jump.next).toBe('80')
    expect(ids(jump)).toEqual(['90', '80'])
  })

  it.each([null, '40'])(
    'keeps what was pushed while the newest page was read (next %s)',
    (next) => {
      const moved = reducePages(merge, first, { type: 'pushed', rows: [{ id: '41', stage: 2 }] })
      const read = reducePages(merge, moved, { type: 'newest', rows: [row(41), row(40)], next })
      expect(shownRows(merge, read)[0]).toEqual({ id: '41', stage: 2 })
    },
  )

  it('remembers what failed, so that trying again tries the same', () => {
    const asked = reducePages(merge, first, { type: 'asked', what: 'newest' })
    const failed = reducePages(merge, asked, { type: 'failed', error: { kind: 'timeout' } })
    expect(failed).toMatchObject({ failed: 'newest', loading: null, error: { kind: 'timeout' } })
    expect(ids(failed)).toEqual(['30', '20'])
  })

  it('takes the later word of a row, and at the same stage the last one said', () => {
    const done = { id: '5', stage: 2 }
    expect(merge([done], [row(5)])).toEqual([done])
    expect(merge([row(5)], [done])).toEqual([done])
    const again = { id: '5', stage: 2, more: true }
    expect(merge([done], [again])).toEqual([again])
  })
})

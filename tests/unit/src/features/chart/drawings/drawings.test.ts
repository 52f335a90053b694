import { createStore } from 'jotai/vanilla'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetSessionAtom } from '#api/session.ts'
import { drawingsAtom, MAIN_HAND, saveAtom } from '#features/chart/drawings/drawing-choices.ts'
import {
  type DrawingFields,
  draftOf,
  fieldsOf,
  issuesOf,
} from '#features/chart/drawings/drawing-fields.ts'
import {
  added,
  type Draft,
  type Drawing,
  MAX_DRAWINGS,
  MAX_NOTE,
  moved,
  readBook,
  removed,
  writeBook,
} from '#features/chart/drawings/drawings.ts'

const { placeAtom, selectedAtom } = MAIN_HAND

const level = (id: number, price = 100): Drawing => ({ id, kind: 'level', price })
const trend: Drawing = {
  id: 2,
  kind: 'trend',
  from: { timeMs: 1_000, price: 10 },
  to: { timeMs: 5_000, price: 20 },
}

describe('stored drawings', () => {
  it('are read as they were written', () => {
    const note: Drawing = { id: 3, kind: 'note', at: { timeMs: 7, price: 9 }, text: 'so long' }
    const book = { BTCUSDT: [level(1), trend, note] }
    expect(readBook(writeBook(book))).toEqual(book)
  })

  it('leave no text when nothing is drawn', () => {
    expect(writeBook({ BTCUSDT: [], GC: [] })).toBe('')
  })

  it.each(['', 'x', '[]', 'null', '{"GC":1}', '{"GC":[1,null]}'])('read nothing in %j', (text) => {
    expect(Object.values(readBook(text)).flat()).toEqual([])
  })

  it('lose only what cannot be read: odd numbers, long notes, unknown kinds, a number twice', () => {
    const rows = [
      level(1),
      level(1, 200),
      level(4, 1.5),
      level(5, 0),
      { id: 6, kind: 'circle', price: 4 },
      { id: 7, kind: 'note', at: { timeMs: 1, price: 1 }, text: 'x'.repeat(MAX_NOTE + 1) },
      { id: 8, kind: 'trend', from: { timeMs: -1, price: 1 }, to: { timeMs: 1, price: 1 } },
      trend,
    ]
    expect(readBook(JSON.stringify({ GC: rows }))).toEqual({ GC: [level(1), trend] })
  })

  it('are at most fifty per product, also if more are stored', () => {
    const rows = Array.from({ length: MAX_DRAWINGS + 5 }, (_, at) => level(at + 1))
    const read = readBook(JSON.stringify({ GC: rows })).GC ?? []
    expect(read).toHaveLength(MAX_DRAWINGS)
    expect(added(read, { kind: 'level', price: 1 })).toBe(read)
  })

  it('get numbers that no other drawing has', () => {
    const drawings = added(added([], { kind: 'level', price: 5 }), { kind: 'level', price: 6 })
    const next = added(removed(drawings, 1), { kind: 'level', price: 7 })
    expect(next.map(({ id }) => id)).toEqual([2, 3])
  })
})

describe('a moved drawing', () => {
  it('moves as a whole, or by one end', () => {
    expect(moved(trend, 'whole', 100, 2)).toMatchObject({
      from: { timeMs: 1_100, price: 12 },
      to: { timeMs: 5_100, price: 22 },
    })
    expect(moved(trend, 'from', 100, 2)).toEqual({ ...trend, from: { timeMs: 1_100, price: 12 } })
    expect(moved(trend, 'to', -50, -3)).toEqual({ ...trend, to: { timeMs: 4_950, price: 17 } })
  })

  it('stays at whole positive prices, so that it can be stored', () => {
    expect(moved(level(1), 'whole', 0, -500.4)).toEqual(level(1, 1))
    expect(moved(level(1), 'whole', 0, 0.6)).toEqual(level(1, 101))
  })
})

describe('the fields of a drawing', () => {
  const now = { timeMs: 1_700_000_000_000, price: 12_345 }
  const drafts: Draft[] = [
    { kind: 'level', price: 108_345 },
    { kind: 'trend', from: { timeMs: 1_699_999_999_250, price: 7 }, to: now },
    { kind: 'note', at: { timeMs: 1_699_999_999_001, price: 100_000 }, text: 'here' },
  ]

  it.each(drafts)('hold a $kind without loss', (draft) => {
    expect(draftOf(fieldsOf(draft, now, 5), 5)).toEqual(draft)
  })

  const fields = (change: Partial<DrawingFields>): DrawingFields => ({
    ...fieldsOf({ kind: 'note', at: now, text: 'here' }, now, 2),
    ...change,
  })

  it.each([
    ['a price of zero', { first: { price: '0', time: '2026-01-01T00:00', restMs: 0 } }],
    [
      'a price of more decimals',
      { first: { price: '1.234', time: '2026-01-01T00:00', restMs: 0 } },
    ],
    ['no time', { first: { price: '1', time: '', restMs: 0 } }],
    ['no text', { text: '  ' }],
    ['a long text', { text: 'x'.repeat(MAX_NOTE + 1) }],
  ])('refuse %s', (_, change) => {
    expect(Object.values(issuesOf(fields(change), 2)).filter(Boolean)).toHaveLength(1)
    expect(draftOf(fields(change), 2)).toBeNull()
  })

  it('ask only for what the kind has', () => {
    const odd = { price: 'x', time: 'x', restMs: 0 }
    expect(draftOf(fields({ kind: 'level', second: odd, text: '' }), 2)).toEqual({
      kind: 'level',
      price: 12_345,
    })
  })
})

describe('drawings on this device', () => {
  afterEach(() => localStorage.clear())

  it('belong to their product, and what was placed is selected', () => {
    const store = createStore()
    store.set(placeAtom, 'GC', { kind: 'level', price: 5 })
    expect(store.get(drawingsAtom('GC'))).toEqual([level(1, 5)])
    expect(store.get(selectedAtom)).toBe(1)
    store.set(saveAtom, 'GC', { draft: { kind: 'level', price: 6 }, id: 1 })
    expect(createStore().get(drawingsAtom('GC'))).toEqual([level(1, 6)])
    expect(createStore().get(drawingsAtom('BTCUSDT'))).toEqual([])
  })

  it('are gone when the session ends', () => {
    const store = createStore()
    store.set(placeAtom, 'GC', { kind: 'level', price: 5 })
    void store.set(forgetSessionAtom, 'ended')
    expect(store.get(drawingsAtom('GC'))).toEqual([])
    expect(localStorage.getItem('drawings')).toBeNull()
  })
})

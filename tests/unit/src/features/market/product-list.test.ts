import { createStore } from 'jotai/vanilla'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { type Product, product } from '#contract/product.ts'
import {
  type ListQuery,
  listProducts,
  nextSort,
  riseOfCloses,
  type Sort,
  sortAtom,
} from '#features/market/product-list.ts'
import { productSearch } from '#features/market/product-search.ts'
import { bitcoin } from '../sample-product.ts'

const made = (id: number, symbol: string, kind: Product['class']): Product => ({
  ...bitcoin,
  ...z.pick(product, { id: true, symbol: true, class: true }).parse({ id, symbol, class: kind }),
})
const ALL = [
  made(1, 'GC', 'futures'),
  made(9, 'EURUSD', 'forex'),
  made(18, 'BTCUSDT', 'virtual'),
  made(19, 'ETHUSDT', 'virtual'),
]
const NAMES = new Map([
  ['GC', 'Gold futures'],
  ['EURUSD', 'Euro / US Dollar'],
  ['BTCUSDT', 'Bitcoin'],
  ['ETHUSDT', 'Éther'],
])
const RISES = new Map<string, number | null>([
  ['GC', 120],
  ['EURUSD', -30],
  ['BTCUSDT', null],
  ['ETHUSDT', 0],
])
const PRICES = new Map([
  ['GC', 2_345.6],
  ['BTCUSDT', 64_000],
  ['EURUSD', 1.08],
])
const query = (some: Partial<ListQuery> = {}): ListQuery => ({
  tab: 'all',
  search: null,
  sort: { key: 'default', descending: false },
  favourites: [],
  nameOf: (symbol) => NAMES.get(symbol) ?? symbol,
  figureOf: ({ symbol }, key) => (key === 'rise' ? RISES : PRICES).get(symbol) ?? null,
  open: new Set(['GC', 'EURUSD', 'BTCUSDT', 'ETHUSDT']),
  locale: 'en',
  ...some,
})
const shown = ({
  search = '',
  ...some
}: Partial<Omit<ListQuery, 'search'>> & { search?: string }): string[] =>
  listProducts(ALL, query({ ...some, search: productSearch(search) })).map(({ symbol }) => symbol)

describe('a search', () => {
  it('finds products of other tabs', () => {
    expect(shown({ tab: 'virtual', search: 'gold' })).toEqual(['GC'])
    expect(shown({ tab: 'favourites', favourites: ['EURUSD'], search: 'e' })).toHaveLength(3)
  })
  it('finds a product by its name in any language', () => {
    const search = (words: string) => shown({ search: words })
    expect(search('黄金')).toContain('GC')
    expect(search('黃金')).toContain('GC')
    expect(search('ทองคำ')).toContain('GC')
    expect(search('비트코인')).toEqual(['BTCUSDT'])
  })
  it('finds a word in any spelling', () => {
    expect(shown({ search: 'ＢＩＴ' })).toEqual(['BTCUSDT'])
    expect(shown({ search: 'Éther'.normalize('NFD') })).toEqual(['ETHUSDT'])
    expect(shown({ search: ' bit-\u200bcoin ' })).toEqual(['BTCUSDT'])
    expect(shown({ search: 'EUR-USD' })).toEqual(['EURUSD'])
    expect(shown({ search: 'btc_' })).toEqual([])
  })
})

describe('which products', () => {
  it('are of the tab’s class, all, or favourites', () => {
    expect(shown({ tab: 'virtual' })).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(shown({ tab: 'all' })).toHaveLength(4)
    expect(shown({ tab: 'favourites', favourites: ['GC', 'GONE'] })).toEqual(['GC'])
  })

  it('match by symbol or name, without regard to case, marks, blanks and slashes', () => {
    expect(shown({ search: 'btc' })).toEqual(['BTCUSDT'])
    expect(shown({ search: 'GOLD f' })).toEqual(['GC'])
    expect(shown({ search: 'ether' })).toEqual(['ETHUSDT'])
    expect(shown({ search: 'eur/usd' })).toEqual(['EURUSD'])
    expect(shown({ search: '(.*' })).toEqual([])
    expect(shown({ search: '   ' })).toHaveLength(4)
  })
})

describe('in which order', () => {
  const by = (key: Sort['key'], descending: boolean) => shown({ sort: { key, descending } })

  it('as the server lists them by default', () => {
    expect(by('default', false)).toEqual(['GC', 'EURUSD', 'BTCUSDT', 'ETHUSDT'])
  })

  it('with open markets before closed ones by default, each as the server lists them', () => {
    const open = new Set(['EURUSD', 'ETHUSDT'])
    expect(shown({ open })).toEqual(['EURUSD', 'ETHUSDT', 'GC', 'BTCUSDT'])
    expect(shown({ open, sort: { key: 'name', descending: false } })).toEqual(by('name', false))
  })

  it('by name as the language sorts', () => {
    expect(by('name', false)).toEqual(['BTCUSDT', 'ETHUSDT', 'EURUSD', 'GC'])
    expect(by('name', true)).toEqual(['GC', 'EURUSD', 'ETHUSDT', 'BTCUSDT'])
  })

  it('by rise, with unknown rises last both ways', () => {
    expect(by('rise', true)).toEqual(['GC', 'ETHUSDT', 'EURUSD', 'BTCUSDT'])
    expect(by('rise', false)).toEqual(['EURUSD', 'ETHUSDT', 'GC', 'BTCUSDT'])
  })

  it('by price, whatever its decimals, with unknown prices last both ways', () => {
    expect(by('price', true)).toEqual(['BTCUSDT', 'GC', 'EURUSD', 'ETHUSDT'])
    expect(by('price', false)).toEqual(['EURUSD', 'GC', 'BTCUSDT', 'ETHUSDT'])
  })

  it('as the user ordered them by default, if they are favourites', () => {
    const favourites = ['ETHUSDT', 'GC', 'BTCUSDT']
    const open = new Set(['GC'])
    expect(shown({ tab: 'favourites', favourites, open })).toEqual(favourites)
  })

  it('leaves the list that it was given as it was', () => {
    const before = [...ALL]
    by('rise', true)
    expect(ALL).toEqual(before)
  })
})

it('turns a sort in three taps: its natural way, the other way, off', () => {
  const off: Sort = { key: 'default', descending: false }
  const down = nextSort(off, 'rise')
  const up = nextSort(down, 'rise')
  expect([down, up, nextSort(up, 'rise')]).toEqual([
    { key: 'rise', descending: true },
    { key: 'rise', descending: false },
    off,
  ])
  expect(nextSort(down, 'name')).toEqual({ key: 'name', descending: false })
})

describe('the sort of the last visit', () => {
  it.each<Sort>([
    { key: 'price', descending: true },
    { key: 'name', descending: false },
    { key: 'rise', descending: false },
  ])('is remembered: %o', (sort) => {
    createStore().set(sortAtom, sort)
    expect(createStore().get(sortAtom)).toEqual(sort)
  })

  it('is forgotten when the default order returns', () => {
    const store = createStore()
    store.set(sortAtom, { key: 'name', descending: true })
    store.set(sortAtom, nextSort({ key: 'name', descending: true }, 'name'))
    expect(localStorage.getItem('productSort')).toBeNull()
  })

  it('is the default if it cannot be read', () => {
    localStorage.setItem('productSort', 'luck-')
    expect(createStore().get(sortAtom)).toEqual({ key: 'default', descending: false })
  })
})

it('takes a day’s rise from its closes, cut toward zero', () => {
  expect(riseOfCloses([10_000, 1, 10_199])).toBe(199)
  expect(riseOfCloses([30_000, 29_999])).toBe(-0)
  expect(riseOfCloses([])).toBeNull()
  expect(riseOfCloses(undefined)).toBeNull()
})

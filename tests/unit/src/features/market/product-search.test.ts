import { expect, it } from 'vitest'
import { productSearch, similarProducts } from '#features/market/product-search.ts'

const PRODUCTS = ['GC', 'XAUUSD', 'EURUSD', 'BTCUSDT', 'ETHUSDT'].map((symbol) => ({ symbol }))
const found = (search: string): string[] =>
  PRODUCTS.filter(({ symbol }) => productSearch(search)?.(symbol, '') === true).map(
    ({ symbol }) => symbol,
  )
const similar = (search: string): string[] =>
  similarProducts(search, PRODUCTS).map(({ symbol }) => symbol)

it.each([
  'gold',
  '黄金',
  '黃金',
  '金先物',
  'ทองคำ',
  'vàng',
  'VANG',
  'emas',
  '금 선물',
  'or à terme',
])('finds gold by %s', (search) => {
  expect(found(search)).toContain('GC')
})

it('looks for nothing in an empty search', () => {
  expect(productSearch(' - ')).toBeNull()
})

it.each([
  ['bitcion', ['BTCUSDT']],
  ['etherium', ['ETHUSDT']],
  ['gald', ['GC', 'XAUUSD']],
  ['比特巾', ['BTCUSDT']],
])('%s is similar to what was meant', (search, symbols) => {
  expect(found(search)).toEqual([])
  expect(similar(search)).toEqual(symbols)
})

it('calls nothing similar that shares no more than a few letters', () => {
  expect(similar('qqqqqq')).toEqual([])
  expect(similar('zz')).toEqual([])
})

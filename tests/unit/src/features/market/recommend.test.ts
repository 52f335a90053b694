import { expect, it } from 'vitest'
import type { Product } from '#contract/product.ts'
import { symbol } from '#contract/scalars.ts'
import { recommend } from '#features/market/recommended.tsx'
import { bitcoin } from '../sample-product.ts'

const named = (name: string): Product => ({ ...bitcoin, symbol: symbol.parse(name) })
const [calm, falling, rising, closed, unknown] = ['AA', 'BB', 'CC', 'DD', 'EE'].map(named)
const all = [unknown, calm, falling, rising, closed].flatMap((one) =>
  one === undefined ? [] : one,
)
const RISES: Record<string, number> = { AA: 10, BB: -300, CC: 200, DD: 9_000 }
const chosen = (most: number, open = ['AA', 'BB', 'CC', 'EE']): string[] =>
  recommend(all, {
    open: new Set(open),
    riseOf: ({ symbol }) => RISES[symbol] ?? null,
    most,
  }).map((product) => product.symbol)

it('puts the strongest movement first, whichever way it went', () => {
  expect(chosen(2)).toEqual(['BB', 'CC'])
})

it('recommends no closed market, however much it moved', () => {
  expect(chosen(9)).toEqual(['BB', 'CC', 'AA', 'EE'])
  expect(chosen(9, [])).toEqual([])
})

it('keeps the server’s order among markets of which nothing is known', () => {
  const rule = { open: new Set(['BB', 'CC', 'AA']), riseOf: () => null, most: 9 }
  expect(recommend(all, rule).map(({ symbol }) => symbol)).toEqual(['AA', 'BB', 'CC'])
})

it('leaves the list it was given as it was', () => {
  const before = [...all]
  chosen(3)
  expect(all).toEqual(before)
})

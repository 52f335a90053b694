import { beforeEach, expect, it, vi } from 'vitest'
import { drawList } from '../../../../src/first/draw-list.ts'
import type { FirstProduct } from '../../../../src/first/shown-prices.ts'

const product = (id: number, symbol: string): FirstProduct => ({
  id,
  symbol,
  priceDecimals: 2,
  quoteCurrency: 'USD',
  session: { state: 'open' },
})
const PRODUCTS = [product(9, 'EURUSD'), product(4, 'BTCUSDT'), product(1, 'GC')]
const AT = 1_700_000_000_000

let root: HTMLElement
beforeEach(() => {
  root = document.createElement('div')
  document.body.replaceChildren(root)
})
const draw = () => drawList(root, PRODUCTS, { language: 'de', at: AT, visitor: null })
const prices = (): string[] =>
  [...root.querySelectorAll<HTMLElement>('[data-quote]')].map(
    ({ dataset, textContent }) => `${dataset['quote']} ${textContent}`,
  )

it('shows each product as a way to its page, in the language’s figures', () => {
  draw().show([0, 9, 123_456, 0, 0, 0, 10], { at: AT, live: false })
  const links = [...root.querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/Detail/Detail?symbol=EURUSD',
    '#/pages/Detail/Detail?symbol=BTCUSDT',
    '#/pages/Detail/Detail?symbol=GC',
  ])
  expect(prices()).toEqual(['stale 1.234,56'])
})

it('calls a price live that the socket brought and that is young, and no other', () => {
  const list = draw()
  list.show([0, 9, 100, 0, 0, 0, 10, 4, 200, 0, 0, 0, 10], { at: AT, live: false })
  list.show([1, 9, 101, 0, 0, 0, 20, 4, 200, 0, 0, 0, 3_000], { at: AT + 500, live: true })
  expect(prices()).toEqual(['live 1,01', 'stale 2,00'])
  expect(root.querySelector('[data-quote=live]')?.className).toContain('text-up')
})

it('calls no price live of which nothing is heard for three seconds', () => {
  vi.useFakeTimers()
  const list = draw()
  list.show([0, 9, 100, 0, 0, 0, 10], { at: AT, live: true })
  vi.advanceTimersByTime(2_900)
  expect(prices()).toEqual(['live 1,00'])
  list.show([1, 4, 200, 0, 0, 0, 10], { at: AT + 2_900, live: true })
  vi.advanceTimersByTime(2_900)
  expect(prices()).toEqual(['live 1,00', 'live 2,00'])
  vi.advanceTimersByTime(200)
  expect(prices()).toEqual(['stale 1,00', 'stale 2,00'])
  vi.useRealTimers()
})

it('passes over what it does not draw', () => {
  const list = draw()
  list.show([0, 77, 100, 0, 0, 0, 10], { at: AT, live: true })
  expect(prices()).toEqual([])
})

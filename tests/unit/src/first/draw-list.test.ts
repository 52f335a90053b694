import { beforeEach, expect, it } from 'vitest'
import { drawList, type FirstProduct } from '../../../../src/first/draw-list.ts'

const product = (id: number, symbol: string, state = 'open'): FirstProduct => ({
  id,
  symbol,
  priceDecimals: 2,
  session: { state },
})
const PRODUCTS = [product(1, 'GC', 'closed'), product(9, 'EURUSD'), product(4, 'BTCUSDT')]
const AT = 1_700_000_000_000

let root: HTMLElement
beforeEach(() => {
  root = document.createElement('div')
  document.body.replaceChildren(root)
})
const draw = () => drawList(root, PRODUCTS, { language: 'de', at: AT })
const prices = (): string[] =>
  [...root.querySelectorAll<HTMLElement>('[data-quote]')].map(
    ({ dataset, textContent }) => `${dataset['quote']} ${textContent}`,
  )

it('shows open markets first, each a way to its page, in the language’s figures', () => {
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

it('passes over what it does not draw', () => {
  const list = draw()
  list.show([0, 77, 100, 0, 0, 0, 10], { at: AT, live: true })
  expect(prices()).toEqual([])
  expect(list.ids).toEqual([9, 4, 1])
})

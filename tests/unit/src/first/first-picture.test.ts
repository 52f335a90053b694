import { afterEach, beforeEach, expect, it } from 'vitest'
import { FIRST_TEXTS_ID, PAGE_SNAPSHOT_ID } from '#contract/page-elements.ts'
import type { EarlySocket } from '#streams'

const AT = 1_700_000_000_000
const product = (id: number, symbol: string) => ({
  id,
  symbol,
  priceDecimals: 2,
  quoteCurrency: 'USDT',
  session: { state: 'open' },
})
const SNAPSHOT = {
  at: AT,
  products: { products: [product(4, 'BTCUSDT'), product(5, 'ETHUSDT')] },
  quotes: [0, 4, 8_000_000, 0, 0, 0, 10, 5, 200_000, 0, 0, 0, 10],
}
const TEXTS = {
  language: 'zh-CN',
  welcome: { title: '标题', lead: '说明', promises: [['承诺', '内容']], enter: '查看' },
  visitor: '请登录',
}

/** As on a page whose socket is not open yet. */
const early: EarlySocket = { socket: new EventTarget() as WebSocket, opening: [], taken: false }

let drawings = 0

/** Draws the first picture of a page, and gives its root. */
async function draw(path: string, { snapshot = true } = {}): Promise<HTMLElement> {
  location.hash = path
  document.documentElement.lang = 'zh-CN'
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  const data = (id: string, value: unknown): HTMLElement =>
    Object.assign(document.createElement('script'), {
      id,
      type: 'application/json',
      textContent: JSON.stringify(value),
    })
  document.body.replaceChildren(
    root,
    data(FIRST_TEXTS_ID, TEXTS),
    data(PAGE_SNAPSHOT_ID, snapshot ? SNAPSHOT : null),
  )
  drawings += 1
  // Another address each time, so that it runs again.
  await import(/* @vite-ignore */ `../../../../src/first/first-picture.ts?${drawings}`)
  return root
}

beforeEach(() => {
  localStorage.clear()
  delete early.visible
  Object.assign(globalThis, { earlySocket: early })
})
afterEach(() => {
  Object.assign(globalThis, { earlySocket: undefined })
  localStorage.clear()
})

it('is the price of the product whose page it is, and asks for that product', async () => {
  const root = await draw('/pages/Detail/Detail?symbol=BTCUSDT')
  expect(root.querySelector('[data-quote=stale]')?.textContent).toBe('80,000.00')
  expect(root.textContent).toContain('BTCUSDT · USDT')
  expect(early.visible).toEqual({ list: [], detail: [4] })
})

it('is empty for a product that does not exist, and without prices in the page', async () => {
  expect((await draw('/pages/Detail/Detail?symbol=NONE')).textContent).toBe('')
  expect((await draw('/pages/product/product', { snapshot: false })).textContent).toBe('')
  expect(early.visible).toBeUndefined()
})

it('is the list of products with what visitors are told, and without it for users', async () => {
  const root = await draw('/pages/product/product')
  expect(root.textContent).toContain('请登录')
  expect(root.querySelectorAll('[data-quote]')).toHaveLength(2)
  expect(early.visible).toEqual({ list: [4, 5], detail: [] })
  localStorage.setItem('token', 'known')
  expect((await draw('/pages/product/product')).textContent).not.toContain('请登录')
})

it('is the text of the welcome page in the default language, with a way that works before the app', async () => {
  const root = await draw('/')
  expect(root.textContent).toContain('标题说明承诺内容查看')
  expect(root.querySelector('a')?.getAttribute('href')).toBe('#/pages/product/product')
})

it('says nothing in a language whose texts the page does not have', async () => {
  localStorage.setItem('language', 'de')
  expect((await draw('/')).textContent).toBe('')
  const root = await draw('/pages/product/product')
  expect(root.textContent).not.toContain('请登录')
  expect(root.querySelector('[data-quote]')?.textContent).toBe('80.000,00')
})

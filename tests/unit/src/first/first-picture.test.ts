import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  PAGE_SNAPSHOT_ID,
  type PictureName,
  pictureId,
  START_FILES_ID,
  type StartFiles,
} from '#contract/page-elements.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { EarlySocket } from '#streams'
import { quoteStart, quotesText } from '#contract/quote-frames.ts'
import { picturesIn } from '../../../../src/first/pictures.tsx'
import { shownPrices } from '../../../../src/first/shown-prices.ts'

const AT = 1_700_000_000_000
const product = (id: number, symbol: string, state = 'open') => ({
  id,
  symbol,
  priceDecimals: 2,
  quoteCurrency: 'USDT',
  session: { state },
})
const SNAPSHOT = {
  at: AT,
  products: {
    products: [product(1, 'GC', 'closed'), product(4, 'BTCUSDT'), product(5, 'ETHUSDT')],
  },
  quotes: [0, 4, 8_000_000, 0, 0, 0, 10, 5, 200_000, 0, 0, 0, 10],
}
const TEXTS: Readonly<Record<string, string>> = {
  'welcome.title': '标题',
  'welcome.enter': '查看',
  'welcome.try': '试用',
  'balance.visitor': '请登录',
}
const PICTURES = picturesIn((key) => TEXTS[key] ?? key)
const FILES: StartFiles = {
  texts: {},
  pages: '',
  code: {},
  reports: '',
  practice: { 'zh-CN': '练习', de: 'Übung' },
}

const template = (name: PictureName): HTMLTemplateElement =>
  Object.assign(document.createElement('template'), {
    id: pictureId(name),
    lang: 'zh-CN',
    innerHTML: PICTURES[name],
  })

/** As on a page whose socket is not open yet. */
const early: EarlySocket = { socket: new EventTarget() as WebSocket, opening: [], taken: false }

/** A frame of prices, as the socket brings it. */
function hear(id: number, price: number): void {
  const text = quotesText(0, [quoteStart({ id, base: price }, { price, ageMs: 0 })])
  const envelope = `["quotes","epoch",0,"snapshot",${AT + 1_000},${text}]`
  const data = `42["${SOCKET_EVENTS.frame}",${envelope}]`
  early.socket.dispatchEvent(new MessageEvent('message', { data }))
}

/** The products that the first packet of the page's socket asks for. */
const asked = (): number[] | undefined => shownPrices()?.products.map(({ id }) => id)

let drawings = 0

/** Draws the first picture of a page, and gives its root. */
async function draw(path: string, { snapshot = true, practice = true } = {}): Promise<HTMLElement> {
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
    template('list'),
    template('product'),
    template('welcome'),
    data(PAGE_SNAPSHOT_ID, snapshot ? { ...SNAPSHOT, appInfo: { practice } } : null),
    data(START_FILES_ID, FILES),
  )
  drawings += 1
  // Another address each time, so that it runs again.
  await import(/* @vite-ignore */ `../../../../src/first/first-picture.ts?${drawings}`)
  return root
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(globalThis, { earlySocket: early })
})
afterEach(() => {
  Object.assign(globalThis, { earlySocket: undefined })
  localStorage.clear()
})

it('is the price of the product whose page it is, which becomes live with the first frame', async () => {
  const root = await draw('/pages/Detail/Detail?symbol=BTCUSDT')
  expect(root.querySelector('[data-quote=stale]')?.textContent).toBe('80,000.00')
  expect(root.textContent).toContain('BTCUSDT · USDT')
  expect(shownPrices()?.view).toBe('detail')
  expect(asked()).toEqual([4])
  hear(4, 8_123_456)
  expect(root.querySelector('[data-quote=live]')?.textContent).toBe('81,234.56')
})

it('is empty for a product that does not exist, and without prices in the page', async () => {
  expect((await draw('/pages/Detail/Detail?symbol=NONE')).textContent).toBe('')
  expect((await draw('/pages/product/product', { snapshot: false })).textContent).toBe('')
  expect(shownPrices()).toBeNull()
})

it('is the list of products, open markets first, with what visitors are told, and without it for users', async () => {
  const root = await draw('/pages/product/product')
  expect(root.textContent).toContain('请登录')
  expect(root.querySelectorAll('[data-quote]')).toHaveLength(2)
  expect([...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/Detail/Detail?symbol=BTCUSDT',
    '#/pages/Detail/Detail?symbol=ETHUSDT',
    '#/pages/Detail/Detail?symbol=GC',
  ])
  expect(root.textContent).toContain('BTCUSDT80,000.00')
  expect(shownPrices()?.view).toBe('list')
  expect(asked()).toEqual([4, 5, 1])
  localStorage.setItem('token', 'known')
  expect((await draw('/pages/product/product')).textContent).not.toContain('请登录')
})

it('is the text of the welcome page in the default language, with a way that works before the app', async () => {
  const root = await draw('/')
  expect(root.textContent).toMatch(/标题welcome.lead试用查看welcome.practice.title/)
  expect([...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/Detail/Detail?symbol=BTCUSDT',
    '#/pages/product/product',
  ])
})

it('says nothing in a language whose texts the page does not have', async () => {
  localStorage.setItem('language', 'de')
  expect((await draw('/')).textContent).toBe('')
  const root = await draw('/pages/product/product')
  expect(root.textContent).not.toContain('请登录')
  expect(root.querySelector('[data-quote]')?.textContent).toBe('80.000,00')
})

it('says from the first picture on, in the language of the user, that the money is practice money', async () => {
  const chip = (root: HTMLElement): string | undefined =>
    root.querySelector('[data-first=chip]')?.textContent
  const paths = ['/', '/pages/product/product', '/pages/Detail/Detail?symbol=BTCUSDT']
  for (const path of paths) expect(chip(await draw(path))).toBe('练习')
  localStorage.setItem('language', 'de')
  for (const path of paths.slice(1)) expect(chip(await draw(path))).toBe('Übung')
})

it('does not say so where the money is real', async () => {
  const root = await draw('/pages/product/product', { practice: false })
  expect(root.querySelector('[data-quote]')).not.toBeNull()
  expect(root.textContent).not.toContain('练习')
})

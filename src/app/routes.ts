import type { ComponentType } from 'react'
import type { LaterPage } from '#app/pages.ts'
import type { Namespace } from '#i18n/setup.ts'
import { PATHS, type PageName } from '#lib/paths.ts'
import { ProductPage } from '../pages/product/product.tsx'

export interface Route {
  name: PageName
  path: string
  /** Texts of its first picture that are not among the first texts: requested at once, not one after the other. */
  texts?: readonly Namespace[]
  /** The page's code, loaded when the page opens. */
  load: () => Promise<ComponentType>
  /** The selected tab. Pages without one show a back button instead of the tab bar. */
  tab?: 'home' | 'products' | 'fund' | 'user'
  /** The page draws its own header (the entry page). */
  bare?: true
  /** Money moves here, so the page says in words that it is practice money. What users take away says so itself. */
  money?: true
  /** From two panes on, the page is part of the trading screen. */
  trading?: true
  /** On a large screen the page has two columns or a table. */
  wide?: true
  /** One of a user's own pages. On a large screen, links to the others are beside it. */
  own?: true
}

/** The table of pages is loaded before the page itself, because the first prices do not need it. */
const later = (page: LaterPage) => () => import('#app/pages.ts').then(({ PAGES }) => PAGES[page]())

type Marks = Omit<Route, 'name' | 'path' | 'load'>
const route = (name: Exclude<LaterPage, 'trading'>, marks: Marks = {}): Route => ({
  name,
  path: PATHS[name],
  load: later(name),
  ...marks,
})

/** What the page of a product says with all its parts. */
const PRODUCT_TEXTS = [
  'orders',
  'strip',
  'chart',
  'alerts',
  'ticket',
] as const satisfies Namespace[]

/** The list of products with one of them beside it, in place of both pages where the window has room. */
export const TRADING: Route = {
  ...route('productDetail', { texts: ['trading', ...PRODUCT_TEXTS] }),
  load: later('trading'),
}

/** The route table: every page of the app. */
export const ROUTES: readonly Route[] = [
  route('welcome', { bare: true }),
  route('welcomeAlias', { bare: true }),
  {
    name: 'products',
    path: PATHS.products,
    tab: 'products',
    trading: true,
    // Part of the first load, because most visits start here and prices should not wait for it.
    load: async () => ProductPage,
  },
  route('login'),
  route('registerCheck'),
  route('register'),
  route('productDetail', {
    trading: true,
    texts: PRODUCT_TEXTS,
  }),
  route('orders', { wide: true, own: true }),
  route('receipt'),
  route('results', { wide: true, own: true }),
  route('shared'),
  route('fundRecords', { wide: true, money: true, own: true }),
  route('home', { wide: true, tab: 'home' }),
  route('fund', { wide: true, tab: 'fund' }),
  route('user', { wide: true, tab: 'user' }),
  route('homeDetail'),
  route('fundRules'),
  route('fundDetails', { own: true }),
  route('fundDeposit', { money: true }),
  route('settings', { wide: true, own: true }),
  route('limits', { wide: true, own: true }),
  route('password', { own: true }),
  route('recovery'),
  route('account', { own: true }),
  route('accountDetail', { own: true }),
  route('withdraw', { money: true }),
  route('withdrawals', { wide: true, money: true, own: true }),
  route('deposits', { wide: true, money: true, own: true }),
  route('verify', { own: true }),
  route('messages', { own: true }),
  route('support', { own: true }),
  route('about'),
  route('privacy'),
  route('privacyMore'),
  route('trust'),
  route('odds'),
  route('statistics'),
  route('chooseLocation'),
  route('openLocation'),
]

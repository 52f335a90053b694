import type { ComponentType } from 'react'
import { PATHS, type PageName } from '#lib/paths.ts'
import { ProductPage } from '../pages/product/product.tsx'

export interface Route {
  name: PageName
  path: string
  /** The page's code, loaded when the page opens. */
  load: () => Promise<ComponentType>
  /** The selected tab. Pages without one show a back button instead of the tab bar. */
  tab?: 'home' | 'products' | 'fund' | 'user'
  /** The page draws its own header (the entry page). */
  bare?: true
  /** The page shows prices or amounts, so it must show the practice badge. */
  money?: true
  /** From two panes on, the page is part of the trading screen. */
  trading?: true
  /** On a large screen the page has two columns or a table. */
  wide?: true
}

const welcome = () => import('../pages/welcome/welcome.tsx').then((page) => page.WelcomePage)

const route = (name: PageName, rest: Omit<Route, 'name' | 'path'>): Route => ({
  name,
  path: PATHS[name],
  ...rest,
})

/** The list of products with one of them beside it, in place of both pages where the window has room. */
export const TRADING: Route = route('productDetail', {
  load: () => import('../pages/trading/trading.tsx').then((page) => page.TradingPage),
})

/** The route table: every page of the app. */
export const ROUTES: readonly Route[] = [
  route('welcome', { bare: true, load: welcome }),
  route('welcomeAlias', { bare: true, load: welcome }),
  route('products', {
    tab: 'products',
    money: true,
    trading: true,
    // Part of the first load, because most visits start here and prices should not wait for it.
    load: async () => ProductPage,
  }),
  route('login', {
    load: () => import('../pages/login/login.tsx').then((page) => page.LoginPage),
  }),
  route('registerCheck', {
    load: () => import('../pages/login/register-check.tsx').then((page) => page.RegisterCheckPage),
  }),
  route('register', {
    load: () => import('../pages/login/register.tsx').then((page) => page.RegisterPage),
  }),
  route('productDetail', {
    money: true,
    trading: true,
    load: () => import('../pages/detail/detail.tsx').then((page) => page.DetailPage),
  }),
  route('orders', {
    wide: true,
    money: true,
    load: () => import('../pages/order/order.tsx').then((page) => page.OrderPage),
  }),
  route('receipt', {
    money: true,
    load: () => import('../pages/order/receipt.tsx').then((page) => page.ReceiptPage),
  }),
  route('results', {
    wide: true,
    money: true,
    load: () => import('../pages/results/results.tsx').then((page) => page.ResultsPage),
  }),
  route('shared', {
    money: true,
    load: () => import('../pages/shared/shared.tsx').then((page) => page.SharedPage),
  }),
  route('fundRecords', {
    wide: true,
    money: true,
    load: () =>
      import('../pages/money-record/money-record.tsx').then((page) => page.MoneyRecordPage),
  }),
  route('home', {
    wide: true,
    tab: 'home',
    money: true,
    load: () => import('../pages/home/home.tsx').then((page) => page.HomePage),
  }),
  route('fund', {
    wide: true,
    tab: 'fund',
    money: true,
    load: () => import('../pages/money/money.tsx').then((page) => page.FundPage),
  }),
  route('user', {
    wide: true,
    tab: 'user',
    money: true,
    load: () => import('../pages/user/user.tsx').then((page) => page.UserPage),
  }),
  route('homeDetail', {
    load: () => import('../pages/home/home-detail.tsx').then((page) => page.HomeDetailPage),
  }),
  route('fundRules', {
    money: true,
    load: () => import('../pages/money/detail.tsx').then((page) => page.FundRulesPage),
  }),
  route('fundDetails', {
    money: true,
    load: () => import('../pages/particulars/particulars.tsx').then((page) => page.FundDetailsPage),
  }),
  route('fundDeposit', {
    money: true,
    load: () => import('../pages/transfer/transfer.tsx').then((page) => page.TransferPage),
  }),
  route('settings', {
    load: () => import('../pages/set/set.tsx').then((page) => page.SettingsPage),
  }),
  route('limits', {
    money: true,
    load: () => import('../pages/limits/limits.tsx').then((page) => page.LimitsPage),
  }),
  route('password', {
    load: () => import('../pages/password/password.tsx').then((page) => page.PasswordPage),
  }),
  route('account', {
    load: () => import('../pages/account/account.tsx').then((page) => page.AccountPage),
  }),
  route('accountDetail', {
    load: () =>
      import('../pages/account/account-detail.tsx').then((page) => page.AccountDetailPage),
  }),
  route('withdraw', {
    money: true,
    load: () =>
      import('../pages/withdraw-money/withdraw-money.tsx').then((page) => page.WithdrawPage),
  }),
  route('withdrawals', {
    money: true,
    load: () =>
      import('../pages/withdraw-list/withdraw-list.tsx').then((page) => page.WithdrawalsPage),
  }),
  route('deposits', {
    money: true,
    load: () =>
      import('../pages/withdraw-list/withdraw-open.tsx').then((page) => page.DepositsPage),
  }),
  route('verify', {
    load: () => import('../pages/verify/verify.tsx').then((page) => page.VerifyPage),
  }),
  route('messages', {
    money: true,
    load: () => import('../pages/message/message.tsx').then((page) => page.MessagePage),
  }),
  route('support', {
    load: () => import('../pages/support/support.tsx').then((page) => page.SupportPage),
  }),
  route('about', {
    load: () => import('../pages/about-us/about-us.tsx').then((page) => page.AboutPage),
  }),
  route('privacy', {
    load: () => import('../pages/yinsi/yinsi.tsx').then((page) => page.PrivacyPage),
  }),
  route('privacyMore', {
    load: () => import('../pages/yinsi/gy.tsx').then((page) => page.PrivacyMorePage),
  }),
  route('trust', {
    money: true,
    load: () => import('../pages/trust/trust.tsx').then((page) => page.TrustPage),
  }),
  route('odds', {
    money: true,
    load: () => import('../pages/trust/odds.tsx').then((page) => page.OddsPage),
  }),
  route('statistics', {
    money: true,
    load: () => import('../pages/trust/statistics.tsx').then((page) => page.StatisticsPage),
  }),
  route('chooseLocation', {
    load: () =>
      import('../pages/choose-location/choose-location.tsx').then(
        (page) => page.ChooseLocationPage,
      ),
  }),
  route('openLocation', {
    load: () =>
      import('../pages/open-location/open-location.tsx').then((page) => page.OpenLocationPage),
  }),
]

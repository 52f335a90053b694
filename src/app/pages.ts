/**
 * Loads the code of each page but the product list, which is part of the first load. This table has a file of its own,
 * because it names the files of all pages.
 */
import type { ComponentType } from 'react'
import type { PageName } from '#lib/paths.ts'

/** A page with its own file. `trading` is a product beside the list of products. */
export type LaterPage = Exclude<PageName, 'products'> | 'trading'

const welcome = () => import('../pages/welcome/welcome.tsx').then((page) => page.WelcomePage)

export const PAGES: Readonly<Record<LaterPage, () => Promise<ComponentType>>> = {
  welcome,
  welcomeAlias: welcome,
  login: () => import('../pages/login/login.tsx').then((page) => page.LoginPage),
  registerCheck: () =>
    import('../pages/login/register-check.tsx').then((page) => page.RegisterCheckPage),
  register: () => import('../pages/login/register.tsx').then((page) => page.RegisterPage),
  productDetail: () => import('../pages/detail/detail.tsx').then((page) => page.DetailPage),
  orders: () => import('../pages/order/order.tsx').then((page) => page.OrderPage),
  receipt: () => import('../pages/order/receipt.tsx').then((page) => page.ReceiptPage),
  results: () => import('../pages/results/results.tsx').then((page) => page.ResultsPage),
  shared: () => import('../pages/shared/shared.tsx').then((page) => page.SharedPage),
  fundRecords: () =>
    import('../pages/money-record/money-record.tsx').then((page) => page.MoneyRecordPage),
  home: () => import('../pages/home/home.tsx').then((page) => page.HomePage),
  fund: () => import('../pages/money/money.tsx').then((page) => page.FundPage),
  user: () => import('../pages/user/user.tsx').then((page) => page.UserPage),
  homeDetail: () => import('../pages/home/home-detail.tsx').then((page) => page.HomeDetailPage),
  fundRules: () => import('../pages/money/detail.tsx').then((page) => page.FundRulesPage),
  fundDetails: () =>
    import('../pages/particulars/particulars.tsx').then((page) => page.FundDetailsPage),
  fundDeposit: () => import('../pages/transfer/transfer.tsx').then((page) => page.TransferPage),
  settings: () => import('../pages/set/set.tsx').then((page) => page.SettingsPage),
  limits: () => import('../pages/limits/limits.tsx').then((page) => page.LimitsPage),
  password: () => import('../pages/password/password.tsx').then((page) => page.PasswordPage),
  recovery: () => import('../pages/recovery/recovery.tsx').then((page) => page.RecoveryPage),
  account: () => import('../pages/account/account.tsx').then((page) => page.AccountPage),
  accountDetail: () =>
    import('../pages/account/account-detail.tsx').then((page) => page.AccountDetailPage),
  withdraw: () =>
    import('../pages/withdraw-money/withdraw-money.tsx').then((page) => page.WithdrawPage),
  withdrawals: () =>
    import('../pages/withdraw-list/withdraw-list.tsx').then((page) => page.WithdrawalsPage),
  deposits: () =>
    import('../pages/withdraw-list/withdraw-open.tsx').then((page) => page.DepositsPage),
  verify: () => import('../pages/verify/verify.tsx').then((page) => page.VerifyPage),
  messages: () => import('../pages/message/message.tsx').then((page) => page.MessagePage),
  support: () => import('../pages/support/support.tsx').then((page) => page.SupportPage),
  about: () => import('../pages/about-us/about-us.tsx').then((page) => page.AboutPage),
  privacy: () => import('../pages/yinsi/yinsi.tsx').then((page) => page.PrivacyPage),
  privacyMore: () => import('../pages/yinsi/gy.tsx').then((page) => page.PrivacyMorePage),
  trust: () => import('../pages/trust/trust.tsx').then((page) => page.TrustPage),
  odds: () => import('../pages/trust/odds.tsx').then((page) => page.OddsPage),
  statistics: () => import('../pages/trust/statistics.tsx').then((page) => page.StatisticsPage),
  chooseLocation: () =>
    import('../pages/choose-location/choose-location.tsx').then((page) => page.ChooseLocationPage),
  openLocation: () =>
    import('../pages/open-location/open-location.tsx').then((page) => page.OpenLocationPage),
  trading: () => import('../pages/trading/trading.tsx').then((page) => page.TradingPage),
}

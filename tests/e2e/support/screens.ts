/** Every finished screen, and the users who look at them: one list for tests and pictures. */
import {
  articlePath,
  PATHS,
  productPath,
  receiptPath,
  safetyWordPath,
  securityPath,
  sharedPath,
} from '#lib/paths.ts'
import { recoveryPath } from '#lib/recovery-path.ts'
import {
  type Caller,
  guestOf,
  newcomer,
  placeOrder,
  settledOrderOf,
  settledUser,
  shareOrder,
} from './ready-user.ts'
import { refuseOrder } from './refused-order.ts'
import type { ClockedServer } from './clocked.ts'

/** A visitor without an account, a guest, a user before anything is set, and a user with something of every kind. */
export const VIEWERS = ['visitor', 'guest', 'fresh', 'settled'] as const
export type Viewer = (typeof VIEWERS)[number]

export interface Screen {
  name: string
  /** What follows the `#`. */
  path: string
  viewer: Viewer
  /** Opened by a tap on that page: the order sheet, or how an order was settled. */
  tap?: 'down' | 'order'
}

/** Is replaced by the number of a settled order of the viewer. */
export const SETTLED_ORDER = 'settled-order'
/** Is replaced by the code of a shared receipt. */
export const SHARED_CODE = 'shared-code'
const list = (viewer: Viewer, paths: Record<string, string>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({ name, path, viewer }))

export const SCREENS: readonly Screen[] = [
  ...list('visitor', {
    welcome: PATHS.welcome,
    'welcome-alias': PATHS.welcomeAlias,
    login: PATHS.login,
    'register-check': PATHS.registerCheck,
    recovery: PATHS.recovery,
    'recovery-follow': recoveryPath('follow'),
    'recovery-veto': recoveryPath('veto'),
    register: PATHS.register,
    'home-visitor': PATHS.home,
    'user-visitor': PATHS.user,
    'messages-visitor': PATHS.messages,
    'support-visitor': PATHS.support,
    'limits-visitor': PATHS.limits,
    'results-visitor': PATHS.results,
    'fund-visitor': PATHS.fund,
    'fund-rules': PATHS.fundRules,
    'fund-rates': `${PATHS.fundRules}?tab=rates`,
    news: PATHS.homeDetail,
    article: articlePath('result'),
    'article-missing': articlePath('nothing'),
    about: PATHS.about,
    privacy: PATHS.privacy,
    'privacy-more': PATHS.privacyMore,
    trust: PATHS.trust,
    odds: PATHS.odds,
    statistics: PATHS.statistics,
    'shared-missing': PATHS.shared,
    shared: sharedPath(SHARED_CODE),
    'open-location': PATHS.openLocation,
    'named-location': `${PATHS.openLocation}?name=Bank&latitude=52.5163&longitude=13.3777`,
    'damaged-location': `${PATHS.openLocation}?name=Bank`,
  }),
  ...list('guest', {
    'home-guest': PATHS.home,
    'detail-guest': productPath('BTCUSDT'),
    'user-guest': PATHS.user,
    'results-guest': PATHS.results,
  }),
  ...list('fresh', {
    'home-new': PATHS.home,
    'user-new': PATHS.user,
    'orders-none': PATHS.orders,
    'positions-none': `${PATHS.orders}?tab=open`,
    'closed-none': `${PATHS.orders}?tab=settled`,
    'receipt-missing': PATHS.receipt,
    'results-none': `${PATHS.results}?days=all`,
    'support-empty': PATHS.support,
    'verify-form': PATHS.verify,
    'account-none': PATHS.account,
    'account-form': PATHS.accountDetail,
    'withdraw-way': PATHS.withdraw,
    'withdrawals-none': PATHS.withdrawals,
    'deposits-none': PATHS.deposits,
    'records-none': PATHS.fundRecords,
    'fund-empty': PATHS.fund,
    'transfer-none': PATHS.fundDeposit,
    'fund-details-none': PATHS.fundDetails,
    'fund-withdrawals-none': `${PATHS.fundDetails}?tab=withdrawals`,
  }),
  ...list('settled', {
    home: PATHS.home,
    'home-deposit': `${PATHS.home}?open=deposit`,
    products: PATHS.products,
    detail: productPath('BTCUSDT'),
    'detail-closed': productPath('EURUSD'),
    orders: PATHS.orders,
    positions: `${PATHS.orders}?tab=open`,
    closed: `${PATHS.orders}?tab=settled`,
    refused: `${PATHS.orders}?tab=refused`,
    receipt: receiptPath(SETTLED_ORDER),
    results: PATHS.results,
    'results-days': `${PATHS.results}?days=7&by=day`,
    user: PATHS.user,
    settings: PATHS.settings,
    'safety-word': safetyWordPath(),
    devices: securityPath('devices'),
    factors: securityPath('factors'),
    'log-ins': securityPath('logIns'),
    password: PATHS.password,
    'password-trading': `${PATHS.password}?kind=trading`,
    messages: PATHS.messages,
    support: PATHS.support,
    limits: PATHS.limits,
    'recovery-own': recoveryPath('own'),
    verify: PATHS.verify,
    account: PATHS.account,
    'account-detail': PATHS.accountDetail,
    deposits: PATHS.deposits,
    'deposit-sheet': `${PATHS.deposits}?new=1`,
    withdraw: PATHS.withdraw,
    withdrawals: `${PATHS.withdrawals}?show=success`,
    'withdrawals-failed': `${PATHS.withdrawals}?show=failed`,
    records: PATHS.fundRecords,
    acts: `${PATHS.fundRecords}?tab=acts`,
    everything: `${PATHS.fundRecords}?tab=everything`,
    alerts: `${PATHS.user}?open=alerts`,
    'choose-location': PATHS.chooseLocation,
    fund: PATHS.fund,
    'fund-withdraw': `${PATHS.fund}?open=withdraw`,
    transfer: PATHS.fundDeposit,
    'fund-details': PATHS.fundDetails,
    'fund-transfers': `${PATHS.fundDetails}?tab=transfers`,
    // The first of all transfers is this user's.
    'fund-transfer': `${PATHS.fundDetails}?lot=900001`,
    'fund-check': `${PATHS.fundDetails}?check=1`,
  }),
  { name: 'ticket', path: productPath('BTCUSDT'), viewer: 'settled', tap: 'down' },
  { name: 'why', path: `${PATHS.orders}?tab=settled`, viewer: 'settled', tap: 'order' },
]

export interface Gallery {
  server: ClockedServer
  users: Record<Exclude<Viewer, 'visitor'>, Caller>
  settledOrder: string
  sharedCode: string
}

/** Open for a quarter of an hour, longer than anyone looks. */
export async function openPositions({ users }: Gallery): Promise<void> {
  const durationMs = 900_000
  for (const direction of ['up', 'down'] as const)
    await placeOrder(users.settled, { direction, durationMs })
  await placeOrder(users.settled, { symbol: 'SOLUSDT', durationMs })
}

export async function openGallery(server: ClockedServer): Promise<Gallery> {
  const guest = await guestOf(server)
  const fresh = await newcomer(server, 'fresh_1')
  const settled = await settledUser(server, 'settled_1')
  await refuseOrder(settled, server.now())
  // Until it is known how the refused order would have ended.
  await server.play(35_000)
  const settledOrder = await settledOrderOf(settled)
  const sharedCode = await shareOrder(settled, settledOrder)
  return { server, users: { guest, fresh, settled }, settledOrder, sharedCode }
}

/** The pages that the first scripts of the page draw. These scripts contain no other addresses. */
export const WELCOME_PATH = '/'
export const PRODUCTS_PATH = '/pages/product/product'
export const PRODUCT_PATH = '/pages/Detail/Detail'

/** Every page's address after the `#`, as the specification names it. */
export const PATHS = {
  welcome: WELCOME_PATH,
  welcomeAlias: '/pages/welcome/welcome',
  home: '/pages/index/index',
  homeDetail: '/pages/index/detail',
  products: PRODUCTS_PATH,
  productDetail: PRODUCT_PATH,
  orders: '/pages/order/order',
  receipt: '/pages/order/receipt',
  results: '/pages/results/results',
  shared: '/pages/shared/shared',
  fund: '/pages/money/money',
  fundRules: '/pages/money/detail',
  fundDetails: '/pages/Particulars/Particulars',
  fundDeposit: '/pages/transfer/transfer',
  fundRecords: '/pages/money-record/money-record',
  user: '/pages/user/user',
  login: '/pages/login/login',
  registerCheck: '/pages/login/registerCheck',
  register: '/pages/login/register',
  settings: '/pages/set/set',
  limits: '/pages/limits/limits',
  password: '/pages/password/password',
  recovery: '/pages/recovery/recovery',
  account: '/pages/account/account',
  accountDetail: '/pages/account/account-detail',
  withdraw: '/pages/withdraw-money/withdraw-money',
  withdrawals: '/pages/withdraw-list/withdraw-list',
  deposits: '/pages/withdraw-list/withdraw-open',
  verify: '/pages/verify/verify',
  messages: '/pages/message/message',
  support: '/pages/support/support',
  about: '/pages/aboutUs/aboutUs',
  privacy: '/pages/yinsi/yinsi',
  privacyMore: '/pages/yinsi/gy',
  trust: '/pages/trust/trust',
  odds: '/pages/trust/odds',
  statistics: '/pages/trust/statistics',
  chooseLocation: '/choose-location',
  openLocation: '/open-location',
} as const

/** An address of the app in the form that `PATHS` uses: without double slashes and without a trailing slash. */
export const canonicalPath = (pathname: string): string =>
  pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

export type PageName = keyof typeof PATHS

/** What a newcomer tries first: its market never closes. */
export const FIRST_SYMBOL = 'BTCUSDT'

/** The trading page of a product. */
export const productPath = (symbol: string): string =>
  `${PRODUCT_PATH}?symbol=${encodeURIComponent(symbol)}`

/** The full receipt of a settled order. */
export const receiptPath = (id: string): string => `${PATHS.receipt}?id=${encodeURIComponent(id)}`

/** A shared receipt. Browsers send nothing after the `#` to servers, so the code is in no log and in no referrer. */
export const sharedPath = (code: string): string =>
  `${PATHS.shared}?code=${encodeURIComponent(code)}`

/** One article of the news or of the help. */
export const articlePath = (id: string): string =>
  `${PATHS.homeDetail}?id=${encodeURIComponent(id)}`

/** The odds of a product's orders, and how they are settled. */
export const oddsPath = (symbol: string): string =>
  `${PATHS.odds}?symbol=${encodeURIComponent(symbol)}`
export const trustPath = (symbol: string): string =>
  `${PATHS.trust}?symbol=${encodeURIComponent(symbol)}`

/** The log-in page, which returns the user to the previous page. */
export const loginPath = (back: string): string => `${PATHS.login}?back=${encodeURIComponent(back)}`

const SECURITY_SHEETS = ['factors', 'passkeys', 'atLogIn', 'devices', 'logIns'] as const
export type SecuritySheet = (typeof SECURITY_SHEETS)[number]

export const SAFETY_WORD_SHEET = 'safetyWord'
/** The settings, with the sheet of the safety word open. */
export const safetyWordPath = (): string => `${PATHS.settings}?open=${SAFETY_WORD_SHEET}`

/** The settings, with one of the security sheets open. */
export const securityPath = (sheet: SecuritySheet): string => `${PATHS.settings}?open=${sheet}`

export const readSecuritySheet = (text: string | null): SecuritySheet | null =>
  SECURITY_SHEETS.find((sheet) => sheet === text) ?? null

interface Subject {
  kind: 'order' | 'deposit' | 'withdrawal'
  id: string
}
/** Customer service, with a question about one document. */
export const supportPath = ({ kind, id }: Subject): string =>
  `${PATHS.support}?about=${kind}&id=${id}`

const SUBJECT_PAGES = { order: 'orders', deposit: 'deposits', withdrawal: 'withdrawals' } as const
/** The page that lists a document, with that document open. */
export const subjectPath = ({ kind, id }: Subject): string =>
  `${PATHS[SUBJECT_PAGES[kind]]}?id=${id}`

/** Every finished screen, somebody for each to look at it, and how it is opened. */
import { expect, type Page } from '@playwright/test'
import {
  newsPath,
  PATHS,
  productPath,
  receiptPath,
  safetyWordPath,
  securityPath,
} from '#lib/paths.ts'
import { type ClockedServer, startClockedServer } from './clocked.ts'
import { type Caller, logInBeside, newcomer, settledOrderOf, settledUser } from './ready-user.ts'

/** Every finished screen. */
const SCREENS = {
  welcome: PATHS.welcome,
  login: PATHS.login,
  'registration, step one': PATHS.registerCheck,
  'registration, step two': PATHS.register,
  home: PATHS.home,
  'all news': PATHS.homeDetail,
  'an article': newsPath('result'),
  'an article that is not there': newsPath('nothing'),
  products: PATHS.products,
  'an open product': productPath('BTCUSDT'),
  'a closed product': productPath('EURUSD'),
  'the order record': PATHS.orders,
  positions: `${PATHS.orders}?tab=open`,
  'closed positions': `${PATHS.orders}?tab=settled`,
  'a receipt that is not there': PATHS.receipt,
  'the personal centre': PATHS.user,
  settings: PATHS.settings,
  'signed-in devices': securityPath('devices'),
  'a change of the trading password': `${PATHS.password}?kind=trading`,
  'about us': PATHS.about,
  'the privacy policy': PATHS.privacy,
  'the privacy policy, second page': PATHS.privacyMore,
  'how a result is settled': PATHS.trust,
  'the odds': PATHS.odds,
  'the statistics': PATHS.statistics,
  'choosing a place': PATHS.chooseLocation,
  'the office': PATHS.openLocation,
  'an office that a link names': `${PATHS.openLocation}?name=Bank&latitude=52.5163&longitude=13.3777`,
  'a damaged link to an office': `${PATHS.openLocation}?name=Bank`,
  'an empty fund': PATHS.fund,
  'the rules of the fund': PATHS.fundRules,
  'the published rates': `${PATHS.fundRules}?tab=rates`,
} as const

/** Pages of an account, as somebody sees them who has one. */
const OWN_SCREENS = {
  'the personal centre': PATHS.user,
  settings: PATHS.settings,
  messages: PATHS.messages,
  'customer service': PATHS.support,
  'the safety word': safetyWordPath,
  password: PATHS.password,
  'own limits': PATHS.limits,
  'a verified identity': PATHS.verify,
  'the payout account': PATHS.account,
  'the payout account in full': PATHS.accountDetail,
  'the withdrawal form': PATHS.withdraw,
  'paid withdrawals': `${PATHS.withdrawals}?show=success`,
  'failed withdrawals': `${PATHS.withdrawals}?show=failed`,
  deposits: PATHS.deposits,
  'the deposit sheet': `${PATHS.deposits}?new=1`,
  'home with orders': PATHS.home,
  'a deposit from home': `${PATHS.home}?open=deposit`,
  'the fund': PATHS.fund,
  'a withdrawal from the fund': `${PATHS.fund}?open=withdraw`,
  'a transfer into the fund': PATHS.fundDeposit,
  'what was transferred into the fund': `${PATHS.fundDetails}?tab=transfers`,
  // The first of all lots is theirs.
  'a transfer that is opened': `${PATHS.fundDetails}?lot=900001`,
  'a check of the income': `${PATHS.fundDetails}?check=1`,
  'the ledger': PATHS.fundRecords,
  'what reviewers did': `${PATHS.fundRecords}?tab=acts`,
  'everything about me': `${PATHS.fundRecords}?tab=everything`,
  'the price alerts': `${PATHS.user}?open=alerts`,
} as const
/** The same pages before anything is set. */
const FRESH_SCREENS = {
  'the identity form': PATHS.verify,
  'no payout account': PATHS.account,
  'the payout form': PATHS.accountDetail,
  'the way to a withdrawal': PATHS.withdraw,
  'no withdrawals': PATHS.withdrawals,
  'nothing said to customer service': PATHS.support,
  'no deposits': PATHS.deposits,
  'no records': PATHS.fundRecords,
  'nothing to transfer into the fund': PATHS.fundDeposit,
  'no income': PATHS.fundDetails,
  'no withdrawals from the fund': `${PATHS.fundDetails}?tab=withdrawals`,
} as const

export type Screen = readonly [name: string, path: string, who: Caller]

export interface House {
  server: ClockedServer
  demo: Caller
  screens: readonly Screen[]
}

/** A server of its own, with the demo user, somebody with everything, and somebody with nothing. */
export async function openHouse(): Promise<House> {
  const server = await startClockedServer({ at: new Date().toISOString() })
  const demo = await logInBeside(server, server.demo)
  const fresh = await newcomer(server, 'fresh_1')
  const settled = await settledUser(server, 'settled_1')
  const of = (table: Record<string, string>, who: Caller): Screen[] =>
    Object.entries(table).map(([name, path]) => [name, path, who])
  const receipt: Screen = ['a receipt', receiptPath(await settledOrderOf(settled)), settled]
  const screens = [...of(SCREENS, demo), ...of(OWN_SCREENS, settled), receipt]
  return { server, demo, screens: [...screens, ...of(FRESH_SCREENS, fresh)] }
}

const registerInfo = { account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }

/** Opens an address in a language; `who` left out: as the demo user. */
export async function visit(
  { server, demo }: House,
  page: Page,
  { path, language, who = demo }: { path: string; language: string; who?: Caller },
): Promise<void> {
  const cookies = await page.context().cookies(server.url)
  // Another hash alone loads nothing anew, and the app would stay somebody else's.
  if (!cookies.some(({ value }) => value === who.cookie.value)) await page.goto('about:blank')
  await page.context().addCookies([{ ...who.cookie, url: server.url }])
  await page.addInitScript(
    ([code, info]) => {
      // A blank page has no storage.
      if (origin === 'null') return
      localStorage.setItem('language', code ?? '')
      localStorage.setItem('token', 'known')
      localStorage.setItem('registerInfo', info ?? '')
    },
    [language, JSON.stringify(registerInfo)],
  )
  await page.goto(`${server.url}/#${path}`)
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.waitForTimeout(400)
}

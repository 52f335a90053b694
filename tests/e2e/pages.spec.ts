import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import {
  newsPath,
  PATHS,
  productPath,
  receiptPath,
  safetyWordPath,
  securityPath,
} from '#lib/paths.ts'
import {
  type Caller,
  logInBeside,
  newcomer,
  settledOrderOf,
  settledUser,
} from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { words } from './support/words.ts'

// By far the longest: its languages are walked on as many workers as there are.
test.describe.configure({ mode: 'parallel' })

let server: RunningServer
/** Who looks: the demo user, somebody with everything, somebody with nothing, nobody. */
let demo: Caller
let settled: Caller
let fresh: Caller
let settledOrder: string

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  demo = await logInBeside(server, server.demo)
  fresh = await newcomer(server, 'fresh_1')
  settled = await settledUser(server, 'settled_1')
  settledOrder = await settledOrderOf(settled)
})
test.afterAll(() => server.stop())

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

type Screen = readonly [name: string, path: string, who: Caller]
const screens = (): Screen[] => [
  ...Object.entries(SCREENS).map(([name, path]): Screen => [name, path, demo]),
  ...Object.entries(OWN_SCREENS).map(([name, path]): Screen => [name, path, settled]),
  ['a receipt', receiptPath(settledOrder), settled],
  ...Object.entries(FRESH_SCREENS).map(([name, path]): Screen => [name, path, fresh]),
]
const LANGUAGES = ['zh-CN', 'en', 'de', 'th'] as const
const registerInfo = { account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }

/** `who` left out: the demo user. */
async function visit(page: Page, path: string, language: string, who = demo): Promise<void> {
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

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Keys that no translation answered look like `namespace:key` or `key.key`. */
const untranslated = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText()
  return text.match(/\b[a-z]+:[a-z][\w.]+\b|\b[a-z]+\.[a-z]+\.[a-z.]+\b/g) ?? []
}

/** How many px of the page's title cannot be read; a letter's own overhang is no line that is cut. */
const cutTitle = (page: Page): Promise<number> =>
  page.locator('header h1').evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
    const lines = scrollHeight - clientHeight
    return Math.max(scrollWidth - clientWidth, lines > 8 ? lines : 0)
  })

const WIDTHS = [390, 768, 320] as const
const HEIGHT = 640

/** What is wrong with the screen's shape and words, at each width; leaves it at the narrowest. */
async function shapeFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const wide = await sidewaysOverflow(page)
    if (wide > 0) faults.push(`${wide} px too wide at ${width} px`)
    const cut = await cutTitle(page)
    if (cut > 0) faults.push(`${cut} px of the title cut at ${width} px`)
  }
  for (const key of await untranslated(page)) faults.push(`untranslated ${key}`)
  return faults
}

/** In both looks: everything in the light, colours alone in the dark, where nothing else differs. */
async function accessFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours fade from one look into the other.
    await page.waitForTimeout(300)
    const axe = new AxeBuilder({ page })
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations) {
      const where = nodes.map((node) => node.target.join(' ')).slice(0, 3)
      faults.push(`${colorScheme}: ${id} at ${where.join(', ')}`)
    }
  }
  return faults
}

/** Goes through every screen in one language and gathers all that is wrong. */
async function walk(page: Page, language: string, look: typeof shapeFaults): Promise<string[]> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && faults.push(`console: ${line.text()}`))
  for (const [name, path, who] of screens()) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await visit(page, path, language, who)
    for (const fault of await look(page)) faults.push(`${name}: ${fault}`)
  }
  return faults
}

for (const language of LANGUAGES) {
  test(`every screen fits, is translated and accessible: ${language}`, async ({ page }) => {
    test.setTimeout(600_000)
    const look = async () => [...(await shapeFaults(page)), ...(await accessFaults(page))]
    expect(await walk(page, language, look)).toEqual([])
  })
}

for (const language of ['zh-TW', 'ja', 'vi', 'id', 'ko', 'fr']) {
  test(`every screen fits and is translated: ${language}`, async ({ page }) => {
    test.setTimeout(600_000)
    expect(await walk(page, language, shapeFaults)).toEqual([])
  })
}

for (const language of ['de', 'th']) {
  test(`the order sheet fits 320 px and is accessible: ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit(page, productPath('ETHUSDT'), language)
    await page.getByRole('button', { name: words(language).direction.down }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForTimeout(600)
    expect(await sidewaysOverflow(page)).toBe(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((violation) => violation.id)).toEqual([])
  })
}

test('a trade can be made by keyboard alone', async ({ page }) => {
  await visit(page, PATHS.products, 'en')
  await page.getByRole('button', { name: 'Get practice money' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Available balance' })).toContainText('10,000.00')
  await visit(page, productPath('BTCUSDT'), 'en')
  await page.getByRole('button', { name: 'Buy up' }).press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount', { exact: true }).press('ControlOrMeta+a')
  await page.keyboard.type('15')
  await sheet.getByRole('radio', { name: /^1 min/ }).press('ArrowRight')
  await sheet.getByRole('button', { name: /^Buy up/ }).press('Enter')
  await expect(page.getByText('Purchase Successful').first()).toBeVisible()
})

test('every route of the table opens without an error', async ({ page }) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  for (const path of Object.values(PATHS)) {
    await visit(page, path, 'en')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(faults).toEqual([])
})

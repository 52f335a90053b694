/**
 * Photographs every finished screen: `node scripts/screens.ts [folder] [languages] [widths] [themes]`, each a picture
 * of its own; `npm run screens [-- languages]` lays all screens of a language on one sheet in docs/screens.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { listProducts } from '#contract/endpoints/market.ts'
import {
  newsPath,
  PATHS,
  productPath,
  receiptPath,
  safetyWordPath,
  securityPath,
} from '#lib/paths.ts'
import { type ClockedServer, startClockedServer } from '../tests/e2e/support/clocked.ts'
import {
  type Caller,
  newcomer,
  settledOrderOf,
  settledUser,
} from '../tests/e2e/support/ready-user.ts'
import { words } from '../tests/e2e/support/words.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'

const ALL = 'zh-CN,zh-TW,en,ja,ko,th,vi,id,fr,de'
const args = process.argv.slice(2)
const sheets = args[0] === '--sheets'
const [folder = 'docs/screens', languages = 'en,zh-CN', widths = '390', themes = 'light'] = sheets
  ? ['docs/screens', args[1] ?? ALL]
  : args

type Who = 'nobody' | 'settled' | 'fresh'
/** Stands in an address for the number of a settled order of the one who looks. */
const SETTLED_ORDER = 'settled-order'
const SCREENS: readonly (readonly [name: string, path: string, who: Who])[] = [
  ['welcome', PATHS.welcome, 'nobody'],
  ['login', PATHS.login, 'nobody'],
  ['register-check', PATHS.registerCheck, 'nobody'],
  ['products', PATHS.products, 'settled'],
  ['detail', productPath('BTCUSDT'), 'settled'],
  ['detail-closed', productPath('EURUSD'), 'settled'],
  ['orders', PATHS.orders, 'settled'],
  ['positions', `${PATHS.orders}?tab=open`, 'settled'],
  ['closed', `${PATHS.orders}?tab=settled`, 'settled'],
  ['receipt', receiptPath(SETTLED_ORDER), 'settled'],
  ['user', PATHS.user, 'settled'],
  ['user-nobody', PATHS.user, 'nobody'],
  ['settings', PATHS.settings, 'settled'],
  ['messages', PATHS.messages, 'settled'],
  ['messages-nobody', PATHS.messages, 'nobody'],
  ['support', PATHS.support, 'settled'],
  ['support-empty', PATHS.support, 'fresh'],
  ['support-nobody', PATHS.support, 'nobody'],
  ['safety-word', safetyWordPath, 'settled'],
  ['limits', PATHS.limits, 'settled'],
  ['limits-nobody', PATHS.limits, 'nobody'],
  ['devices', securityPath('devices'), 'settled'],
  ['factors', securityPath('factors'), 'settled'],
  ['log-ins', securityPath('logIns'), 'settled'],
  ['password', PATHS.password, 'settled'],
  ['verify', PATHS.verify, 'settled'],
  ['verify-form', PATHS.verify, 'fresh'],
  ['account', PATHS.account, 'settled'],
  ['account-form', PATHS.accountDetail, 'fresh'],
  ['deposits', PATHS.deposits, 'settled'],
  ['deposit-sheet', `${PATHS.deposits}?new=1`, 'settled'],
  ['withdraw', PATHS.withdraw, 'settled'],
  ['withdraw-way', PATHS.withdraw, 'fresh'],
  ['withdrawals', `${PATHS.withdrawals}?show=success`, 'settled'],
  ['withdrawals-failed', `${PATHS.withdrawals}?show=failed`, 'settled'],
  ['records', PATHS.fundRecords, 'settled'],
  ['records-none', PATHS.fundRecords, 'fresh'],
  ['acts', `${PATHS.fundRecords}?tab=acts`, 'settled'],
  ['everything', `${PATHS.fundRecords}?tab=everything`, 'settled'],
  ['alerts', `${PATHS.user}?open=alerts`, 'settled'],
  ['about', PATHS.about, 'nobody'],
  ['privacy', PATHS.privacy, 'nobody'],
  ['privacy-more', PATHS.privacyMore, 'nobody'],
  ['trust', PATHS.trust, 'nobody'],
  ['odds', PATHS.odds, 'nobody'],
  ['statistics', PATHS.statistics, 'nobody'],
  ['choose-location', PATHS.chooseLocation, 'settled'],
  ['open-location', PATHS.openLocation, 'nobody'],
  ['home', PATHS.home, 'settled'],
  ['home-new', PATHS.home, 'fresh'],
  ['home-nobody', PATHS.home, 'nobody'],
  ['news', PATHS.homeDetail, 'nobody'],
  ['article', newsPath('result'), 'nobody'],
  ['fund', PATHS.fund, 'settled'],
  ['fund-empty', PATHS.fund, 'fresh'],
  ['fund-nobody', PATHS.fund, 'nobody'],
  ['fund-withdraw', `${PATHS.fund}?open=withdraw`, 'settled'],
  ['transfer', PATHS.fundDeposit, 'settled'],
  ['fund-details', PATHS.fundDetails, 'settled'],
  ['fund-check', `${PATHS.fundDetails}?check=1`, 'settled'],
  ['fund-transfers', `${PATHS.fundDetails}?tab=transfers`, 'settled'],
  ['fund-details-none', PATHS.fundDetails, 'fresh'],
  ['fund-rules', PATHS.fundRules, 'nobody'],
  ['fund-rates', `${PATHS.fundRules}?tab=rates`, 'nobody'],
]

type Server = ClockedServer
type People = Record<Exclude<Who, 'nobody'>, Caller>
interface House {
  browser: Browser
  server: Server
  callers: People
  settledOrder: string
}

type Order = readonly [symbol: string, direction: string, durationMs: number]
const TO_SETTLE: readonly Order[] = [
  ['BTCUSDT', 'up', 30_000],
  ['ETHUSDT', 'down', 30_000],
]
const TO_STAY: readonly Order[] = [
  ['BTCUSDT', 'up', 900_000],
  ['BTCUSDT', 'down', 300_000],
  ['SOLUSDT', 'up', 900_000],
]

async function place(server: Server, caller: Caller, orders: readonly Order[]): Promise<void> {
  const { products } = await listed(server)
  for (const [symbol, direction, durationMs] of orders) {
    const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId
    await caller.post('/orders', { symbol, direction, stake: '25.00', durationMs, termsId })
  }
}

/** Somebody with nothing, and somebody with everything. */
async function people(server: Server): Promise<People> {
  const fresh = await newcomer(server, 'fresh_1')
  const settled = await settledUser(server, 'settled_1')
  await place(server, settled, TO_SETTLE)
  await server.play(33_000)
  return { settled, fresh }
}

const listed = async (server: Server) =>
  listProducts.reply.parse(await (await fetch(`${server.url}/api/products`)).json())

interface Look {
  language: string
  width: number
  theme: string
}

/** A visitor's or user's own browser; its pages share what they have loaded. */
async function browserOf(who: Who, { language, width, theme }: Look, its: House) {
  const context = await its.browser.newContext({
    viewport: { width, height: width < 350 ? 640 : 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Europe/Berlin',
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript(
    ([code, token]) => {
      localStorage.setItem('language', code ?? '')
      if (token) localStorage.setItem('token', token)
    },
    [language, who === 'nobody' ? '' : 'known'],
  )
  if (who !== 'nobody') {
    await context.addCookies([{ ...its.callers[who].cookie, url: its.server.url }])
  }
  return context
}

/** Until nothing waits any more, or long enough. */
async function settled(page: Page): Promise<void> {
  const still = (): boolean =>
    document.querySelector('main *') !== null &&
    document.querySelector('.animate-skeleton, .animate-turn, [aria-busy=true]') === null
  await page.waitForFunction(still, undefined, { timeout: 4_000 }).catch(() => undefined)
  await page.waitForTimeout(500)
}

/** What opens from some screens, with how: the details of an order, the order sheet. */
async function opened(page: Page, screen: string, language: string): Promise<string | null> {
  if (screen === 'closed') {
    await page.locator('main li button, main [role=listitem] button').first().click()
  } else if (screen === 'detail') {
    await page
      .getByRole('button', { name: words(language).direction.down })
      .last()
      .click()
  } else return null
  await page.waitForTimeout(800)
  return screen === 'closed' ? 'why' : 'ticket'
}

async function shotsOf(look: Look, its: House): Promise<Shot[]> {
  const shots: Shot[] = []
  const { language } = look
  for (const who of ['nobody', 'settled', 'fresh'] as const) {
    const context = await browserOf(who, look, its)
    for (const [screen, path] of SCREENS.filter(([, , whose]) => whose === who)) {
      const page = await context.newPage()
      await page.goto(`${its.server.url}/#${path.replace(SETTLED_ORDER, its.settledOrder)}`)
      await settled(page)
      shots.push({ name: screen, png: await page.screenshot() })
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (wide > 0) console.log(`${screen}, ${language}, ${look.width}: ${wide} px too wide`)
      const next = await opened(page, screen, language)
      if (next !== null) shots.push({ name: next, png: await page.screenshot() })
      await page.close()
    }
    await context.close()
  }
  return shots
}

/** Each screen as a picture of its own, or all of a language on one sheet. */
async function keep(look: Look, shots: readonly Shot[]): Promise<void> {
  const { language, width, theme } = look
  if (sheets) return writeContactSheet(join(folder, `all-${language}.webp`), shots)
  for (const { name, png } of shots) {
    writeFileSync(join(folder, `${name}-${language}-${width}-${theme}.png`), png)
  }
}

async function photograph(its: House): Promise<void> {
  for (const language of languages.split(',')) {
    for (const width of widths.split(',').map(Number)) {
      for (const theme of themes.split(',')) {
        const look = { language, width, theme }
        await place(its.server, its.callers.settled, TO_STAY)
        await keep(look, await shotsOf(look, its))
        console.log(`${language}, ${width} px, ${theme}`)
      }
    }
  }
}

mkdirSync(folder, { recursive: true })
const server = await startClockedServer({ at: new Date().toISOString() })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const callers = await people(server)
  const settledOrder = await settledOrderOf(callers.settled)
  await photograph({ browser, server, callers, settledOrder })
} finally {
  await browser.close()
  await server.stop()
}

/** Photographs every finished screen: `node scripts/screens.ts [folder] [languages] [widths] [themes]`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { listProducts } from '#contract/endpoints/market.ts'
import { newsPath, PATHS, productPath, safetyWordPath, securityPath } from '#lib/paths.ts'
import { pause } from '#support/until.ts'
import { type Caller, newcomer, settledUser } from '../tests/e2e/support/ready-user.ts'
import { startServer } from '../tests/e2e/support/server.ts'
import { words } from '../tests/e2e/support/words.ts'

const [folder = 'docs/screens', languages = 'en,zh-CN', widths = '390', themes = 'light'] =
  process.argv.slice(2)

type Who = 'nobody' | 'settled' | 'fresh'
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
  ['user', PATHS.user, 'settled'],
  ['user-nobody', PATHS.user, 'nobody'],
  ['settings', PATHS.settings, 'settled'],
  ['messages', PATHS.messages, 'settled'],
  ['messages-nobody', PATHS.messages, 'nobody'],
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

type Server = Awaited<ReturnType<typeof startServer>>
type People = Record<Exclude<Who, 'nobody'>, Caller>

/** Somebody with nothing, and somebody with everything: one settled order and some open ones too. */
async function people(server: Server): Promise<People> {
  const fresh = await newcomer(server, 'fresh_1')
  const settled = await settledUser(server, 'settled_1')
  const { products } = await listed(server)
  const place = async (symbol: string, direction: string, durationMs: number): Promise<void> => {
    const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId
    await settled.post('/orders', { symbol, direction, stake: '25.00', durationMs, termsId })
  }
  await place('BTCUSDT', 'up', 30_000)
  await place('ETHUSDT', 'down', 30_000)
  await pause(33_000)
  await place('BTCUSDT', 'up', 900_000)
  await place('BTCUSDT', 'down', 300_000)
  await place('SOLUSDT', 'up', 900_000)
  return { settled, fresh }
}

const listed = async (server: Server) =>
  listProducts.reply.parse(await (await fetch(`${server.url}/api/products`)).json())

async function photograph(browser: Browser, server: Server, callers: People): Promise<void> {
  for (const language of languages.split(',')) {
    for (const width of widths.split(',').map(Number)) {
      for (const theme of themes.split(',')) {
        for (const [screen, path, who] of SCREENS) {
          const loggedIn = who !== 'nobody'
          const context = await browser.newContext({
            viewport: { width, height: width < 350 ? 640 : 844 },
            deviceScaleFactor: 1,
            isMobile: true,
            hasTouch: true,
            timezoneId: 'Europe/Berlin',
            colorScheme: theme === 'dark' ? 'dark' : 'light',
          })
          await context.addInitScript(
            ([code, token]) => {
              localStorage.setItem('language', code ?? '')
              if (token) localStorage.setItem('token', token)
            },
            [language, loggedIn ? 'known' : ''],
          )
          if (loggedIn) await context.addCookies([{ ...callers[who].cookie, url: server.url }])
          const page = await context.newPage()
          await page.goto(`${server.url}/#${path}`)
          await page.waitForTimeout(1_500)
          const file = `${screen}-${language}-${width}-${theme}.png`
          await page.screenshot({ path: join(folder, file) })
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          if (overflow > 0) console.log(`${file}: ${overflow} px too wide`)
          if (screen === 'closed') {
            await page.locator('main li button, main [role=listitem] button').first().click()
            await page.waitForTimeout(800)
            await page.screenshot({ path: join(folder, file.replace('closed', 'why')) })
          }
          if (screen === 'detail') {
            await page
              .getByRole('button', { name: words(language).direction.down })
              .last()
              .click()
            await page.waitForTimeout(800)
            await page.screenshot({ path: join(folder, file.replace('detail', 'ticket')) })
          }
          await context.close()
        }
      }
    }
  }
}

mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  await photograph(browser, server, await people(server))
} finally {
  await browser.close()
  await server.stop()
}

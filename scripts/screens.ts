/** Photographs every finished screen: `node scripts/screens.ts [folder] [languages] [widths] [themes]`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { startServer } from '../tests/e2e/support/server.ts'
import { words } from '../tests/e2e/support/words.ts'

const [folder = 'docs/screens', languages = 'en,zh-CN', widths = '390', themes = 'light'] =
  process.argv.slice(2)

const SCREENS: readonly (readonly [name: string, path: string, loggedIn: boolean])[] = [
  ['welcome', PATHS.welcome, false],
  ['login', PATHS.login, false],
  ['register-check', PATHS.registerCheck, false],
  ['products', PATHS.products, true],
  ['detail', productPath('BTCUSDT'), true],
  ['detail-closed', productPath('EURUSD'), true],
  ['orders', PATHS.orders, true],
  ['positions', `${PATHS.orders}?tab=open`, true],
  ['closed', `${PATHS.orders}?tab=settled`, true],
  ['coming', PATHS.fund, true],
]

type Server = Awaited<ReturnType<typeof startServer>>

async function call(server: Server, cookie: string, path: string, body: object): Promise<Response> {
  return fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie,
      origin: server.url,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
}

/** The demo user with practice money, one settled order and some open ones. */
async function session(server: Server): Promise<string> {
  const reply = await call(server, '', '/session', server.demo)
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  await call(server, cookie, '/practice-money', {})
  const { products } = (await (await fetch(`${server.url}/api/products`)).json()) as {
    products: { symbol: string; terms: { termsId: string } }[]
  }
  const place = async (symbol: string, direction: string, durationMs: number): Promise<void> => {
    const termsId = products.find((product) => product.symbol === symbol)?.terms.termsId
    const order = { symbol, direction, stake: '25.00', durationMs, termsId }
    const placed = await call(server, cookie, '/orders', order)
    if (!placed.ok) throw new Error(await placed.text())
  }
  await place('BTCUSDT', 'up', 30_000)
  await place('ETHUSDT', 'down', 30_000)
  await new Promise((done) => setTimeout(done, 33_000))
  await place('BTCUSDT', 'up', 900_000)
  await place('BTCUSDT', 'down', 300_000)
  await place('SOLUSDT', 'up', 900_000)
  return cookie
}

async function photograph(browser: Browser, server: Server, cookie: string): Promise<void> {
  for (const language of languages.split(',')) {
    for (const width of widths.split(',').map(Number)) {
      for (const theme of themes.split(',')) {
        const [name = '', value = ''] = cookie.split('=')
        for (const [screen, path, loggedIn] of SCREENS) {
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
          if (loggedIn) await context.addCookies([{ name, value, url: server.url }])
          const page = await context.newPage()
          await page.goto(`${server.url}/#${path}`)
          await page.waitForTimeout(2_500)
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
  await photograph(browser, server, await session(server))
} finally {
  await browser.close()
  await server.stop()
}

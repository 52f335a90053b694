import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { PATHS, productPath } from '#lib/paths.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { words } from './support/words.ts'

let server: RunningServer
let cookie: { name: string; value: string }

test.beforeAll(async () => {
  server = await startServer()
  const reply = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ account: server.demo.account, password: server.demo.password }),
  })
  const [name = '', value = ''] =
    (reply.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? []
  cookie = { name, value }
})
test.afterAll(() => server.stop())

/** Every finished screen, and one that is still coming. */
const SCREENS = {
  welcome: PATHS.welcome,
  login: PATHS.login,
  'registration, step one': PATHS.registerCheck,
  'registration, step two': PATHS.register,
  products: PATHS.products,
  'an open product': productPath('BTCUSDT'),
  'a closed product': productPath('EURUSD'),
  'the order record': PATHS.orders,
  positions: `${PATHS.orders}?tab=open`,
  'closed positions': `${PATHS.orders}?tab=settled`,
  'a coming page': PATHS.fund,
} as const
const LANGUAGES = ['zh-CN', 'en', 'de', 'th'] as const
const registerInfo = { account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }

async function visit(page: Page, path: string, language: string): Promise<void> {
  await page.context().addCookies([{ ...cookie, url: server.url }])
  await page.addInitScript(
    ([code, info]) => {
      localStorage.setItem('language', code ?? '')
      localStorage.setItem('token', 'known')
      localStorage.setItem('registerInfo', info ?? '')
    },
    [language, JSON.stringify(registerInfo)],
  )
  await page.goto(`${server.url}/#${path}`)
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.waitForTimeout(700)
}

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Keys that no translation answered look like `namespace:key` or `key.key`. */
const untranslated = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText()
  return text.match(/\b[a-z]+:[a-z][\w.]+\b|\b[a-z]+\.[a-z]+\.[a-z.]+\b/g) ?? []
}

for (const language of LANGUAGES) {
  for (const dark of [false, true]) {
    const look = `${language}, ${dark ? 'dark' : 'light'}`
    test(`every screen fits 320 px, is translated and accessible: ${look}`, async ({ page }) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
      page.on(
        'console',
        (line) => line.type() === 'error' && faults.push(`console: ${line.text()}`),
      )
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 320, height: 640 })
      for (const [name, path] of Object.entries(SCREENS)) {
        await visit(page, path, language)
        const wide = await sidewaysOverflow(page)
        if (wide > 0) faults.push(`${name}: ${wide} px too wide`)
        for (const key of await untranslated(page)) faults.push(`${name}: untranslated ${key}`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations) {
          faults.push(
            `${name}: ${id} at ${nodes
              .map((node) => node.target.join(' '))
              .slice(0, 3)
              .join(', ')}`,
          )
        }
      }
      expect(faults).toEqual([])
    })
  }
}

for (const language of ['zh-TW', 'ja', 'vi', 'id', 'ko', 'fr']) {
  test(`every screen fits 320 px and is translated: ${language}`, async ({ page }) => {
    const faults: string[] = []
    await page.setViewportSize({ width: 320, height: 640 })
    for (const [name, path] of Object.entries(SCREENS)) {
      await visit(page, path, language)
      const wide = await sidewaysOverflow(page)
      if (wide > 0) faults.push(`${name}: ${wide} px too wide`)
      for (const key of await untranslated(page)) faults.push(`${name}: untranslated ${key}`)
    }
    expect(faults).toEqual([])
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

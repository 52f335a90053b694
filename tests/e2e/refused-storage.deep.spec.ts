/** Browsers that refuse to store, or channels between tabs, or notifications, or workers: each alone, and together. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { PATHS, productPath, receiptPath } from '#lib/paths.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from './support/chromium.ts'
import { type AppServer, expect, test } from './support/fixtures.ts'
import { looksOf } from './support/looks.ts'
import { Phone } from './support/phone.ts'
import { say, speech } from './support/words.ts'

test.use({ serviceWorkers: 'allow' })

/** The server logs the user in, and the browser drops its cookie. */
const refuseCookies = async (context: BrowserContext): Promise<void> => {
  await context.route(/\/api\/(session|guest)$/, async (route) => {
    const request = route.request()
    const { cookie: _, ...headers } = await request.allHeaders()
    const shown = Object.entries(headers).filter(([name]) => /^(content-type|origin)$/.test(name))
    const answer = await fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(shown),
      body: request.postData(),
    })
    const { status } = answer
    await route.fulfill({ status, contentType: 'application/json', body: await answer.text() })
  })
}

/** As Chrome does where a user has blocked what sites store. */
const refuseStorage = (): void => {
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
}

const refuseChannels = (): void => {
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError')
  }
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse })
  if ('locks' in navigator) navigator.locks.request = async () => refuse()
}

const refuseNotifications = (): void => {
  if (!('Notification' in window)) return
  Object.defineProperty(Notification, 'permission', { value: 'denied' })
  Notification.requestPermission = async () => 'denied'
}

const refuseWorkers = (): void => {
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['Worker', 'SharedWorker'])
    Object.defineProperty(window, name, { value: refuse })
  if ('serviceWorker' in navigator) navigator.serviceWorker.register = async () => refuse()
}

const SCRIPTS = {
  storage: refuseStorage,
  channels: refuseChannels,
  notifications: refuseNotifications,
  workers: refuseWorkers,
}
type Refused = 'cookies' | keyof typeof SCRIPTS
const ALL: readonly Refused[] = ['cookies', 'storage', 'channels', 'notifications', 'workers']

async function refuse(context: BrowserContext, refused: readonly Refused[]): Promise<void> {
  for (const each of refused)
    await (each === 'cookies' ? refuseCookies(context) : context.addInitScript(SCRIPTS[each]))
}

/** What is wrong on each page: exceptions that nothing caught. */
function exceptionsOf(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', ({ message }) => found.push(message))
  return found
}

/** A visitor's first page, with prices. The language that is chosen holds until the page is loaded again. */
async function start(page: Page, { url }: AppServer): Promise<void> {
  await page.goto(`${url}/#${productPath('BTCUSDT')}`)
  await page.getByRole('button', { name: speech('zh-CN')('common:preferences') }).click()
  await page.getByRole('button', { name: speech('zh-CN')('common:language') }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.locator('html[lang=en]')).toBeAttached()
}

const noEnd = (page: Page): Promise<void> =>
  expect(page.getByText(say('common:sessionEnded'))).toHaveCount(0)

async function tryToLogIn(page: Page, who: { account: string; password: string }): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(who.account)
  await page.getByLabel('Login password').fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The log-in and the guest's first tap say that cookies are refused, and the page still shows prices. */
async function expectNoLogIn(page: Page, server: AppServer, who: Parameters<typeof tryToLogIn>[1]) {
  const phone = new Phone(page, server)
  const reason = page.getByText(say('errors:no_cookies'))
  await page.goto(`${server.url}/#${PATHS.login}`)
  await tryToLogIn(page, who)
  await expect(reason).toBeVisible()
  await noEnd(page)
  await phone.openProduct('BTCUSDT')
  await page.getByRole('button', { name: /^Up/ }).first().click()
  await page.getByRole('button', { name: say('access:guest.try') }).click()
  await expect(page.getByRole('dialog').getByText(say('errors:no_cookies'))).toBeVisible()
  await noEnd(page)
  await page.keyboard.press('Escape')
  await phone.expectPriceToChange()
}

/** The settings say what is refused, and nothing else. */
async function expectSettings(page: Page, { url }: AppServer, refused: readonly Refused[]) {
  await page.goto(`${url}/#${PATHS.settings}`)
  const system = page.getByRole('switch', { name: say('settings:notices.system') })
  await expect(system).toBeVisible()
  await expect(page.getByText(say('settings:refused'))).toHaveCount(
    refused.includes('storage') ? 1 : 0,
  )
  if (!refused.includes('notifications')) return
  await page.getByText(say('settings:notices.system'), { exact: true }).click()
  await expect(page.getByText(say('settings:notices.refused'))).toBeVisible()
  await expect(system).not.toBeChecked()
}

/** All but storage are refused together; with `LOOKS=all` also each alone. */
const TRADING = looksOf<readonly Refused[]>(
  [['storage'], ['channels', 'notifications', 'workers']],
  [['channels'], ['notifications'], ['workers']],
)
for (const refused of TRADING) {
  test(`a user logs in and trades where the browser refuses ${refused.join(', ')}`, async ({
    page,
    server,
    user,
    books,
  }) => {
    await refuse(page.context(), refused)
    const exceptions = exceptionsOf(page)
    const phone = new Phone(page, server)
    await start(page, server)
    await phone.expectPriceToChange()
    await page.goto(`${server.url}/#${PATHS.login}`)
    await phone.logIn(user.account, user.password)
    await phone.openProduct('BTCUSDT')
    await phone.buy('up', '10', /^30 s/)
    await phone.seeResult(() => server.play(30_000))
    const [order] = await books.orders()
    await page.goto(`${server.url}/#${receiptPath(order?.id ?? '')}`)
    if (refused.includes('workers')) await expect(page.getByText(say('proof:unable'))).toBeVisible()
    else await expect(page.locator('[data-step=ledger][data-verdict=holds]')).toBeAttached()
    await expectSettings(page, server, refused)
    await page.reload()
    await expect(page.getByText(user.account).first()).toBeVisible()
    await noEnd(page)
    expect(exceptions).toEqual([])
  })
}

for (const refused of looksOf<readonly Refused[]>([ALL], [['cookies']])) {
  test(`the log-in says why it cannot be kept where the browser refuses ${refused.join(', ')}`, async ({
    page,
    server,
    user,
  }) => {
    await refuse(page.context(), refused)
    const exceptions = exceptionsOf(page)
    await start(page, server)
    await expectNoLogIn(page, server, user)
    await expectSettings(page, server, refused)
    await page.reload()
    await expect(page.locator('[data-connection=live]').first()).toBeAttached()
    await noEnd(page)
    expect(exceptions).toEqual([])
  })
}

test('the app starts and says why in a Chromium whose user has blocked all that sites store', async ({
  server,
  user,
}, { outputDir }) => {
  const profile = join(outputDir, 'profile')
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const blocked = { default_content_setting_values: { cookies: 2, notifications: 2 } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: blocked }))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM_PATH,
    args: CHROMIUM_FLAGS,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  try {
    const page = await context.newPage()
    const exceptions = exceptionsOf(page)
    await start(page, server)
    const isRefused = await page.evaluate(() => {
      try {
        return localStorage === null
      } catch {
        return true
      }
    })
    expect(isRefused).toBe(true)
    await expectNoLogIn(page, server, user)
    await expectSettings(page, server, ['storage', 'notifications'])
    expect(exceptions).toEqual([])
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

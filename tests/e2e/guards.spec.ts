import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { PATHS } from '#lib/paths.ts'
import { Account } from './support/account.ts'
import { booksOf, inBooks } from './support/books.ts'
import { Phone, person } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

/** What guards an account: second factors, passkeys, devices, and forgetting. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

/** By name: a passkey belongs to a name, never to an address of digits. */
const named = (): RunningServer => ({
  ...server,
  url: server.url.replace('127.0.0.1', 'localhost'),
})

async function settledIn(page: Page, name: string, idNumber: string, at = server) {
  const who = person(name)
  const phone = new Phone(page, at)
  await phone.join(who)
  const account = new Account(page, at)
  const identity = { name: 'Aoife Example', idNumber, country: 'Ireland' }
  await account.sendIdentity(identity)
  await account.identityStands('verified')
  await account.savePayout(identity)
  return { who, phone, account, books: booksOf(server, name) }
}

async function openSheet(account: Account, title: string): Promise<void> {
  await account.go(PATHS.settings)
  await account.page.getByRole('button', { name: say(title) }).click()
  await expect(account.page.getByRole('dialog')).toBeVisible()
}

test('an authenticator is turned on, and from then on a withdrawal needs its code', async ({
  page,
}) => {
  const { who, account, books } = await settledIn(page, 'totp_1', 'PC1100111')
  await openSheet(account, 'security:totp.title')
  const sheet = page.getByRole('dialog')
  await sheet.locator('input[type=password]').fill(who.password)
  await sheet.getByRole('button', { name: say('security:totp.start') }).click()
  const uri = await sheet
    .getByRole('link', { name: say('security:totp.open') })
    .getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const totp = new TOTP({ secret })
  await sheet.getByLabel(say('security:prompt.totp.label')).fill(totp.generate())
  await sheet.getByRole('button', { name: say('security:totp.confirm') }).click()
  const codes = sheet.getByRole('list', { name: say('security:recovery.title') })
  await expect(codes).toBeVisible()
  const [first = ''] = await codes.getByRole('listitem').allInnerTexts()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: say('security:recovery.done') }).click()

  const confirm = await account.withdraw('30.00', who.tradingPassword)
  await expect(confirm).toBeDisabled()
  const code = page.getByRole('dialog').getByLabel(say('security:prompt.totp.label'))
  await code.fill('000000')
  await confirm.click()
  await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible()
  expect(await books.withdrawals()).toHaveLength(0)
  // The code that turned it on is used up: the next 30 s have another one.
  const later = totp.generate({ timestamp: Date.now() + 30_000 })
  await code.fill(later)
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await account.expectRequested()

  const again = await account.withdraw('35.00', who.tradingPassword)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: say('security:prompt.method.recovery') }).click()
  await dialog.getByLabel(say('security:prompt.recovery.label')).fill(first)
  await again.click()
  await account.expectRequested()
  expect(await books.withdrawals()).toHaveLength(2)
})

/** Chromium's own authenticator in software: it confirms by itself. */
async function authenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, and confirms exactly one withdrawal', async ({ page }) => {
  const { who, account, books } = await settledIn(page, 'passkey_1', 'PC2200221', named())
  await authenticator(page)
  await openSheet(account, 'security:passkeys.title')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: say('security:passkeys.add') }).click()
  await sheet.getByLabel(say('security:passkeys.name')).fill('my phone')
  await sheet.locator('input[type=password]').fill(who.password)
  await sheet.locator('button[type=submit]').click()
  await expect(page.getByText(say('security:passkeys.done')).first()).toBeVisible()
  await expect(sheet.getByText('my phone').first()).toBeVisible()

  const confirm = await account.withdraw('41.00', who.tradingPassword)
  await expect(confirm).toBeDisabled()
  await page.getByRole('button', { name: say('security:prompt.passkey.use') }).click()
  await expect(page.getByText(say('security:prompt.passkey.done'))).toBeVisible()
  await confirm.click()
  await account.expectRequested()
  expect(await books.withdrawals()).toMatchObject([{ amount: '4100' }])
  await inBooks(async () => (await books.withdrawals())[0]?.status, 'paid')
})

async function otherDevice(browser: Browser, name: string): Promise<[BrowserContext, Phone]> {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Other/1.0' })
  const phone = new Phone(await context.newPage(), server)
  const who = person(name)
  await phone.open(PATHS.login)
  await phone.logIn(who.account, who.password)
  return [context, phone]
}

test('signing another device out closes it at once', async ({ page, browser }) => {
  const who = person('devices_1')
  await new Phone(page, server).join(who)
  const [context, other] = await otherDevice(browser, who.account)
  const account = new Account(page, server)
  await openSheet(account, 'security:devices.title')
  const sheet = page.getByRole('dialog')
  const end = sheet.getByRole('button', {
    name: say('security:devices.endOne', { device: '' }).trim(),
  })
  await end.first().click()
  const at = performance.now()
  await expect(other.page.getByRole('alert')).toContainText(say('common:sessionEnded'))
  expect(performance.now() - at).toBeLessThan(3_000)
  await expect(other.available).toHaveCount(0)
  await context.close()
})

test('clearing the cache asks first, forgets the account and wants a new log-in', async ({
  page,
}) => {
  const who = person('forget_1')
  const phone = new Phone(page, server)
  await phone.join(who)
  await page.evaluate(() => localStorage.setItem('registerInfo', '{}'))
  const account = new Account(page, server)
  const ask = async (answer: string): Promise<void> => {
    await account.go(PATHS.settings)
    await page
      .getByRole('button', { name: say('settings:cache.action') })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  }
  await ask(say('common:cancel'))
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await ask(say('settings:cache.action'))
  await expect(page).toHaveURL(/login/)
  const kept = await page.evaluate(() =>
    ['token', 'userInfo', 'registerInfo'].filter((key) => localStorage.getItem(key) !== null),
  )
  expect(kept).toEqual([])
  const sessions = await server.ask(
    `select 1 from sessions s join users u on u.id = s.user_id
     where u.account = $1 and s.revoked_at is null`,
    [who.account],
  )
  expect(sessions).toHaveLength(0)
  await phone.logIn(who.account, who.password)
})

test('logging out asks first and ends the session', async ({ page }) => {
  const who = person('goodbye_1')
  const phone = new Phone(page, server)
  await phone.join(who)
  const account = new Account(page, server)
  await account.go(PATHS.settings)
  await page.getByRole('button', { name: say('settings:logOut.action') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('settings:logOut.action') })
    .click()
  await expect(page).toHaveURL(/login/)
  const reply = await page.request.get(`${server.url}/api/me`)
  expect(reply.status()).toBe(401)
})

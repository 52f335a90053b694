import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { Account } from './support/account.ts'
import { inBooks } from './support/books.ts'
import { expectSwept } from './support/device-stores.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import { say } from './support/words.ts'

/** Chromium's own authenticator in software: it confirms without a person. */
async function addAuthenticator(page: Page): Promise<void> {
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

test.describe('with a payout account', () => {
  test.use({ progress: { payout: true } })

  test('an authenticator is turned on, and from then on a withdrawal needs its code', async ({
    page,
    account,
    user,
    books,
    server,
  }) => {
    const sheet = await account.openSetting('security:totp.title')
    await sheet.locator('input[type=password]').fill(user.password)
    await sheet.getByRole('button', { name: say('security:totp.start') }).click()
    const link = sheet.getByRole('link', { name: say('security:totp.open') })
    const uri = new URL((await link.getAttribute('href')) ?? '')
    const totp = new TOTP({ secret: uri.searchParams.get('secret') ?? '' })
    const codeAt = (timestamp: number): string => totp.generate({ timestamp })
    await sheet.getByLabel(say('security:prompt.totp.label')).fill(codeAt(server.now()))
    await sheet.getByRole('button', { name: say('security:totp.confirm') }).click()
    const codes = sheet.getByRole('list', { name: say('security:recovery.title') })
    await expect(codes).toBeVisible()
    const [recovery = ''] = await codes.getByRole('listitem').allInnerTexts()
    await sheet.getByRole('checkbox').check()
    await sheet.getByRole('button', { name: say('security:recovery.done') }).click()

    const confirm = await account.withdraw('30.00', user.tradingPassword)
    await expect(confirm).toBeDisabled()
    const dialog = page.getByRole('dialog')
    const code = dialog.getByLabel(say('security:prompt.totp.label'))
    await code.fill('000000')
    await confirm.click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    expect(await books.withdrawals()).toHaveLength(0)
    // The code that turned it on cannot be used again: the next 30 s have another one.
    await code.fill(codeAt(server.now() + 30_000))
    await dialog.locator('button[type=submit]').click()
    await account.expectRequested()

    const withRecovery = await account.withdraw('35.00', user.tradingPassword)
    await dialog.getByRole('radio', { name: say('security:prompt.method.recovery') }).click()
    await dialog.getByLabel(say('security:prompt.recovery.label')).fill(recovery)
    await withRecovery.click()
    await account.expectRequested()
    expect(await books.withdrawals()).toHaveLength(2)
  })

  test('a passkey is added, and confirms exactly one withdrawal', async ({
    page,
    user,
    books,
    server,
  }) => {
    // A passkey belongs to a host name, never to an address of digits.
    const named = { ...server, url: server.url.replace('127.0.0.1', 'localhost') }
    await logInAs(page, named, user.caller)
    const account = new Account(page, named)
    await addAuthenticator(page)
    const sheet = await account.openSetting('security:passkeys.title')
    await sheet.getByRole('button', { name: say('security:passkeys.add') }).click()
    await sheet.getByLabel(say('security:passkeys.name')).fill('my phone')
    await sheet.locator('input[type=password]').fill(user.password)
    await sheet.locator('button[type=submit]').click()
    await expect(page.getByText(say('security:passkeys.done')).first()).toBeVisible()
    await expect(sheet.getByText('my phone').first()).toBeVisible()

    const confirm = await account.withdraw('41.00', user.tradingPassword)
    await expect(confirm).toBeDisabled()
    await page.getByRole('button', { name: say('security:prompt.passkey.use') }).click()
    await expect(page.getByText(say('security:prompt.passkey.done'))).toBeVisible()
    await confirm.click()
    await account.expectRequested()
    expect(await books.withdrawals()).toMatchObject([{ amount: '4100' }])
    await server.play(PRACTICE_REVIEW.withdrawal.doneMs)
    await inBooks(async () => (await books.withdrawals())[0]?.status, 'paid')
  })
})

test('signing another device out closes it by a word on its socket', async ({
  browser,
  account,
  user,
  server,
}) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Other/1.0' })
  const other = new Phone(await context.newPage(), server)
  const words: string[] = []
  other.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => words.push(String(payload))),
  )
  await other.open(PATHS.login)
  await other.logIn(user.account, user.password)
  const sheet = await account.openSetting('security:devices.title')
  const signOut = say('security:devices.endOne', { device: '' }).trim()
  await sheet.getByRole('button', { name: signOut }).first().click()
  const end = say('security:devices.end')
  await sheet
    .page()
    .getByRole('alertdialog')
    .getByRole('button', { name: end, exact: true })
    .click()
  await expect(other.page.getByRole('alert')).toContainText(say('common:sessionEnded'))
  await expect.poll(() => words).toContain(`42["${SOCKET_EVENTS.ended}"]`)
  await expect(other.available).toHaveCount(0)
  await context.close()
})

test('clearing the cache asks first, forgets the account and wants a new log-in', async ({
  page,
  user,
  server,
}) => {
  const phone = new Phone(page, server)
  const account = new Account(page, server)
  await phone.open(PATHS.login)
  await phone.logIn(user.account, user.password)
  await page.evaluate(() => localStorage.setItem('registerInfo', '{}'))
  const clearCache = async (answer: string): Promise<void> => {
    await account.go(PATHS.settings)
    const action = page.getByRole('button', { name: say('settings:cache.action') })
    await action.first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  }
  await clearCache(say('common:cancel'))
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await clearCache(say('settings:cache.action'))
  await expect(page).toHaveURL(/login/)
  await expectSwept(page, [user.account])
  const sessions = async () =>
    (
      await server.ask(
        `select 1 from sessions s join users u on u.id = s.user_id
         where u.account = $1 and s.revoked_at is null`,
        [user.account],
      )
    ).length
  // The one by which the test registered the user.
  await inBooks(sessions, 1)
  await phone.logIn(user.account, user.password)
})

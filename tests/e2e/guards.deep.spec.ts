import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { Account } from './support/account.ts'
import { inBooks } from './support/books.ts'
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

test('signing another device out closes it at once', async ({ browser, account, user, server }) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Other/1.0' })
  const other = new Phone(await context.newPage(), server)
  await other.open(PATHS.login)
  await other.logIn(user.account, user.password)
  const sheet = await account.openSetting('security:devices.title')
  const signOut = say('security:devices.endOne', { device: '' }).trim()
  await sheet.getByRole('button', { name: signOut }).first().click()
  const at = performance.now()
  await expect(other.page.getByRole('alert')).toContainText(say('common:sessionEnded'))
  expect(performance.now() - at).toBeLessThan(3_000)
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
  const kept = await page.evaluate(() =>
    ['token', 'userInfo', 'registerInfo'].filter((key) => localStorage.getItem(key) !== null),
  )
  expect(kept).toEqual([])
  const sessions = await server.ask(
    `select 1 from sessions s join users u on u.id = s.user_id
     where u.account = $1 and s.revoked_at is null`,
    [user.account],
  )
  // The one by which the test registered the user.
  expect(sessions).toHaveLength(1)
  await phone.logIn(user.account, user.password)
})

import { TOTP } from 'otpauth'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

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
})

test('logging out asks first and ends the session', async ({ page, phone, server }) => {
  await phone.openProducts()
  await expect(phone.available).toContainText('10,000.00')
  await phone.logOut()
  // The device has forgotten at once; the server hears of it a moment later.
  const known = async (): Promise<number> =>
    (await page.request.get(`${server.url}/api/me`)).status()
  await expect.poll(known).toBe(401)
})

import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { looksOf } from './support/looks.ts'
import { logInBeside, type ReadyUser, signUp } from './support/ready-user.ts'
import { axeFaults, darkFaults, shapeFaults } from './support/screen-faults.ts'
import { speech } from './support/words.ts'

const SCREENS = looksOf(
  [{ language: 'de', width: 320, height: 640 }],
  [
    { language: 'th', width: 320, height: 640 },
    { language: 'zh-CN', width: 1_280, height: 800 },
    { language: 'en', width: 1_280, height: 800 },
  ],
)

/** With PICTURES, of what is looked at too, light and dark. */
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: null })
}
const look = async (page: Page): Promise<void> => {
  const faults = [await shapeFaults(page), await axeFaults(page), await darkFaults(page)]
  expect(faults.flat()).toEqual([])
}

for (const { language, ...viewport } of SCREENS) {
  test.describe(`in ${language} at ${viewport.width}`, () => {
    test.use({ viewport, isMobile: false, hasTouch: false })
    const say = speech(language)
    let user: ReadyUser

    test.beforeEach(async ({ page, server }) => {
      user = await signUp(server)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((code) => {
        if (origin !== 'null') localStorage.setItem('language', code)
      }, language)
      await logInAs(page, server, user.caller)
    })

    test('is told of a log-in on another device at once, and may lock from its message', async ({
      page,
      server,
    }) => {
      const owner = await signUp(server, { verified: true })
      await page.context().clearCookies()
      await logInAs(page, server, owner.caller)
      await page.goto(`${server.url}/#${PATHS.messages}`)
      await logInBeside(server, owner)
      await logInBeside(server, owner)
      const title = say('messages:kind.log_in_new_device.title')
      await expect(page.getByText(title).first()).toBeVisible()
      await look(page)
      await shoot(page, `${language}-new-device`)
      const lock = page.getByRole('link', { name: say('messages:lock') })
      await lock.first().click()
      const sheet = page.getByRole('dialog', { name: say('security:lock.title') })
      await expect(sheet.getByRole('button', { name: say('security:lock.confirm') })).toBeVisible()
    })

    test('locks the account, after saying how its owner gets back in', async ({ page, server }) => {
      const owner = await signUp(server, { verified: true })
      await page.context().clearCookies()
      await logInAs(page, server, owner.caller)
      await page.goto(`${server.url}/#${PATHS.settings}`)
      await page.getByRole('button', { name: say('security:lock.title') }).click()
      const sheet = page.getByRole('dialog', { name: say('security:lock.title') })
      await expect(sheet.getByText(say('security:lock.lead'))).toBeVisible()
      await look(page)
      await shoot(page, `${language}-lock`)
      await sheet.getByRole('button', { name: say('security:lock.confirm') }).click()
      await expect(page.getByText(say('security:lock.done'))).toBeVisible()

      await page.goto(`${server.url}/#${PATHS.login}`)
      await page.getByLabel(say('identity:account.label')).fill(owner.account)
      await page.getByLabel(say('identity:password.label')).fill(owner.password)
      await page.getByRole('button', { name: say('common:logIn'), exact: true }).click()
      await expect(page.getByText(say('errors:account_locked'))).toBeVisible()
      await look(page)
      await shoot(page, `${language}-locked`)
      await page.getByRole('link', { name: say('access:forgot.recover') }).click()
      await expect(page.getByText(say('recovery:ask.lead'))).toBeVisible()
    })

    test('offers owners whom no recovery could bring back what keeps others out', async ({
      page,
      server,
    }) => {
      const other = await logInBeside(server, user)
      await page.goto(`${server.url}/#${PATHS.settings}`)
      await page.getByRole('button', { name: say('security:lock.title') }).click()
      const sheet = page.getByRole('dialog', { name: say('security:lock.title') })
      await expect(sheet.getByText(say('security:lock.unverified'))).toBeVisible()
      await look(page)
      await shoot(page, `${language}-unverified`)
      await sheet.getByRole('button', { name: say('security:lock.others') }).click()
      await expect(page.getByText(say('security:devices.othersEnded'))).toBeVisible()
      await expect(other.get('/me')).rejects.toThrow()
      await sheet.getByRole('link', { name: say('tabs:pages.password') }).click()
      await expect(page).toHaveURL(new RegExp(`${PATHS.password}$`))
    })

    test('closes the account with the password, and keeps it with one tap', async ({
      page,
      server,
    }) => {
      await page.goto(`${server.url}/#${PATHS.settings}`)
      await page.getByRole('button', { name: say('security:close.title') }).click()
      const sheet = page.getByRole('dialog', { name: say('security:close.title') })
      await expect(sheet.getByText(say('security:close.lead'))).toBeVisible()
      await sheet.getByLabel(say('identity:password.label')).fill(user.password)
      await look(page)
      await shoot(page, `${language}-close`)
      await sheet.getByRole('button', { name: say('security:close.confirm') }).click()
      const keep = sheet.getByRole('button', { name: say('security:close.keep') })
      await expect(keep).toBeVisible()
      await look(page)
      await shoot(page, `${language}-closing`)
      await keep.click()
      await expect(page.getByText(say('security:close.kept'))).toBeVisible()
      await expect(sheet.getByText(say('security:close.lead'))).toBeVisible()
      expect(await user.caller.get('/account/closing')).toEqual({ closesAt: null, obstacles: [] })
    })

    test('says on the own page when the account closes, and keeps it there', async ({
      page,
      server,
    }) => {
      await user.caller.post('/account/close', { password: user.password, proof: null })
      await page.goto(`${server.url}/#${PATHS.user}`)
      const banner = page.getByRole('complementary', { name: say('security:close.title') })
      await expect(banner).toBeVisible()
      await look(page)
      await shoot(page, `${language}-banner`)
      await banner.getByRole('button', { name: say('security:close.keep') }).click()
      await expect(banner).toBeHidden()
      expect(await user.caller.get('/account/closing')).toEqual({ closesAt: null, obstacles: [] })
    })
  })
}

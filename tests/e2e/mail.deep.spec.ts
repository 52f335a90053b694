import { AxeBuilder } from '@axe-core/playwright'
import { PATHS } from '#lib/paths.ts'
import { bodyOf, codeIn, Smtp } from '#support/smtp.ts'
import { expect, test as base } from './support/fixtures.ts'
import { logInBeside } from './support/ready-user.ts'
import { say } from './support/words.ts'

/** Tests on a server of their worker's own, with a mail server. */
const test = base.extend<object, { smtp: Smtp }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const smtp = await Smtp.open()
      await use(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
  serverOptions: [
    async ({ smtp }, use) =>
      use({
        env: {
          SMTP_URL: smtp.url(),
          MAIL_FROM: 'notices@app.example',
          PUBLIC_ADDRESS: 'https://app.example',
        },
      }),
    { scope: 'worker' },
  ],
})

const ADDRESS = 'anna@mail.example'
const SIZES = [
  { width: 320, height: 640 },
  { width: 1_280, height: 800 },
]

test('a user confirms an address, and gets a mail of a log-in on another device', async ({
  phone,
  user,
  server,
  smtp,
}, info) => {
  const { page } = phone
  await page.goto(`${server.url}/#${PATHS.settings}`)
  const section = page.getByRole('region', { name: say('settings:mail.title') })
  const look = async (state: string): Promise<void> => {
    for (const language of ['zh-CN', 'en', 'de', 'th']) {
      await page.evaluate((code) => localStorage.setItem('language', code), language)
      await page.reload()
      const title = page
        .locator('section')
        .filter({ has: page.locator('p.text-sm') })
        .last()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await title.scrollIntoViewIfNeeded()
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(size.width)
        const path = info.outputPath(`mail-${state}-${language}-${size.width}.png`)
        await page.screenshot({ path, fullPage: true })
      }
    }
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await expect(section).toBeVisible()
  }
  await expect(section).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations).toEqual([])
  await look('address')
  await section.getByLabel(say('settings:mail.label')).fill(ADDRESS)
  await section.getByRole('button', { name: say('settings:mail.send') }).click()
  await expect(section.getByLabel(say('settings:mail.codeLabel'))).toBeVisible()
  const [first] = await smtp.received(1, ADDRESS)
  if (first === undefined) throw new Error('no mail')
  await look('code')
  await section.getByLabel(say('settings:mail.codeLabel')).fill(codeIn(first))
  await section.getByRole('button', { name: say('settings:mail.confirm') }).click()
  await expect(section.getByText('a***@mail.example')).toBeVisible()
  await look('used')

  await logInBeside(server, user)
  const [, told] = await smtp.received(2, ADDRESS)
  if (told === undefined) throw new Error('no mail')
  expect(bodyOf(told)).toContain(say('outlet:kinds.device.text'))
  expect(bodyOf(told)).not.toMatch(/\d/)

  await section.getByRole('button', { name: say('settings:mail.remove') }).click()
  await expect(section.getByLabel(say('settings:mail.label'))).toBeVisible()
  const [, , last] = await smtp.received(3, ADDRESS)
  if (last === undefined) throw new Error('no mail')
  expect(bodyOf(last)).toContain(say('outlet:kinds.changed.text'))
})

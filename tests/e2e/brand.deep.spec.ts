import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { say, speech } from './support/words.ts'

const NAME = 'Open Tick'
const SIZES = [
  { width: 320, height: 640 },
  { width: 1_280, height: 800 },
]
const LANGUAGES = ['zh-CN', 'en', 'de', 'th'] as const
const TERMS = { English: 'You agree to be fair.', 简体中文: '您同意公平交易。' } as const
const SHOTS = process.env['BRAND_SHOTS']

const accentOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-brand'))
const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: `${SHOTS}/${name}.png` })
}

test('a name and an accent from the desk reach pages, title and manifest, and terms need two operators', async ({
  browser,
  server,
}) => {
  const { page: desk } = await operatorAt(browser, server, 'desk-brand')
  await desk.goto(`${server.url}/desk.html#/brand`)
  const light = desk.getByLabel(say('desk:brand.accent.light'))
  await desk.getByLabel(say('desk:brand.name'), { exact: true }).fill(NAME)
  await desk.getByLabel(say('desk:brand.accent.dark')).fill('#c9a7f0')
  await light.fill('#8ab4f8')
  await expect(desk.getByRole('alert')).toContainText(/1\.\d:1.*4\.5:1/)
  await desk.getByRole('button', { name: say('desk:brand.change') }).click()
  await expect(desk.getByRole('alertdialog')).toBeHidden()
  await light.fill('#5b2a86')
  for (const size of SIZES) {
    await desk.setViewportSize(size)
    await expect.poll(() => widthOf(desk)).toBeLessThanOrEqual(size.width)
    await shoot(desk, `desk-${size.width}`)
  }
  await desk.getByRole('button', { name: say('desk:brand.change') }).click()
  const asked = desk.getByRole('alertdialog')
  await asked.getByRole('button', { name: say('desk:brand.change') }).click()
  await expect(desk.getByRole('heading', { name: say('desk:brand.changes') })).toBeVisible()

  await desk.goto(`${server.url}/desk.html#/legal`)
  await desk.getByRole('button', { name: say('desk:legal.write') }).click()
  for (const [language, text] of Object.entries(TERMS)) await desk.getByLabel(language).fill(text)
  await desk.getByRole('button', { name: say('desk:legal.propose') }).click()
  await expect(desk.getByText(say('desk:legal.second'))).toBeVisible()
  await expect(
    desk.getByRole('button', { name: say('desk:legal.publish'), exact: true }),
  ).toBeHidden()
  const { page: second } = await operatorAt(browser, server, 'desk-legal-second')
  await second.goto(`${server.url}/desk.html#/legal`)
  await second.getByRole('button', { name: say('desk:legal.publish'), exact: true }).click()
  const question = second.getByRole('alertdialog')
  await question.getByRole('button', { name: say('desk:legal.publish') }).click()
  await expect(second.getByText(say('desk:status.published'), { exact: true })).toBeVisible()

  for (const language of LANGUAGES) {
    const text = speech(language)
    for (const size of SIZES) {
      const context = await browser.newContext({ viewport: size, locale: language })
      await context.addInitScript((code) => localStorage.setItem('language', code), language)
      const page = await context.newPage()
      await page.goto(`${server.url}/#${PATHS.home}`)
      await expect(page).toHaveTitle(new RegExp(`· ${NAME}$`))
      expect(await accentOf(page)).toBe('#5b2a86')
      await expect(page.getByText(text('home:more', { brand: NAME })).first()).toBeAttached()
      await shoot(page, `home-${language}-${size.width}`)
      const manifest = await context.request.get(`${server.url}/manifest.webmanifest`, {
        headers: { 'accept-language': language },
      })
      expect(await manifest.json()).toMatchObject({ name: NAME, lang: language })
      await page.goto(`${server.url}/#${PATHS.about}`)
      const terms = page.getByRole('region', { name: text('about:legal.terms') })
      await expect(terms).toContainText(TERMS[language === 'zh-CN' ? '简体中文' : 'English'])
      await expect(page.getByText(text('about:lead', { brand: NAME }))).toBeVisible()
      await terms.scrollIntoViewIfNeeded()
      await shoot(page, `about-${language}-${size.width}`)
      expect(await widthOf(page)).toBeLessThanOrEqual(size.width)
      expect(await page.locator('body').innerText()).not.toMatch(/Fairtick|\{\{/)
      await context.close()
    }
  }
  await second.context().close()
  await desk.context().close()
})

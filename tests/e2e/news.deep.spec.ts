import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

const TEXTS = {
  English: ['Maintenance on Saturday', 'Trading pauses for an hour.\n\nOpen orders settle first.'],
  简体中文: ['周六系统维护', '交易将暂停一小时。\n\n未完成的订单会先结算。'],
  Deutsch: [
    'Wartung am Samstag',
    'Der Handel pausiert eine Stunde lang.\n\nLaufende Orders enden vorher.',
  ],
} as const
const SHOWN = { 'zh-CN': '简体中文', en: 'English', de: 'Deutsch', th: 'English' } as const
const SIZES = [
  { width: 320, height: 640 },
  { width: 1_280, height: 800 },
]

test('an article comes from the desk to the home page of visitors, until it is withdrawn', async ({
  page,
  browser,
  server,
}) => {
  await page.goto(`${server.url}/#${PATHS.home}`)
  await expect(page.getByRole('region', { name: say('home:news.title') })).toBeHidden()

  const { page: desk } = await operatorAt(browser, server, 'desk-news')
  await desk.goto(`${server.url}/desk.html#/news`)
  await desk.getByRole('button', { name: say('desk:news.write') }).click()
  await desk.getByText(say('desk:announce.more')).click()
  for (const [language, [title, body]] of Object.entries(TEXTS)) {
    const group = desk.getByRole('group', { name: language })
    await group.getByLabel(say('desk:news.title')).fill(title)
    await group.getByLabel(say('desk:news.body')).fill(body)
  }
  await desk.getByRole('button', { name: say('desk:news.publish') }).click()
  const asked = desk.getByRole('alertdialog')
  await asked.getByRole('button', { name: say('desk:news.publish') }).click()
  await expect(desk.getByText(say('desk:news.state.published'), { exact: true })).toBeVisible()

  for (const [language, name] of Object.entries(SHOWN)) {
    for (const size of SIZES) {
      const context = await browser.newContext({ viewport: size })
      await context.addInitScript((code) => localStorage.setItem('language', code), language)
      const visitor = await context.newPage()
      await visitor.goto(`${server.url}/#${PATHS.home}`)
      const [title, body] = TEXTS[name]
      await visitor.getByRole('link', { name: title }).click()
      await expect(visitor.getByRole('article', { name: title })).toContainText(
        body.split('\n')[0] ?? '',
      )
      const wide = await visitor.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(size.width)
      await context.close()
    }
  }

  await desk.getByRole('button', { name: say('desk:news.withdraw') }).click()
  await asked.getByRole('button', { name: say('desk:news.withdraw') }).click()
  await expect(desk.getByText(say('desk:news.state.withdrawn'), { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('region', { name: say('home:news.title') })).toBeHidden()
  await desk.context().close()
})

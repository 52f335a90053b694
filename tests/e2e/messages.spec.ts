import { type Browser, expect, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

const WORD = 'blue heron'
let server: RunningServer
let caller: Caller

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  caller = await newcomer(server, 'reading_1')
  await caller.post('/deposits', { method: 'bank_transfer', amount: '40.13', proof: null })
  await expect
    .poll(async () => (await server.ask('select 1 from messages')).length, { timeout: 60_000 })
    .toBeGreaterThan(1)
})
test.afterAll(() => server.stop())

async function device(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([{ ...caller.cookie, url: server.url }])
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
  await page.goto(`${server.url}/#${path}`)
  return page
}
const unreadRows = (page: Page) => page.getByRole('listitem').filter({ hasText: /Unread$|Unread/ })
const tab = (page: Page) => page.getByRole('link', { name: /^Me|unread/ }).last()

test('messages are counted everywhere, read by looking at them, and lead to what they are about', async ({
  browser,
}) => {
  const phone = await device(browser, PATHS.user)
  await expect(phone).toHaveTitle(/^\(2\) /)
  await expect(tab(phone)).toContainText('2 unread messages')
  const tablet = await device(browser, PATHS.messages)
  await expect(tablet.getByRole('listitem')).toHaveCount(2)
  const newest = tablet.getByRole('listitem').first()
  await expect(newest).toContainText('Deposit refused')
  await expect(newest).toContainText('Just now')
  // Looked at for a second on the tablet: read on the phone too.
  await expect(tablet.getByText('All read')).toBeVisible()
  await expect(unreadRows(tablet)).toHaveCount(0)
  await expect(phone).toHaveTitle(/^Personal centre/)
  await expect(tab(phone)).not.toContainText('unread')
  await newest.getByRole('link').click()
  await expect(tablet.getByRole('dialog')).toContainText('40.13')
})

test('an announcement comes at once, marked with the safety word, and is read by looking', async ({
  browser,
}) => {
  const phone = await device(browser, `${PATHS.settings}?open=safetyWord`)
  await phone.getByLabel(say('messages:word.label')).fill(WORD)
  await phone.getByRole('button', { name: say('messages:word.save') }).click()
  await expect(phone.getByText(say('messages:word.saved'))).toBeVisible()
  await phone.goto(`${server.url}/#${PATHS.user}`)
  await expect(phone.getByRole('link', { name: /Safety word/ })).toContainText(WORD)

  const { page: desk } = await operatorAt(browser, server, 'anna')
  await desk.goto(`${server.url}/desk.html#/announcements`)
  await desk.getByRole('button', { name: say('desk:announce.write') }).click()
  await desk.getByLabel('English', { exact: true }).fill('Maintenance on Saturday')
  await desk.getByLabel('简体中文').fill('周六维护')
  await desk.getByRole('button', { name: say('desk:announce.send') }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: say('desk:announce.yes') })
    .click()

  await expect(phone.getByText(`[${WORD}] Maintenance on Saturday`)).toBeVisible()
  await expect(phone).toHaveTitle(/^\(1\) /)
  await expect(desk.getByText(/^Told (\d+) of \1$/)).toBeVisible()
  await phone.getByRole('link', { name: /System messages/ }).click()
  const newest = phone.getByRole('listitem').first()
  await expect(newest).toContainText('Maintenance on Saturday')
  await expect(newest).toContainText(`Safety word: ${WORD}`)
  await expect(phone).toHaveTitle(/^System messages/)
  const told = await server.ask<{ n: number }>(
    `select count(*)::int as n from messages where kind = 'announcement' group by user_id
      order by 1 desc limit 1`,
  )
  expect(told).toEqual([{ n: 1 }])
})

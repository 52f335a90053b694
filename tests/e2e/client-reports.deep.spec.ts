import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { speak } from './support/looking.ts'
import { shapeFaults, untranslated } from './support/screen-faults.ts'
import { say, speech } from './support/words.ts'

const { step } = test
const LANGUAGES = ['en', 'zh-CN', 'de', 'th']
const NARROW = { width: 320, height: 740 }
const PHONE = { width: 320, height: 640 }
const WIDE = { width: 1_280, height: 800 }
const SECRETS = /anna|DE89|secret|token|4711/i

/** Throws an error that names a person, a token, an account and a query, with a place in a file of the app. */
const throwPlanted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const file = [...document.scripts].find(({ src }) => src.includes('/assets/'))?.src ?? ''
    const error = new RangeError('Anna Example, anna@example.com, DE89370400440532013000')
    error.stack = [
      `RangeError: Anna Example at ${location.origin}/?token=secret#/orders?account=4711`,
      `    at anna (${file}:1:4242)`,
      '    at https://anna.example/assets/anna.js:1:1',
    ].join('\n')
    setTimeout(() => {
      throw error
    })
    void Promise.reject(error)
  })

const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('errors and speed of a page reach the desk, and nothing of its user', async ({
  page,
  browser,
  phone,
  server,
}) => {
  test.setTimeout(240_000)
  const stored = () => server.ask<{ kind: string }>('select * from client_reports order by id')
  const kinds = async (): Promise<string[]> => (await stored()).map(({ kind }) => kind)
  const loaded = page.waitForResponse(/\/assets\/client-reports-/)

  await step('an error, a rejected promise and the vitals', async () => {
    await phone.open(PATHS.products)
    await loaded
    await throwPlanted(page)
    await expect.poll(kinds).toEqual(expect.arrayContaining(['error', 'rejection']))
    await hide(page)
    await expect.poll(kinds).toEqual(expect.arrayContaining(['lcp', 'cls']))
  })

  await step('code that does not load', async () => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await phone.open(PATHS.about)
    await expect.poll(kinds).toContain('chunk')
    await page.unroute('**/assets/*.js')
  })

  await step('the database has places, and no word that was planted', async () => {
    const rows = await stored()
    const text = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    expect(text).not.toMatch(SECRETS)
    expect(text).toMatch(/[\w-]+\.js:1:4242/)
  })

  await step('the desk shows them', async () => {
    const desk = await operatorAt(browser, server, 'desk-reports')
    await desk.page.goto(`${server.url}/desk.html#/reports`)
    for (const language of ['en', 'zh-CN']) {
      await speak(desk.page, language)
      const text = speech(language)
      const hint = desk.page.getByText(text('desk:reports.hint'))
      await expect(hint).toBeVisible()
      await expect(desk.page.locator('[data-report="RangeError"]').first()).toBeVisible()
      for (const size of [PHONE, WIDE]) {
        await desk.page.setViewportSize(size)
        expect(await shapeFaults(desk.page)).toEqual([])
        const path = test.info().outputPath(`desk-${language}-${size.width}.png`)
        await desk.page.screenshot({ path, fullPage: true })
      }
    }
    await desk.page.context().close()
  })
})

test('an error of the server shows the id of the request, to be copied for customer service', async ({
  page,
  phone,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const problem = { type: 'urn:fairtick:error:internal', title: 'internal', status: 500 }
  await page.route('**/api/statistics', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      headers: { 'x-request-id': '7K3M-9QX2' },
      body: JSON.stringify({ ...problem, code: 'internal', requestId: '7K3M-9QX2' }),
    }),
  )
  await phone.open(PATHS.statistics)
  await expect(page.getByText('7K3M-9QX2')).toBeVisible()
  for (const language of LANGUAGES) {
    await speak(page, language)
    const text = speech(language)
    await expect(page.getByRole('button', { name: text('offline:details.copy') })).toBeVisible()
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size)
      expect([...(await shapeFaults(page)), ...(await untranslated(page))]).toEqual([])
      const path = test.info().outputPath(`panel-${language}-${size.width}.png`)
      await page.screenshot({ path })
    }
  }
  await speak(page, 'en')
  await page.getByRole('button', { name: say('offline:details.copy') }).click()
  await expect(page.getByRole('button', { name: say('offline:details.copied') })).toBeVisible()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines.map((line) => line.split(':')[0])).toEqual(['time', 'error', 'request', 'build'])
  expect(lines.slice(1)).toEqual([
    'error: internal',
    'request: 7K3M-9QX2',
    expect.stringMatching(/^build: 1\.0\.0 [\w-]{8}$/),
  ])
})

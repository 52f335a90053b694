import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { Fund } from './support/fund.ts'
import { say } from './support/words.ts'

test.use({ progress: { payout: true } })

/** The server does its work; no answer comes through, nor one to the question what became of it. */
async function loseAnswers(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.route('**/api/commands/**', (route) => route.abort('connectionreset'))
}

const done = (name: string, amount: string): string =>
  say('offline:command.done', {
    what: say('offline:command.amount', { what: say(`offline:command.what.${name}`), amount }),
  })

test('a reload in the middle of a deposit, a withdrawal and a transfer does each once and says so', async ({
  page,
  phone,
  account,
  user,
  books,
  server,
}) => {
  await loseAnswers(page, '/deposits')
  const send = await account.deposit('31.00')
  await send.click()
  await expect(send).toHaveText(say('common:confirming'))
  await expect.poll(async () => (await books.deposits()).length).toBe(1)
  await page.reload()
  // As long as no one knows, no other is sent.
  await expect(page.getByRole('dialog').locator('button[type=submit]')).toBeDisabled()
  await page.unrouteAll()
  await expect(page.getByText(done('deposit', '31.00'))).toBeVisible()
  expect(await books.deposits()).toHaveLength(1)

  await loseAnswers(page, '/withdrawals')
  const confirm = await account.withdraw('50.00', user.tradingPassword)
  await confirm.click()
  await expect(confirm).toHaveText(say('common:confirming'))
  await expect.poll(async () => (await books.withdrawals()).length).toBe(1)
  await page.reload()
  await page.unrouteAll()
  await expect(page.getByText(done('withdrawal', '50.00'))).toBeVisible()
  expect(await books.withdrawals()).toHaveLength(1)

  const fund = new Fund(phone.page, server, user.account)
  await loseAnswers(page, '/fund/subscriptions')
  const sheet = await fund.transfer('100.00')
  await fund.submit(sheet).click()
  await expect(sheet.getByText(say('fund:state.confirmingHint'))).toBeVisible()
  await expect.poll(async () => (await fund.books.lots('transfer')).length).toBe(1)
  // The page that loses the answers ends first: otherwise it may get one, and say so where nothing is left to be seen.
  await page.goto(`${server.url}/#${PATHS.fund}`)
  await page.reload()
  await page.unrouteAll()
  await expect(page.getByText(done('fund_subscribe', '100.00'))).toBeVisible()
  expect(await fund.books.lots('transfer')).toHaveLength(1)
})

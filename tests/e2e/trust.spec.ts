import { expect, type Page, test } from '@playwright/test'
import { listTicks } from '#contract/endpoints/market.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { settle } from '#rules/settle.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { type RunningServer, startServer } from './support/server.ts'

let server: RunningServer
let caller: Caller

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer()
  caller = await newcomer(server, 'trusting_1')
})
test.afterAll(() => server.stop())

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
})

/** The record's number that a table marks as the one that decided. */
async function decisive(page: Page, mark: string): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: mark }).first()
  return Number.parseInt(await row.innerText(), 10)
}

test('the rule is shown at work on the public record, and anybody can recompute it', async ({
  page,
}) => {
  // An example needs a log as long as its order.
  await page.waitForTimeout(32_000)
  await page.goto(`${server.url}/#${PATHS.about}`)
  await page.getByRole('link', { name: 'How it is settled' }).click()
  const sentence = page.getByText(/^If this had been your order: Buy (up|down), 30 sec/)
  await expect(sentence).toBeVisible({ timeout: 20_000 })
  const direction = (await sentence.innerText()).includes('Buy up') ? 'up' : 'down'
  const entrySeq = await decisive(page, 'Buy price')
  const exitSeq = await decisive(page, 'Transaction price')
  const reply = await page.request.get(`${server.url}/api/ticks/BTCUSDT?limit=10000`)
  const { records } = listTicks.reply.parse(await reply.json())
  const before = records.findLast(({ kind, seq }) => kind === 'tick' && seq < entrySeq)
  const entry = records.find(({ seq }) => seq === entrySeq)
  // Any moment between the two ticks has the same entry; the exit tells the moment apart.
  const outcomes = new Set<string>()
  for (let at = before?.timeMs ?? 0; at < (entry?.timeMs ?? 0); at++) {
    const judged = settle(records, { direction, acceptedAt: at, expiresAt: at + 30_000 })
    if (judged?.exit?.seq === exitSeq) outcomes.add(judged.outcome)
  }
  const said = await page.locator('main [aria-live]').innerText()
  expect(said).toMatch(/^(Won|Lost|Draw|Void)/)
  expect([...outcomes].some((outcome) => said.toLowerCase().startsWith(outcome))).toBe(true)
  await page.getByRole('button', { name: 'Another example' }).click()
  await expect(sentence).toBeVisible()
})

test('the ticket leads to the odds of its product, reckoned with a typed stake', async ({
  page,
}) => {
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => localStorage.setItem('token', 'known'))
  await page.goto(`${server.url}/#${productPath('ETHUSDT')}`)
  await page.getByRole('button', { name: 'Buy up' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'The odds' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The odds')
  await expect(page.getByRole('button', { name: /^Product/ })).toContainText('Ether')
  await page.getByLabel('Stake of each order').fill('20')
  await expect(page.getByText('−200.00')).toBeVisible()
  await expect(page.getByText(/^5 of every 9 orders/)).toBeVisible()
  await page.getByRole('tab', { name: '15 min' }).click()
  await expect(page.getByText('−80.00')).toBeVisible()
})

test('the statistics are there for visitors and honest about too few', async ({ page }) => {
  await page.goto(`${server.url}/#${PATHS.statistics}`)
  const orders = page.getByRole('region', { name: 'How orders ended' })
  await expect(orders).toContainText('Fewer than 20 so far')
  const [row] = await server.ask<{ at: string }>('select at from statistics')
  expect(row?.at).not.toBeNull()
})

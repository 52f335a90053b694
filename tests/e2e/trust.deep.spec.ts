import type { Page } from '@playwright/test'
import { publicLog } from '#support/public-log.ts'
import { STATISTICS_MINIMUM } from '#contract/statistics.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { settle } from '#rules/settle.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

const MEASURED = `select at, (select sum(value::int)::int
  from jsonb_each_text(figures #> '{recent,outcomes}')) as settled from statistics`

/** The sequence number of the record that a table marks as the one that decided. */
async function decisive(page: Page, mark: string): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: mark }).first()
  return Number.parseInt(await row.innerText(), 10)
}

test('a visitor sees the rule at work on the public record, can recompute it, and reads honest statistics', async ({
  page,
  server,
}) => {
  // An example needs a log as long as its order.
  await server.play(32_000)
  const phone = new Phone(page, server)
  await phone.open(PATHS.about)
  await page.getByRole('link', { name: 'How it is settled' }).click()
  const sentence = page.getByText(/^If this had been your order: (Up|Down), 30 sec/)
  await expect(sentence).toBeVisible()
  const direction = /: Up\b/.test(await sentence.innerText()) ? 'up' : 'down'
  const entrySeq = await decisive(page, 'Entry price')
  const exitSeq = await decisive(page, 'Exit price')
  const records = await publicLog(server.url, 'BTCUSDT')
  const before = records.findLast(({ kind, seq }) => kind === 'tick' && seq < entrySeq)
  const entry = records.find(({ seq }) => seq === entrySeq)
  // Any moment between the two ticks has the same entry; the exit tells the moments apart.
  const outcomes = new Set<string>()
  for (let at = before?.timeMs ?? 0; at < (entry?.timeMs ?? 0); at++) {
    const judged = settle(records, { direction, startsAt: at, expiresAt: at + 30_000 })
    if (judged?.exit?.seq === exitSeq) outcomes.add(judged.outcome)
  }
  const outcome = page.locator('main [aria-live]')
  await expect(outcome).toHaveText(/^(Won|Lost|Draw|Void)/)
  const shown = await outcome.innerText()
  expect([...outcomes].some((outcome) => shown.toLowerCase().startsWith(outcome))).toBe(true)
  await page.getByRole('button', { name: 'Another example' }).click()
  await expect(sentence).toBeVisible()

  await phone.open(PATHS.statistics)
  const orders = page.getByRole('region', { name: 'How orders ended' })
  await expect(orders).toContainText('Orders settled')
  const [row] = await server.ask<{ at: string | null; settled: number }>(MEASURED)
  expect(row?.at).not.toBeNull()
  // Other journeys on the same server may have settled orders before.
  const settled = row?.settled ?? Number.NaN
  await expect(orders).toContainText(
    settled < STATISTICS_MINIMUM ? 'Fewer than 20 so far' : `Orders settled${settled}`,
  )
})

test('the ticket leads to the odds of its product, reckoned with a typed stake', async ({
  page,
  phone,
}) => {
  await phone.open(productPath('ETHUSDT'))
  await page.getByRole('button', { name: /^Up/ }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'The odds' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The odds')
  await expect(page.getByRole('button', { name: /^Product/ })).toContainText('Ether')
  await page.getByLabel('Stake per order').fill('20')
  await expect(page.getByText('−200.00')).toBeVisible()
  await expect(page.getByText(/^5 of every 9 orders/)).toBeVisible()
  await page.getByRole('tab', { name: '15 min' }).click()
  await expect(page.getByText('−80.00')).toBeVisible()
})

import { HOUR_MS } from '#contract/time.ts'
import type { Locator } from '@playwright/test'
import { listProducts } from '#contract/endpoints/market.ts'
import { PATHS } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

const { step } = test
/** A text as far as its values go. */
const upTo = (key: string): string => say(key).split('{{')[0] ?? ''

test('a limit holds at once, is loosened after a day, and a break ends when it is over', async ({
  page,
  phone,
  user: { caller },
  books,
  server,
}) => {
  const row = (kind: string): Locator =>
    page.getByRole('button', { name: say(`limits:kinds.${kind}.title`) })
  const set = async (kind: string, field: string, value: string): Promise<void> => {
    await row(kind).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say(`limits:sheet.${field}`), { exact: true }).fill(value)
    await sheet.getByRole('button', { name: say('limits:sheet.save') }).click()
    await expect(sheet).toHaveCount(0)
  }
  const hoursPass = (hours: number): Promise<void> =>
    server.moveTo(new Date(server.now() + hours * HOUR_MS).toISOString())

  await step('the ticket says beforehand that the own limit refuses', async () => {
    await phone.open(PATHS.limits)
    await set('stake', 'amount', '20')
    await expect(row('stake')).toContainText('20.00')
    await phone.openProduct('BTCUSDT')
    const buy = await phone.ticket('up', '25', /15 min/)
    const refusal = say('errors:own_stake_limit', { limit: '20.00' })
    await expect(page.getByText(refusal)).toBeVisible()
    await expect(buy).toHaveAttribute('aria-disabled', 'true')
    expect(await books.orders()).toEqual([])
    await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('20')
    await expect(page.getByText(refusal)).toHaveCount(0)
    await phone.send(buy)
  })

  await step('looser only after a day, on the page and in the database', async () => {
    await phone.open(PATHS.limits)
    await set('stake', 'amount', '100')
    await expect(row('stake')).toContainText('100.00 from')
    /** What became of it; right after a leap the market has no price yet. */
    const place = async (): Promise<string> => {
      const { products } = listProducts.reply.parse(await caller.get('/products'))
      const termsId = products.find(({ symbol }) => symbol === 'BTCUSDT')?.terms.termsId
      const intent = { symbol: 'BTCUSDT', direction: 'up', stake: '25.00', durationMs: 900_000 }
      return caller.post('/orders', { ...intent, termsId }).then(() => 'accepted', String)
    }
    const answer = () => expect.poll(place)
    await hoursPass(23.5)
    await answer().toContain('own_stake_limit')
    await hoursPass(0.6)
    await page.reload()
    await expect(row('stake')).toContainText('100.00')
    await expect(row('stake')).not.toContainText('from')
    await answer().toBe('accepted')
    expect(await books.orders()).toHaveLength(2)
  })

  await step('the reminder comes on any page, and goes', async () => {
    await set('session_minutes', 'minutes', '5')
    await phone.open(PATHS.about)
    // The page has noted when the sitting began.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sitting'))).not.toBeNull()
    await hoursPass(0.2)
    await page.reload()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(say('limits:reminder.title'))).toBeVisible()
    await sheet.getByRole('button', { name: say('limits:reminder.goOn') }).click()
    await expect(sheet).toHaveCount(0)
  })

  await step('a break refuses orders and nothing else, until it is over', async () => {
    await phone.open(PATHS.limits)
    await page.getByRole('button', { name: say('limits:break.time_out') }).click()
    await page.getByRole('radio', { name: /24 hours/ }).click()
    await page.getByRole('button', { name: say('limits:break.start') }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: say('limits:break.start') }).click()
    await expect(page.getByText(upTo('limits:break.running'))).toBeVisible()
    await phone.openProduct('BTCUSDT')
    await expect(page.getByRole('button', { name: say('common:direction.down') })).toBeDisabled()
    await expect(page.getByText(upTo('errors:trading_paused'))).toBeVisible()
    await phone.open(PATHS.deposits)
    await expect(page.getByRole('button', { name: say('cashier:deposit.new') })).toBeDisabled()
    await phone.open(PATHS.withdrawals)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await hoursPass(24.2)
    await phone.openProduct('BTCUSDT')
    await page.reload()
    await phone.openProduct('BTCUSDT')
    await phone.buy('down', '10', /15 min/)
  })
})

import { expect, type Locator, test } from '@playwright/test'
import { listProducts } from '#contract/endpoints/market.ts'
import { PATHS } from '#lib/paths.ts'
import { type ClockedServer, startClockedServer } from './support/clocked.ts'
import { Phone } from './support/phone.ts'
import { type Caller, newcomer } from './support/ready-user.ts'
import { say } from './support/words.ts'

/** Own limits from the page to the refusal and past their day: the clock stands where the journey says. */
let server: ClockedServer
let caller: Caller
test.beforeAll(async () => {
  test.setTimeout(120_000)
  server = await startClockedServer({ at: '2026-12-14T10:00:00Z' })
  caller = await newcomer(server, 'careful_1')
  await caller.post('/practice-money', {})
})
test.afterAll(async () => {
  const faults = await server.ask('select * from ledger_faults')
  await server.stop()
  expect(faults).toEqual([])
})

const { step } = test
const orders = () => server.ask('select stake from orders order by id')

test('a limit holds at once, is loosened after a day, and a break ends by itself', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const phone = new Phone(page, server)
  await page.context().addCookies([{ ...caller.cookie, url: server.url }])
  await page.addInitScript(() => localStorage.setItem('token', 'known'))
  const row = (kind: string): Locator =>
    page.getByRole('button', { name: say(`limits:kinds.${kind}.title`) })
  const set = async (kind: string, field: string, value: string): Promise<void> => {
    await row(kind).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say(`limits:sheet.${field}`), { exact: true }).fill(value)
    await sheet.getByRole('button', { name: say('limits:sheet.save') }).click()
    await expect(sheet).toHaveCount(0)
  }

  await step('the ticket says beforehand that the own limit refuses', async () => {
    await phone.open(PATHS.limits)
    await set('stake', 'amount', '20')
    await expect(row('stake')).toContainText('20.00')
    await phone.openProduct('BTCUSDT')
    const buy = await phone.ticket('up', '25', /15 min/)
    const refusal = say('errors:own_stake_limit', { limit: '20.00' })
    await expect(page.getByText(refusal)).toBeVisible()
    await expect(buy).toHaveAttribute('aria-disabled', 'true')
    expect(await orders()).toEqual([])
    await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('20')
    await expect(page.getByText(refusal)).toHaveCount(0)
    await buy.click()
    await expect(phone.successNotice).toBeVisible()
  })

  await step('looser only after a day, on the page and in the database', async () => {
    await page.goto(`${server.url}/#${PATHS.limits}`)
    await set('stake', 'amount', '100')
    await expect(row('stake')).toContainText('100.00 from')
    /** What became of it; right after a leap the market has no price yet. */
    const place = async (): Promise<string> => {
      const listed = await caller.get('/products')
      const { products } = listProducts.reply.parse(listed)
      const termsId = products.find(({ symbol }) => symbol === 'BTCUSDT')?.terms.termsId
      const intent = { symbol: 'BTCUSDT', direction: 'up', stake: '25.00', durationMs: 900_000 }
      return caller.post('/orders', { ...intent, termsId }).then(() => 'taken', String)
    }
    const answer = () => expect.poll(place, { timeout: 20_000 })
    await server.moveTo('2026-12-15T09:59:00Z')
    await answer().toContain('own_stake_limit')
    await server.moveTo('2026-12-15T10:10:00Z')
    await page.reload()
    await expect(row('stake')).toContainText('100.00')
    await expect(row('stake')).not.toContainText('from')
    await answer().toBe('taken')
    expect(await orders()).toHaveLength(2)
  })

  await step('the reminder comes on whatever page, and goes', async () => {
    await set('session_minutes', 'minutes', '5')
    await page.goto(`${server.url}/#${PATHS.about}`)
    await server.moveTo('2026-12-15T10:20:00Z')
    await page.reload()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(say('limits:reminder.title'))).toBeVisible({ timeout: 20_000 })
    await sheet.getByRole('button', { name: say('limits:reminder.goOn') }).click()
    await expect(sheet).toHaveCount(0)
  })

  await step('a break refuses orders and nothing else, and is over when it is over', async () => {
    await page.goto(`${server.url}/#${PATHS.limits}`)
    await page.getByRole('button', { name: say('limits:break.time_out') }).click()
    await page.getByRole('radio', { name: /24 hours/ }).click()
    await page.getByRole('button', { name: say('limits:break.start') }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: say('limits:break.start') }).click()
    await expect(page.getByText(say('limits:break.running').split('{{')[0] ?? '')).toBeVisible()
    await phone.openProduct('BTCUSDT')
    const buy = await phone.ticket('down', '10', /15 min/)
    await expect(buy).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(say('errors:trading_paused').split('{{')[0] ?? '')).toBeVisible()
    await page.goto(`${server.url}/#${PATHS.withdrawals}`)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await server.moveTo('2026-12-16T10:40:00Z')
    await phone.openProduct('BTCUSDT')
    await page.reload()
    await phone.openProduct('BTCUSDT')
    await (await phone.ticket('down', '10', /15 min/)).click()
    await expect(phone.successNotice).toBeVisible()
  })
})

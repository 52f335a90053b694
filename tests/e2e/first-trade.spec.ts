import { expect, test } from '@playwright/test'
import { Phone, person } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  // The suite's last word: nothing in the ledger is wrong.
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

interface OrderRow {
  id: string
  status: string
  pnl: string | null
}
const lastOrder = async (account: string): Promise<OrderRow | undefined> => {
  const rows = await server.ask<OrderRow>(
    `select o.id, o.status, s.profit_and_loss as pnl from orders o
     join users u on u.id = o.user_id left join settlements s on s.order_id = o.id
     where u.account = $1 order by o.id desc limit 1`,
    [account],
  )
  return rows[0]
}
const orderCount = async (account: string): Promise<string | undefined> => {
  const rows = await server.ask<{ n: string }>(
    `select count(*) n from orders o join users u on u.id = o.user_id where u.account = $1`,
    [account],
  )
  return rows[0]?.n
}
const cash = async (account: string): Promise<string> => {
  const rows = await server.ask<{ balance: string }>(
    `select a.balance from accounts a join users u on u.id = a.user_id
     where u.account = $1 and a.kind = 'cash'`,
    [account],
  )
  return rows[0]?.balance ?? ''
}
const written = (minor: string): string =>
  (BigInt(minor) / 100n).toLocaleString('en') + `.${minor.slice(-2)}`

/** Waits until the order on the page is settled, then holds page and ledger against each other. */
async function expectSettled(phone: Phone, account: string): Promise<OrderRow> {
  await expect(
    phone.page.getByText(/^(Bitcoin|Ether): (won|lost|price unchanged|order void)/).first(),
  ).toBeVisible({
    timeout: 90_000,
  })
  const order = await lastOrder(account)
  expect(['won', 'lost', 'draw', 'void']).toContain(order?.status)
  if (order === undefined) throw new Error('no order')
  await phone.openProducts()
  await expect(phone.available).toContainText(written(await cash(account)))
  return order
}

test('a stranger registers, takes practice money, buys up and sees the result arrive', async ({
  page,
}) => {
  const who = person('stranger_1')
  const phone = new Phone(page, server)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await phone.join(who)
  await phone.openProduct('BTCUSDT')
  await phone.expectPriceToChange()
  const send = await phone.ticket('up', '25', /^30 s/)
  await send.click()
  await expect(phone.successNotice).toBeVisible()
  await expect(page.getByRole('timer').first()).toBeVisible()
  expect((await lastOrder(who.account))?.status).toMatch(/open|live/)
  await expect(page.getByText(/If it ended now/).first()).toBeVisible()

  const order = await expectSettled(phone, who.account)
  const before = 1_000_000n
  expect(BigInt(await cash(who.account))).toBe(before + BigInt(order.pnl ?? '0'))
  expect(faults).toEqual([])
})

test('a socket cut in the middle changes nothing: the result still arrives, once', async ({
  page,
  context,
}) => {
  const phone = new Phone(page, server)
  await phone.open('/pages/login/login')
  await phone.logIn(server.demo.account, server.demo.password)
  await phone.takePracticeMoney()

  await phone.openProduct('ETHUSDT')
  const send = await phone.ticket('down', '10', /^30 s/)
  await send.click()
  await expect(phone.successNotice).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/Reconnecting|Delayed/).first()).toBeVisible()
  await page.waitForTimeout(8_000)
  await context.setOffline(false)
  await expect(page.locator('[data-quote=live]').first()).toBeVisible({ timeout: 30_000 })
  await expectSettled(phone, server.demo.account)
  expect(await orderCount(server.demo.account)).toBe('1')
})

test('a server killed and started again in the middle settles the order by the rule', async ({
  page,
}) => {
  const who = person('stranger_2')
  const phone = new Phone(page, server)
  await phone.join(who)
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '50', /^1 min/)
  await send.click()
  await expect(phone.successNotice).toBeVisible()
  await page.waitForTimeout(4_000)

  await server.kill()
  await expect(page.getByText('Reconnecting').first()).toBeVisible()
  await server.start()
  await expect(page.locator('[data-quote=live]').first()).toBeVisible({ timeout: 30_000 })
  const order = await expectSettled(phone, who.account)
  expect(order.status).not.toBe('void')
})

test('a lost answer places one order, not two', async ({ page }) => {
  const who = person('stranger_3')
  const phone = new Phone(page, server)
  await phone.join(who)
  await phone.openProduct('BTCUSDT')

  // The server does its work; the answer never reaches the phone.
  let lost = 0
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  const send = await phone.ticket('up', '10', /^1 min/)
  await send.dblclick()
  await expect(phone.successNotice).toBeVisible({ timeout: 30_000 })
  expect(lost).toBe(1)
  expect(await orderCount(who.account)).toBe('1')
})

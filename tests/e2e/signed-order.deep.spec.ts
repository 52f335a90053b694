import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import { ReceiptPage } from './support/receipt.ts'
import { lineTo, ordersOf, ordersOnLine, pastItsStart } from './support/signed-orders.ts'
import { say } from './support/words.ts'

ordersOnLine(2_000, LEAD_MAX_MS)

test('a line that breaks after the tap ends in one order or in none', async ({
  page,
  server,
  user,
  books,
}) => {
  const { proxy, far } = await lineTo(server)
  await logInAs(page, far, user.caller)
  const phone = new Phone(page, far)
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  proxy.hold(true)
  await send.click()
  await pastItsStart(server)
  proxy.cut()
  proxy.hold(false)
  await expect(page.getByRole('alert').getByText(/Nothing was debited/)).toBeVisible({
    timeout: 60_000,
  })
  expect(await books.orders()).toEqual([])
  await proxy.close()
})

test('on plain HTTP in a local network the ticket and the receipt say that the server sets the start', async ({
  page,
  server,
  user,
  books,
}) => {
  // Unlike 127.0.0.1, browsers do not take this address of the same machine for secure.
  const lan = { ...server, url: server.url.replace(/\/\/[^:]+/, '//0.0.0.0') }
  await logInAs(page, lan, user.caller)
  const sent = ordersOf(page)
  const phone = new Phone(page, lan)
  await phone.openProduct('BTCUSDT')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(page.getByRole('dialog').getByText(say('ticket:device.unsigned'))).toBeVisible()
  await phone.send(send)
  expect(sent).toEqual([])
  await server.play(62_000)
  const [order] = await books.orders()
  await new ReceiptPage(page, lan).open(order?.id ?? '')
  await expect(page.getByText(say('proof:receipt.trust.server'))).toBeVisible()
  await expect(page.locator('[data-step=moment]')).toHaveCount(0)
})

test('two tabs and a session from before sign with a key of the account, without asking', async ({
  context,
  page,
  phone,
  server,
  books,
}) => {
  const first = ordersOf(page)
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '10', /^1 min/)
  const other = await context.newPage()
  await other.addInitScript(() => {
    localStorage.setItem('language', 'en')
    localStorage.setItem('token', 'known')
  })
  const second = ordersOf(other)
  const otherPhone = new Phone(other, server)
  await otherPhone.openProduct('BTCUSDT')
  await otherPhone.buy('down', '20', /^1 min/)
  expect(second[0]?.deviceKeyId).toBe(first[0]?.deviceKeyId)

  // The storage of the device was lost, and the session continues.
  await other.evaluate(() => indexedDB.deleteDatabase('fairtick-signing-keys'))
  await page.close()
  await other.reload()
  await otherPhone.buy('up', '30', /^1 min/)
  expect(second[1]?.deviceKeyId).not.toBe(first[0]?.deviceKeyId)
  expect(await books.orders()).toHaveLength(3)
})

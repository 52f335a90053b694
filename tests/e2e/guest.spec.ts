import { PATHS } from '#lib/paths.ts'
import { booksOf, written } from './support/books.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone, person } from './support/phone.ts'
import { say } from './support/words.ts'

test('a visitor trades as a guest with one tap, and registers without losing anything', async ({
  page,
  server,
}) => {
  const phone = new Phone(page, server)
  const who = person('was_guest')
  const guests = async () => (await server.ask('select 1 from guests')).length
  const before = await guests()
  await phone.open(`${PATHS.productDetail}?symbol=BTCUSDT`)
  await phone.expectPriceToChange()
  expect(await guests()).toBe(before)

  await page.getByRole('button', { name: /^Up/ }).first().click()
  await page.getByRole('button', { name: /^Try with practice money/ }).dblclick()
  const ticket = page.getByRole('dialog')
  await ticket.getByLabel('Amount', { exact: true }).fill('20')
  await ticket.getByRole('radio', { name: /^30 s/ }).click()
  await phone.send(ticket.getByRole('button', { name: /^Up/ }))
  expect(await guests()).toBe(before + 1)
  await phone.seeResult(() => server.play(30_000))

  await page.goto(`${server.url}/#${PATHS.fund}`)
  await expect(page.getByText(/Register to use this feature/)).toBeVisible()
  await page.goto(`${server.url}/#${PATHS.user}`)
  await expect(page.getByText('Guest on this device')).toBeVisible()
  const [guest] = await server.ask<{ cash: string }>(
    `select balance::text as cash from accounts where kind = 'cash'
     and user_id = (select user_id from guests order by created_at desc limit 1)`,
  )
  const cash = written(BigInt(guest?.cash ?? 0))
  const total = page.getByRole('status', { name: 'Total assets' })
  await expect(total).toContainText(cash)
  await page.getByRole('link', { name: 'Register and keep everything' }).click()
  await phone.fillRegistration(who)
  await phone.logIn(who.account, who.password)
  await page.goto(`${server.url}/#${PATHS.user}`)
  await expect(page.getByText('Guest on this device')).toBeHidden()
  await expect(total).toContainText(cash)
  expect(await booksOf(server, who.account).orders()).toHaveLength(1)
})

test('a user on a break does not trade as a guest on the same device', async ({ page, server }) => {
  const phone = new Phone(page, server)
  const who = person('on_a_break')
  const guests = async () => (await server.ask('select 1 from guests')).length
  await phone.open(PATHS.registerCheck)
  await phone.fillRegistration(who)
  await phone.logIn(who.account, who.password)
  await page.goto(`${server.url}/#${PATHS.limits}`)
  await page.getByRole('button', { name: say('limits:break.time_out') }).click()
  await page.getByRole('radio', { name: /24 hours/ }).click()
  const start = { name: say('limits:break.start') }
  await page.getByRole('button', start).click()
  await page.getByRole('alertdialog').getByRole('button', start).click()
  await expect(page.getByText(/^You’re taking a break until/)).toBeVisible()
  await phone.logOut()

  const before = await guests()
  await phone.openProduct('BTCUSDT')
  await page.getByRole('button', { name: /^Up/ }).first().click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(/^Someone who was logged in on this device/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Try with practice money/ })).toHaveCount(0)
  await expect(sheet.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await guests()).toBe(before)
})

import { PATHS } from '#lib/paths.ts'
import { booksOf } from './support/books.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone, person } from './support/phone.ts'

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

  await page.getByRole('button', { name: 'Up', exact: true }).click()
  await page.getByRole('button', { name: /^Try with practice money/ }).dblclick()
  const ticket = page.getByRole('dialog')
  await ticket.getByLabel('Amount', { exact: true }).fill('20')
  await ticket.getByRole('radio', { name: /^30 s/ }).click()
  await ticket.getByRole('button', { name: /^Up/ }).click()
  await expect(phone.successNotice).toBeVisible()
  expect(await guests()).toBe(before + 1)
  await phone.seeResult(() => server.play(30_000))

  await page.goto(`${server.url}/#${PATHS.fund}`)
  await expect(page.getByText(/Register to use this page/)).toBeVisible()
  await page.goto(`${server.url}/#${PATHS.user}`)
  await expect(page.getByText('Guest on this device')).toBeVisible()
  const total = await page.getByRole('status', { name: 'Total assets' }).innerText()
  await page.getByRole('link', { name: 'Register and keep everything' }).click()
  await expect(page.getByText(/you keep your guest orders/)).toBeVisible()
  await phone.fillRegistration(who)
  await phone.logIn(who.account, who.password)
  await page.goto(`${server.url}/#${PATHS.user}`)
  await expect(page.getByText('Guest on this device')).toBeHidden()
  await expect(page.getByRole('status', { name: 'Total assets' })).toHaveText(total)
  expect(await booksOf(server, who.account).orders()).toHaveLength(1)
})

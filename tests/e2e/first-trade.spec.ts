import { booksOf, expectSettled } from './support/books.ts'
import { expect, test } from './support/fixtures.ts'
import { loseFirstAnswer } from './support/lost-answer.ts'
import { Phone, person } from './support/phone.ts'

test('a stranger registers, takes practice money, buys up and sees the result arrive', async ({
  page,
  server,
}) => {
  const who = person('stranger_1')
  const phone = new Phone(page, server)
  const books = booksOf(server, who.account)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await phone.open('/')
  const example = page.getByRole('figure').filter({ hasText: 'Example: ▲ Up 10.00 · Bitcoin' })
  await expect(example.getByText(/^(Winning|Losing|Level) now/)).toBeVisible()
  await phone.register(who)
  await phone.logIn(who.account, who.password)
  await phone.openProducts()
  await phone.takePracticeMoney()
  await phone.openProduct('BTCUSDT')
  await phone.expectPriceToChange()
  await phone.buy('up', '25', /^30 s/)
  const timer = page.getByRole('timer').first()
  const [before = ''] = (await timer.innerText()).split(' ')
  await expect(timer).not.toHaveText(before)
  expect((await books.orders())[0]?.status).toMatch(/open|live/)
  const strip = page.getByRole('list', { name: 'Your orders' })
  await expect(strip.getByText(/^(Winning|Losing|Level) now/)).toBeVisible()

  await phone.seeResult(() => server.play(30_000))
  await expect(strip.getByText(/^(Won|Lost|Draw|Void)/)).toBeVisible()
  await expectSettled(phone, books)
  expect(errors).toEqual([])
})

test('a lost answer places one order, not two', async ({ page, phone, books }) => {
  await phone.openProduct('BTCUSDT')
  const lost = await loseFirstAnswer(page, '/orders')
  const send = await phone.ticket('up', '10', /^1 min/)
  const late = page.getByRole('dialog').getByRole('alert')
  let taps = 0
  // A busy machine may undo an order as too late, which is then tapped for again.
  for (let isDone = false; !isDone; taps += 1) {
    await send.dblclick()
    await expect(phone.successNotice.or(late)).toBeVisible()
    isDone = await phone.successNotice.isVisible()
  }
  expect(lost()).toBe(taps)
  expect(await books.orders()).toHaveLength(1)
})

test('an order can be placed by keyboard alone', async ({ page, phone }) => {
  await phone.openProduct('BTCUSDT')
  await page.getByRole('button', { name: /^Up/ }).first().press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Amount', { exact: true }).press('ControlOrMeta+a')
  await page.keyboard.type('15')
  await sheet.getByRole('radio', { name: /^1 min/ }).press('ArrowRight')
  const send = sheet.getByRole('button', { name: /^Up/ })
  await phone.send(send, async () => {
    // Unlike a click, a key does not wait for the button, which is disabled while a busy machine's price is late.
    await expect(send).toBeEnabled()
    await send.press('Enter')
  })
})

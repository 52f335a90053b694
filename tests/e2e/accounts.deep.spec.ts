import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { inBooks } from './support/books.ts'
import { expect, test } from './support/fixtures.ts'
import { loseFirstAnswer } from './support/lost-answer.ts'
import { say } from './support/words.ts'

const { deposit, withdrawal } = PRACTICE_REVIEW
test.use({ progress: { payout: true } })

test('the example of a refusal gives its reason, and the money comes back', async ({
  page,
  account,
  user,
  books,
  server,
}) => {
  const before = await books.balance('cash')
  await (await account.deposit('40.13')).click()
  await account.depositAccepted()
  await server.play(deposit.decidedMs)
  await (await account.depositRow('40.13', 'rejected')).click()
  await expect(page.getByText(say('common:reason.practice_example')).first()).toBeVisible()
  expect(await books.balance('cash')).toBe(before)

  await (await account.withdraw('60.13', user.tradingPassword)).click()
  await account.expectRequested()
  await server.play(withdrawal.decidedMs)
  await account.openWithdrawals('failed')
  await (await account.withdrawalRow('60.13', 'rejected')).click()
  const released = say('cashier:withdraw.released', { amount: '60.13' })
  await expect(page.getByText(released)).toBeVisible()
  expect(await books.balance('cash')).toBe(before)
  expect(await books.balance('withdrawal_hold')).toBe(0n)
})

test('lost answers deposit once and withdraw once, and the screen says that it is finding out', async ({
  page,
  account,
  user,
  books,
  server,
}) => {
  const lostDeposit = await loseFirstAnswer(page, '/deposits')
  const send = await account.deposit('31.00')
  await send.dblclick()
  await expect(send).toHaveText(say('common:confirming'))
  await account.depositAccepted()
  expect(lostDeposit()).toBe(1)
  expect(await books.deposits()).toHaveLength(1)
  await server.play(deposit.decidedMs)
  await inBooks(() => books.transfers('deposit'), 1)

  const lostWithdrawal = await loseFirstAnswer(page, '/withdrawals')
  const confirm = await account.withdraw('50.00', user.tradingPassword)
  await confirm.dblclick()
  await expect(confirm).toHaveText(say('common:confirming'))
  await account.expectRequested()
  expect(lostWithdrawal()).toBe(1)
  expect(await books.withdrawals()).toHaveLength(1)
  await server.play(withdrawal.doneMs)
  await inBooks(() => books.transfers('withdrawal_pay'), 1)
  expect(await books.transfers('withdrawal_hold')).toBe(1)
})

test('a server killed in the middle of a deposit and of a withdrawal makes neither twice', async ({
  page,
  account,
  user,
  books,
  server,
}) => {
  await loseFirstAnswer(page, '/deposits', () => server.kill())
  const send = await account.deposit('47.00')
  await send.click()
  await expect(send).toHaveText(say('common:confirming'))
  await server.start()
  await account.depositAccepted()
  await server.play(deposit.decidedMs)
  await account.depositRow('47.00', 'approved')
  expect(await books.deposits()).toHaveLength(1)
  expect(await books.transfers('deposit')).toBe(1)

  await loseFirstAnswer(page, '/withdrawals', () => server.kill())
  const confirm = await account.withdraw('52.00', user.tradingPassword)
  await confirm.click()
  await expect(confirm).toHaveText(say('common:confirming'))
  await server.start()
  await account.expectRequested()
  await server.play(withdrawal.doneMs)
  await account.openWithdrawals('success')
  await account.withdrawalRow('52.00', 'paid')
  expect(await books.withdrawals()).toHaveLength(1)
  expect(await books.transfers('withdrawal_pay')).toBe(1)
  expect(await books.balance('withdrawal_hold')).toBe(0n)
})

test('a deposit decided while the socket is away is shown once it is back', async ({
  context,
  account,
  books,
  server,
}) => {
  await server.hold()
  await (await account.deposit('28.00')).click()
  await account.depositRow('28.00', 'submitted')
  await context.setOffline(true)
  server.go()
  await server.play(deposit.decidedMs)
  await inBooks(async () => (await books.deposits())[0]?.status, 'approved')
  await context.setOffline(false)
  await account.depositRow('28.00', 'approved')
  expect(await books.transfers('deposit')).toBe(1)
})

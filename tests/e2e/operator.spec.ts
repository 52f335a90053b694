import { operatorAt } from './support/desk.ts'
import { expect, test } from './support/fixtures.ts'
import { say } from './support/words.ts'

/** Without the practice reviewer every decision is an operator's, in a second browser. */
test.use({ serverOptions: { env: { PRACTICE_REVIEWER: 'off' } } })

test('an operator approves a deposit and rejects another, and the customer sees each step arrive', async ({
  page,
  browser,
  account,
  user,
  books,
  server,
}) => {
  const ann = await operatorAt(browser, server, 'desk-ann')
  const before = await books.balance('cash')
  await (await account.deposit('310.00')).click()
  await account.depositRow('310.00', 'submitted')
  await ann.open('deposits', user.account)
  await ann.step('review')
  await account.depositRow('310.00', 'review')
  expect(await books.balance('cash')).toBe(before)
  await ann.step('approve')
  await account.depositRow('310.00', 'approved')
  expect(await books.balance('cash')).toBe(before + 31_000n)

  await (await account.deposit('75.00')).click()
  await ann.open('deposits', user.account)
  await ann.step('review')
  await ann.refuse('reject', 'payment_differs')
  await (await account.depositRow('75.00', 'rejected')).click()
  await expect(page.getByText(say('common:reason.payment_differs')).first()).toBeVisible()
  await expect(page.getByText('desk-ann').first()).toBeVisible()
  expect(await books.balance('cash')).toBe(before + 31_000n)
  await ann.page.context().close()
})

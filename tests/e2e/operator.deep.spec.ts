import type { Browser, Locator } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import type { Account } from './support/account.ts'
import { inBooks } from './support/books.ts'
import { type Desk, operatorAt } from './support/desk.ts'
import { expect, test as base } from './support/fixtures.ts'
import type { ReadyUser } from './support/ready-user.ts'
import { say } from './support/words.ts'

/** Two operators of the worker's server, each with a desk in a browser window of their own. */
const test = base.extend<object, { ann: Desk; ben: Desk }>({
  ann: [
    ({ browser, server }, use) => openDesk(browser, server, 'desk-ann', use),
    { scope: 'worker' },
  ],
  ben: [
    ({ browser, server }, use) => openDesk(browser, server, 'desk-ben', use),
    { scope: 'worker' },
  ],
})
async function openDesk(
  browser: Browser,
  server: Parameters<typeof operatorAt>[1],
  name: string,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const desk = await operatorAt(browser, server, name)
  await use(desk)
  await desk.page.context().close()
}
test.use({ serverOptions: { env: { PRACTICE_REVIEWER: 'off' } } })
// One server and two desks for all of them.
test.describe.configure({ mode: 'default' })

/** Operators decide once they have seen the photos. */
async function expectPhotos(article: Locator): Promise<void> {
  for (const side of ['front', 'back'] as const)
    await expect(article.getByRole('img', { name: say(`desk:photo.${side}`) })).toBeVisible()
}

/** Verified by an operator, with a payout account. */
async function becomePayable(account: Account, user: ReadyUser, ann: Desk): Promise<void> {
  await account.sendIdentity(user.identity)
  await expectPhotos(await ann.open('verifications', user.account))
  await ann.step('approve')
  await account.expectIdentity('verified')
  await account.savePayout(user.identity, user.tradingPassword)
}

test('an identity is refused with a reason, sent again and approved', async ({
  page,
  account,
  user,
  books,
  ann,
  ben,
}) => {
  await account.sendIdentity(user.identity)
  await account.expectIdentity('verifying')
  const article = await ann.open('verifications', user.account)
  await expect(article).toContainText(user.identity.idNumber)
  await expectPhotos(article)
  await ann.refuse('reject', 'photo_unreadable')
  await account.expectIdentity('rejected')
  const why = say('verify:rejectedReason', { reason: say('common:reason.photo_unreadable') })
  await expect(page.getByText(why)).toBeVisible()
  expect(await books.verification()).toEqual({ status: 'rejected', reviewer: 'desk-ann' })

  await page.getByRole('button', { name: say('verify:again') }).click()
  await account.fillIdentity({ ...user.identity, idNumber: 'PB1100112' })
  await page.getByRole('button', { name: say('verify:submit') }).click()
  await account.expectIdentity('verifying')
  await expectPhotos(await ben.open('verifications', user.account))
  await ben.step('approve')
  await account.expectIdentity('verified')
  expect(await books.verification()).toEqual({ status: 'verified', reviewer: 'desk-ben' })

  await account.go(`${PATHS.fundRecords}?tab=acts`)
  for (const act of ['photo_viewed', 'verification_reject', 'verification_approve'])
    await expect(page.getByText(say(`records:act.${act}`)).first()).toBeVisible()
})

test('withdrawals are paid, refused and bounced, and the held money follows', async ({
  page,
  account,
  user,
  books,
  ann,
  ben,
}) => {
  await becomePayable(account, user, ann)
  const before = await books.balance('cash')
  const request = async (amount: string): Promise<void> => {
    await (await account.withdraw(amount, user.tradingPassword)).click()
    await account.expectRequested()
    await account.openWithdrawals('under_review')
  }
  const expectMoney = async (cash: bigint, held: bigint): Promise<void> =>
    expect([await books.balance('cash'), await books.balance('withdrawal_hold')]).toEqual([
      cash,
      held,
    ])
  await request('100.00')
  await expectMoney(before - 10_000n, 10_000n)
  const article = await ann.open('withdrawals', user.account)
  await expect(article).toContainText('4111')
  for (const step of ['review', 'approve', 'pay', 'sent'] as const) await ann.step(step)
  await account.openWithdrawals('success')
  await account.withdrawalRow('100.00', 'paid')
  await expectMoney(before - 10_000n, 0n)

  await request('60.00')
  await ann.open('withdrawals', user.account)
  await ann.step('review')
  await account.withdrawalRow('60.00', 'review')
  await ann.refuse('reject', 'destination_refused')
  await account.openWithdrawals('failed')
  await (await account.withdrawalRow('60.00', 'rejected')).click()
  await expect(page.getByText(say('common:reason.destination_refused')).first()).toBeVisible()
  await expectMoney(before - 10_000n, 0n)

  await request('80.00')
  await ben.open('withdrawals', user.account)
  for (const step of ['review', 'approve', 'pay'] as const) await ben.step(step)
  await ben.refuse('bounce', 'destination_refused')
  await account.openWithdrawals('failed')
  await account.withdrawalRow('80.00', 'bounced')
  await expectMoney(before - 10_000n, 0n)
})

test('a large deposit is booked when a second operator approves it too', async ({
  account,
  user,
  books,
  ann,
  ben,
}) => {
  const before = await books.balance('cash')
  await (await account.deposit('6000.00')).click()
  const own = await ann.open('deposits', user.account)
  await expect(own).toContainText(say('desk:second.needed', { amount: '5,000.00' }))
  await ann.step('review')
  await ann.step('approve')
  await expect(own).toContainText(say('desk:ownProposal'))
  await account.depositRow('6,000.00', 'review')
  expect(await books.balance('cash')).toBe(before)
  const other = await ben.open('deposits', user.account)
  const step = say('desk:steps.approve')
  await expect(other).toContainText(say('desk:second.waits', { name: 'desk-ann', step }))
  await ben.step('approve')
  await account.depositRow('6,000.00', 'approved')
  expect(await books.balance('cash')).toBe(before + 600_000n)
})

test('a photo closes with its decision, and opens again with a reason that the customer reads', async ({
  page,
  account,
  user,
  ann,
}) => {
  await account.sendIdentity(user.identity)
  const article = await ann.open('verifications', user.account)
  await expectPhotos(article)
  await ann.step('approve')
  const photo = article.getByRole('img', { name: say('desk:photo.front') })
  await expect(photo).toHaveCount(0)
  const form = article.getByRole('form', { name: say('desk:photo.front') })
  await form.getByRole('textbox').fill('the customer lost the document')
  await form.getByRole('button', { name: say('desk:photo.open') }).click()
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image) => image.clientWidth)).toBeGreaterThan(50)
  await account.go(`${PATHS.fundRecords}?tab=acts`)
  await expect(page.getByText('the customer lost the document')).toBeVisible()
})

test('a payout account changes by two operators, and withdrawals then wait 48 hours', async ({
  page,
  account,
  user,
  books,
  server,
  ann,
  ben,
}) => {
  await becomePayable(account, user, ann)
  await (await account.withdraw('20.00', user.tradingPassword)).click()
  await account.expectRequested()
  await ann.proposePayout(user.account, user.identity, 'Other Bank')
  const own = await ann.open('payout_changes', user.account)
  await expect(own).toContainText(say('desk:ownProposal'))
  await expect(own.getByRole('button', { name: say('desk:steps.approve') })).toHaveCount(0)
  await ben.open('payout_changes', user.account)
  await ben.step('approve')

  await account.go(PATHS.account)
  await expect(page.getByText('Other Bank')).toBeVisible()
  const [held = ''] = say('cashier:account.held').split('{{time}}')
  await expect(page.getByRole('status').filter({ hasText: held })).toBeVisible()
  await account.go(PATHS.withdraw)
  await expect(page.getByText(say('cashier:withdraw.gate.holdHint'))).toBeVisible()
  const [row] = await server.ask<{ hours: number }>(
    `select round((held_until - set_at) / 3600000.0)::int as hours from payout_accounts p
     join users u on u.id = p.user_id where u.account = $1 and replaced_at is null`,
    [user.account],
  )
  expect(row?.hours).toBe(48)
  expect(await books.transfers('withdrawal_pay')).toBe(0)
  await inBooks(async () => (await books.withdrawals())[0]?.status, 'requested')
})

test("a user's session gets nothing of the desk, and an operator's nothing of a user", async ({
  page,
  phone,
  server,
  ann,
}) => {
  await phone.open(PATHS.user)
  const asUser = await page.request.get(`${server.url}/api/desk/me`)
  expect(asUser.status()).toBe(404)
  const decide = await page.request.post(`${server.url}/api/desk/deposits/1/decision`, {
    headers: { origin: server.url },
    data: { decision: 'approve' },
  })
  expect(decide.status()).toBe(404)
  const asOperator = await ann.page.request.get(`${server.url}/api/me`)
  expect(asOperator.status()).toBe(401)
})

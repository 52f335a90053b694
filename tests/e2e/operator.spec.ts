import { expect, type Locator, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { Account, type Identity } from './support/account.ts'
import { type Books, booksOf, inBooks } from './support/books.ts'
import { type Desk, operatorAt } from './support/desk.ts'
import { Phone, person } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

/** Nobody answers by rule here: every decision is an operator's, in a second browser. */
let server: RunningServer
let ann: Desk
let ben: Desk
test.beforeAll(async ({ browser }) => {
  server = await startServer({ PRACTICE_REVIEWER: 'off' })
  ann = await operatorAt(browser, server, 'desk-ann')
  ben = await operatorAt(browser, server, 'desk-ben')
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

interface Customer {
  account: Account
  books: Books
  name: string
  tradingPassword: string
}
async function customer(page: Page, name: string): Promise<Customer> {
  const who = person(name)
  await new Phone(page, server).join(who)
  return {
    name,
    account: new Account(page, server),
    books: booksOf(server, name),
    tradingPassword: who.tradingPassword,
  }
}
const identity = (idNumber: string): Identity => ({
  name: 'Aoife Example',
  idNumber,
  country: 'Ireland',
})

/** Nobody decides before the photos are there. */
async function photosSeen(article: Locator): Promise<void> {
  for (const side of ['front', 'back'] as const)
    await expect(article.getByRole('img', { name: say(`desk:photo.${side}`) })).toBeVisible()
}

/** Verified by an operator, with a payout account. */
async function settledIn(page: Page, name: string, idNumber: string): Promise<Customer> {
  const one = await customer(page, name)
  await one.account.sendIdentity(identity(idNumber))
  await photosSeen(await ann.open('verifications', name))
  await ann.step('approve')
  await one.account.identityStands('verified')
  await one.account.savePayout(identity(idNumber))
  return one
}

test('an identity is refused with a reason, sent again and approved, photos looked at', async ({
  page,
}) => {
  const { name, account, books } = await customer(page, 'identity_1')
  await account.sendIdentity(identity('PB1100111'))
  await account.identityStands('verifying')
  const article = await ann.open('verifications', name)
  await expect(article).toContainText('PB1100111')
  await photosSeen(article)
  await ann.refuse('reject', 'photo_unreadable')
  await account.identityStands('rejected')
  const why = say('verify:rejectedReason', { reason: say('common:reason.photo_unreadable') })
  await expect(page.getByText(why)).toBeVisible()
  expect(await books.verification()).toEqual({ status: 'rejected', reviewer: 'desk-ann' })

  await page.getByRole('button', { name: say('verify:again') }).click()
  await account.fillIdentity(identity('PB1100112'))
  await page.getByRole('button', { name: say('verify:submit') }).click()
  await account.identityStands('verifying')
  await photosSeen(await ben.open('verifications', name))
  await ben.step('approve')
  await account.identityStands('verified')
  expect(await books.verification()).toEqual({ status: 'verified', reviewer: 'desk-ben' })

  await account.go(`${PATHS.fundRecords}?tab=acts`)
  for (const act of ['photo_viewed', 'verification_reject', 'verification_approve'])
    await expect(page.getByText(say(`records:act.${act}`)).first()).toBeVisible()
})

test('deposits are approved and rejected, and the customer sees each step arrive', async ({
  page,
}) => {
  const { name, account, books } = await customer(page, 'deposit_1')
  const before = await books.balance('cash')
  await (await account.deposit('310.00')).click()
  const row = (status: string) => account.row('310.00', say(`cashier:deposit.status.${status}`))
  await expect(row('submitted')).toBeVisible()
  await ann.open('deposits', name)
  await ann.step('review')
  await expect(row('review')).toBeVisible()
  expect(await books.balance('cash')).toBe(before)
  await ann.step('approve')
  await expect(row('approved')).toBeVisible()
  expect(await books.balance('cash')).toBe(before + 31_000n)

  await (await account.deposit('75.00')).click()
  await ben.open('deposits', name)
  await ben.step('review')
  await ben.refuse('reject', 'payment_differs')
  const rejected = account.row('75.00', say('cashier:deposit.status.rejected'))
  await rejected.click()
  await expect(page.getByText(say('common:reason.payment_differs')).first()).toBeVisible()
  await expect(page.getByText('desk-ben').first()).toBeVisible()
  expect(await books.balance('cash')).toBe(before + 31_000n)
})

test('withdrawals are paid, refused and bounced, and the held money follows', async ({ page }) => {
  test.setTimeout(300_000)
  const { name, account, books, tradingPassword } = await settledIn(page, 'payout_1', 'PB2200221')
  const before = await books.balance('cash')
  const request = async (amount: string): Promise<void> => {
    await (await account.withdraw(amount, tradingPassword)).click()
    await account.expectRequested()
    await account.openWithdrawals('under_review')
  }
  await request('100.00')
  expect(await books.balance('withdrawal_hold')).toBe(10_000n)
  const article = await ann.open('withdrawals', name)
  await expect(article).toContainText('4111')
  for (const step of ['review', 'approve', 'pay', 'sent'] as const) await ann.step(step)
  await account.openWithdrawals('success')
  await expect(account.row('100.00', say('cashier:withdraw.status.paid'))).toBeVisible()
  expect([await books.balance('cash'), await books.balance('withdrawal_hold')]).toEqual([
    before - 10_000n,
    0n,
  ])

  await request('60.00')
  await ann.open('withdrawals', name)
  await ann.step('review')
  await expect(account.row('60.00', say('cashier:withdraw.status.review'))).toBeVisible()
  await ann.refuse('reject', 'destination_refused')
  await account.openWithdrawals('failed')
  await account.row('60.00', say('cashier:withdraw.status.rejected')).click()
  await expect(page.getByText(say('common:reason.destination_refused')).first()).toBeVisible()
  expect(await books.balance('cash')).toBe(before - 10_000n)

  await request('80.00')
  await ben.open('withdrawals', name)
  for (const step of ['review', 'approve', 'pay'] as const) await ben.step(step)
  await ben.refuse('bounce', 'destination_refused')
  await account.openWithdrawals('failed')
  await expect(account.row('80.00', say('cashier:withdraw.status.bounced'))).toBeVisible()
  expect(await books.balance('cash')).toBe(before - 10_000n)
  expect(await books.balance('withdrawal_hold')).toBe(0n)
})

test('a payout account changes by two operators, and withdrawals then wait 48 hours', async ({
  page,
}) => {
  const { name, account, books, tradingPassword } = await settledIn(page, 'change_1', 'PB3300331')
  await (await account.withdraw('20.00', tradingPassword)).click()
  await account.expectRequested()
  await ann.proposePayout(name, identity('PB3300331'), 'Other Bank')
  const own = await ann.open('payout_changes', name)
  await expect(own).toContainText(say('desk:ownProposal'))
  await expect(own.getByRole('button', { name: say('desk:steps.approve') })).toHaveCount(0)
  await ben.open('payout_changes', name)
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
    [name],
  )
  expect(row?.hours).toBe(48)
  expect(await books.transfers('withdrawal_pay')).toBe(0)
  await inBooks(async () => (await books.withdrawals())[0]?.status, 'requested')
})

test("a user's session gets nothing of the desk, and an operator's nothing of a user", async ({
  page,
}) => {
  await customer(page, 'prying_1')
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

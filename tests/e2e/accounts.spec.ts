import type { Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import type { Account } from './support/account.ts'
import { type Books, written } from './support/books.ts'
import type { ClockedServer } from './support/clocked.ts'
import { expect, test } from './support/fixtures.ts'
import type { Phone } from './support/phone.ts'
import { say } from './support/words.ts'

const { verification, deposit, withdrawal } = PRACTICE_REVIEW
const DEPOSIT = '250.40'
const WITHDRAWAL = '120.00'

/** How often the browser loaded the page again: what changes must arrive without it. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

async function expectAvailable(phone: Phone, books: Books): Promise<void> {
  await phone.openProducts()
  await expect(phone.available).toContainText(written(await books.balance('cash')))
}

/** Every line of the ledger page against the database, newest first. */
async function expectLedger(account: Account, books: Books, server: ClockedServer): Promise<void> {
  const { page } = account
  await account.go(PATHS.fundRecords)
  const lines = await server.ask<{ after: string }>(
    `select e.balance_after::text after from entries e join accounts a on a.id = e.account_id
     join users u on u.id = a.user_id where u.account = $1 and a.kind = 'cash'
     order by e.transfer_id desc`,
    [books.account],
  )
  const rows = page.getByRole('listitem').filter({ hasText: say('records:account.cash') })
  await expect(rows).toHaveCount(lines.length)
  const shown = await rows.allInnerTexts()
  for (const [at, { after }] of lines.entries()) {
    const words = say('records:balanceAfter', { amount: written(BigInt(after)) })
    expect(shown[at]).toContain(words)
  }
}

test('a newcomer verifies, deposits and withdraws, and sees each change arrive', async ({
  page,
  phone,
  account,
  user,
  books,
  server,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await phone.openProducts()
  const loads = countLoads(page)

  await test.step('identity, with two photos', async () => {
    await account.go(PATHS.verify)
    await account.fillIdentity(user.identity)
    await server.hold()
    await page.getByRole('button', { name: say('verify:submit') }).click()
    await account.expectIdentity('verifying')
    await server.play(verification.decidedMs)
    server.go()
    await account.expectIdentity('verified')
    await expect(page.getByText(say('common:practiceReviewer')).first()).toBeVisible()
    expect(await books.verification()).toEqual({
      status: 'verified',
      reviewer: 'practice-reviewer',
    })
  })

  await test.step('payout account, once and masked', async () => {
    await account.savePayout(user.identity, user.tradingPassword)
    await account.go(PATHS.account)
    await expect(page.getByText('•••• 1111')).toBeVisible()
    await expect(page.getByText(say('cashier:account.locked'))).toBeVisible()
  })

  await test.step('deposit', async () => {
    const before = await books.balance('cash')
    await server.hold()
    const send = await account.deposit(DEPOSIT)
    await send.dblclick()
    await expect(page.getByText(say('cashier:deposit.accepted')).first()).toBeVisible()
    await account.depositRow(DEPOSIT, 'submitted')
    await server.play(deposit.reviewMs)
    await account.depositRow(DEPOSIT, 'review')
    await server.play(deposit.decidedMs)
    await account.depositRow(DEPOSIT, 'approved')
    server.go()
    expect(await books.deposits()).toMatchObject([{ amount: '25040', status: 'approved' }])
    expect(await books.balance('cash')).toBe(before + 25_040n)
    await expectAvailable(phone, books)
  })

  await test.step('withdrawal', async () => {
    const before = await books.balance('cash')
    await (await account.withdraw(WITHDRAWAL, user.tradingPassword)).click()
    await account.expectRequested()
    await account.openWithdrawals('success')
    await server.play(withdrawal.doneMs)
    await account.withdrawalRow(WITHDRAWAL, 'paid')
    expect(await books.withdrawals()).toMatchObject([{ amount: '12000', status: 'paid' }])
    expect(await books.balance('cash')).toBe(before - 12_000n)
    expect(await books.balance('withdrawal_hold')).toBe(0n)
    await expectAvailable(phone, books)
  })

  await test.step('records, acts and everything in one file', async () => {
    await expectLedger(account, books, server)
    await page.getByRole('tab', { name: say('records:tabs.acts') }).click()
    await expect(page.getByText(say('records:act.withdrawal_approve'))).toBeVisible()
    await expect(page.getByText(say('records:act.verification_approve'))).toBeVisible()
    await page.getByRole('tab', { name: say('records:tabs.everything') }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: say('records:everything.download') }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    expect(await (await download).failure()).toBeNull()
  })
  expect(loads()).toBe(0)
  expect(errors).toEqual([])
})

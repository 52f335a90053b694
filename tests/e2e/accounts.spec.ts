import { expect, type Page, test } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { Account, type Identity, REVIEW_MS } from './support/account.ts'
import { type Books, booksOf, inBooks, written } from './support/books.ts'
import { Phone, person } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

/** With the practice reviewer, as a newcomer meets it. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  expect(await server.ask('select * from ledger_faults')).toEqual([])
  await server.stop()
})

const WHO: Identity = { name: 'Erika Mustermann', idNumber: 'L01X00T471', country: 'Germany' }
const ELSEWHERE: Identity = { name: 'Aoife Example', idNumber: '', country: 'Ireland' }
const DEPOSIT = '250.40'
const WITHDRAWAL = '120.00'

/** How often the browser loaded a page anew: news must come without it. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

async function expectAvailable(phone: Phone, books: Books): Promise<void> {
  await phone.openProducts()
  await expect
    .poll(async () => {
      const cash = written(await books.balance('cash'))
      return (await phone.available.textContent())?.includes(cash)
    })
    .toBe(true)
}

async function verifyAndSave(account: Account, books: Books, who: Identity): Promise<void> {
  await account.sendIdentity(who)
  await account.identityStands('verified')
  expect(await books.verification()).toEqual({ status: 'verified', reviewer: 'practice-reviewer' })
  await account.savePayout(who)
}

/** A user with practice money who may withdraw. */
async function settledIn(page: Page, name: string, idNumber: string) {
  const who = person(name)
  const phone = new Phone(page, server)
  await phone.join(who)
  const account = new Account(page, server)
  const books = booksOf(server, name)
  await verifyAndSave(account, books, { ...ELSEWHERE, idNumber })
  return { who, phone, account, books }
}

/** Every line of the ledger page against the database, newest first. */
async function expectLedger(account: Account, books: Books): Promise<void> {
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

test('a newcomer verifies, deposits, trades and withdraws, and sees each change arrive', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const who = person('newcomer_1')
  const phone = new Phone(page, server)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await phone.join(who)
  const loads = countLoads(page)
  const account = new Account(page, server)
  const books = booksOf(server, who.account)

  await test.step('identity, with two photos', async () => {
    await account.go(PATHS.verify)
    await account.fillIdentity(WHO)
    await page.getByRole('button', { name: say('verify:submit') }).click()
    await account.identityStands('verifying')
    await account.identityStands('verified')
    await expect(page.getByText(say('common:practiceReviewer')).first()).toBeVisible()
    expect((await books.verification())?.status).toBe('verified')
  })

  await test.step('payout account, once and masked', async () => {
    await account.savePayout(WHO)
    await account.go(PATHS.account)
    await expect(page.getByText('•••• 1111')).toBeVisible()
    await expect(page.getByText(say('cashier:account.locked'))).toBeVisible()
  })

  await test.step('deposit', async () => {
    const before = await books.balance('cash')
    const send = await account.deposit(DEPOSIT)
    await send.dblclick()
    await expect(page.getByText(say('cashier:deposit.accepted')).first()).toBeVisible()
    for (const status of ['submitted', 'review', 'approved'] as const) {
      const badge = say(`cashier:deposit.status.${status}`)
      await expect(account.row(DEPOSIT, badge)).toBeVisible({ timeout: REVIEW_MS })
    }
    expect(await books.deposits()).toMatchObject([{ amount: '25040', status: 'approved' }])
    expect(await books.balance('cash')).toBe(before + 25_040n)
    await expectAvailable(phone, books)
  })

  await test.step('trade', async () => {
    await phone.openProduct('BTCUSDT')
    await (await phone.ticket('up', '25', /^30 s/)).click()
    await expect(phone.successNotice).toBeVisible()
    const result = page.getByText(/^Bitcoin: (won|lost|price unchanged|order void)/).first()
    await expect(result).toBeVisible({ timeout: 90_000 })
    await expectAvailable(phone, books)
  })

  await test.step('withdrawal', async () => {
    const before = await books.balance('cash')
    await (await account.withdraw(WITHDRAWAL, who.tradingPassword)).click()
    await account.expectRequested()
    await account.openWithdrawals('under_review')
    await account.openWithdrawals('success')
    const badge = say('cashier:withdraw.status.paid')
    await expect(account.row(WITHDRAWAL, badge)).toBeVisible({ timeout: REVIEW_MS })
    expect(await books.withdrawals()).toMatchObject([{ amount: '12000', status: 'paid' }])
    expect(await books.balance('cash')).toBe(before - 12_000n)
    expect(await books.balance('withdrawal_hold')).toBe(0n)
    await expectAvailable(phone, books)
  })

  await test.step('records, acts and everything in one file', async () => {
    await expectLedger(account, books)
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
  expect(faults).toEqual([])
})

test('the example of a refusal gives its reason, and the money comes back by itself', async ({
  page,
}) => {
  const { who, account, books } = await settledIn(page, 'refused_1', 'PA2200472')
  const before = await books.balance('cash')
  await (await account.deposit('40.13')).click()
  const rejected = account.row('40.13', say('cashier:deposit.status.rejected'))
  await expect(rejected).toBeVisible({ timeout: REVIEW_MS })
  await rejected.click()
  await expect(page.getByText(say('common:reason.practice_example')).first()).toBeVisible()
  expect(await books.balance('cash')).toBe(before)

  await (await account.withdraw('60.13', who.tradingPassword)).click()
  await account.expectRequested()
  await account.openWithdrawals('failed')
  const failed = account.row('60.13', say('cashier:withdraw.status.rejected'))
  await expect(failed).toBeVisible({ timeout: REVIEW_MS })
  await failed.click()
  const released = say('cashier:withdraw.released', { amount: '60.13' })
  await expect(page.getByText(released)).toBeVisible()
  expect(await books.balance('cash')).toBe(before)
  expect(await books.balance('withdrawal_hold')).toBe(0n)
})

/** The server does its work; the answer never reaches the phone. */
async function loseFirstAnswer(page: Page, path: string): Promise<() => number> {
  let lost = 0
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => lost
}

test('lost answers deposit once and withdraw once, and the screen says that it is finding out', async ({
  page,
}) => {
  const { who, account, books } = await settledIn(page, 'lost_1', 'PA3300473')
  const lostDeposit = await loseFirstAnswer(page, '/deposits')
  const send = await account.deposit('31.00')
  await send.dblclick()
  await expect(send).toHaveText(say('cashier:confirming'))
  await expect(page.getByText(say('cashier:deposit.accepted')).first()).toBeVisible()
  expect(lostDeposit()).toBe(1)
  expect(await books.deposits()).toHaveLength(1)
  await inBooks(() => books.transfers('deposit'), 1)

  const lostWithdrawal = await loseFirstAnswer(page, '/withdrawals')
  const confirm = await account.withdraw('50.00', who.tradingPassword)
  await confirm.dblclick()
  await expect(confirm).toHaveText(say('cashier:confirming'))
  await account.expectRequested()
  expect(lostWithdrawal()).toBe(1)
  expect(await books.withdrawals()).toHaveLength(1)
  await inBooks(() => books.transfers('withdrawal_pay'), 1)
  expect(await books.transfers('withdrawal_hold')).toBe(1)
})

test('a server killed in the middle of a deposit and of a withdrawal makes neither twice', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const { who, account, books } = await settledIn(page, 'killed_1', 'PA4400474')
  const killOnAnswer = async (path: string): Promise<void> => {
    let done = false
    await page.route(`**/api${path}`, async (route) => {
      if (route.request().method() !== 'POST' || done) return route.continue()
      done = true
      await route.fetch()
      await server.kill()
      return route.abort('connectionreset')
    })
  }
  await killOnAnswer('/deposits')
  const send = await account.deposit('47.00')
  await send.click()
  await expect(send).toHaveText(say('cashier:confirming'))
  await server.start()
  const accepted = page.getByText(say('cashier:deposit.accepted')).first()
  await expect(accepted).toBeVisible({ timeout: REVIEW_MS })
  const approved = account.row('47.00', say('cashier:deposit.status.approved'))
  await expect(approved).toBeVisible({ timeout: REVIEW_MS })
  expect(await books.deposits()).toHaveLength(1)
  expect(await books.transfers('deposit')).toBe(1)

  await killOnAnswer('/withdrawals')
  const confirm = await account.withdraw('52.00', who.tradingPassword)
  await confirm.click()
  await expect(confirm).toHaveText(say('cashier:confirming'))
  await server.start()
  await account.expectRequested()
  await account.openWithdrawals('success')
  const paid = account.row('52.00', say('cashier:withdraw.status.paid'))
  await expect(paid).toBeVisible({ timeout: REVIEW_MS })
  expect(await books.withdrawals()).toHaveLength(1)
  expect(await books.transfers('withdrawal_pay')).toBe(1)
  expect(await books.balance('withdrawal_hold')).toBe(0n)
})

test('a deposit decided while the socket is away stands there when it is back', async ({
  page,
  context,
}) => {
  const who = person('away_1')
  await new Phone(page, server).join(who)
  const account = new Account(page, server)
  const books = booksOf(server, who.account)
  await (await account.deposit('28.00')).click()
  await expect(account.row('28.00', say('cashier:deposit.status.submitted'))).toBeVisible()
  await context.setOffline(true)
  await inBooks(async () => (await books.deposits())[0]?.status, 'approved')
  await context.setOffline(false)
  const approved = account.row('28.00', say('cashier:deposit.status.approved'))
  await expect(approved).toBeVisible({ timeout: REVIEW_MS })
  expect(await books.transfers('deposit')).toBe(1)
})

import { PATHS } from '#lib/paths.ts'
import { written } from './support/books.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { Fund, weekday } from './support/fund.ts'
import { enrich } from './support/fund-books.ts'
import {
  expectExact,
  expectIncome,
  expectLedgerPage,
  expectOldestFirst,
  expectTransfers,
  expectWithdrawals,
} from './support/fund-details.ts'
import { signUp } from './support/ready-user.ts'
import { say } from './support/words.ts'

/** The balance fund through its days: the tests of this file move one server's clock, one after the other. */
test.use({ serverOptions: { at: '2026-12-18T14:00:00Z' } })
test.describe.configure({ mode: 'default' })

const { step } = test
/** A text as far as the values go. */
const upTo = (key: string, values: Record<string, string> = {}): string =>
  say(key, values).split('{{')[0] ?? ''

test('money goes in and out over cut-offs, a weekend and Christmas, to the cent', async ({
  page,
  phone,
  user: { account, caller, tradingPassword },
  server,
}) => {
  test.setTimeout(300_000)
  const fund = new Fund(phone.page, server, account)
  const { books } = fund

  await step('before the cut-off of a Friday: from Monday on; cancelled at once', async () => {
    await fund.open()
    await fund.expectFigures()
    await fund.expectDay('2026-12-18', '2026-12-21')
    await fund.transferIn('3000.00', '2026-12-18', '2026-12-21')
    await fund.transferIn('40.00', '2026-12-18', '2026-12-21')
    await fund.open()
    expect(await fund.expectFigures()).toMatchObject({ pending: 304_000n, subscriptionsLeft: 8 })
    await fund.cancel('40.00', 'transfer')
    await expect(page.getByText(say('fund:details.transfer.cancelled'))).toBeVisible()
    await expect(fund.onTheWay('40.00')).toHaveCount(0)
    expect(await fund.expectFigures()).toMatchObject({ pending: 300_000n, cash: 700_000n })
  })

  await step(
    'the cut-off passes while the sheet is open: the day that was shown counts',
    async () => {
      await server.moveTo('2026-12-18T14:57:00Z')
      const sheet = await fund.transfer('500.00')
      await server.moveTo('2026-12-18T15:00:05Z')
      // Until the page's clock has followed, the server refuses the old day; the sheet then shows the new one.
      const accepted = page.getByText(say('fund:transfer.donePending'))
      await expect(async () => {
        if (await fund.submit(sheet).isVisible()) await fund.submit(sheet).click({ timeout: 2_000 })
        await expect(accepted).toBeVisible({ timeout: 2_000 })
      }).toPass()
      expect(await books.lots('transfer')).toHaveLength(3)
      expect((await books.lots('transfer')).at(-1)).toMatchObject({
        trade: '2026-12-21',
        confirm: '2026-12-22',
      })
    },
  )

  await step('on a Saturday: counts for Monday', async () => {
    await fund.at('2026-12-19T12:00:00Z')
    await fund.expectDay('2026-12-21', '2026-12-22', [say('fund:tab.weekend')])
    await fund.transferIn('10.00', '2026-12-21', '2026-12-22')
  })

  await step('what is confirmed earns; past its cut-off nothing is cancelled', async () => {
    const { confirmed, pending } = await fund.at('2026-12-21T14:57:00Z')
    expect([confirmed, pending]).toEqual([300_000n, 51_000n])
    expect(await books.accruals()).toEqual([])
    // The question is open before the cut-off: a page that hears of the new time takes the button away.
    await fund.cancel('500.00', 'transfer', () => server.moveTo('2026-12-21T15:00:05Z'))
    await expect(fund.onTheWay('500.00')).toContainText(upTo('errors:cut_off_passed'))
    await fund.open()
    await expect(fund.onTheWay('500.00')).toContainText(say('fund:tab.cancelOver'))
    await expect(fund.cancelButton('500.00', 'transfer')).toHaveCount(0)
    expect(await fund.expectFigures()).toMatchObject({ pending: 51_000n })
  })

  await step(
    'the first income, on the morning after; the next one is what was expected',
    async () => {
      const { incomeToday, confirmed } = await fund.at('2026-12-22T09:00:00Z')
      await expectExact(books, ['2026-12-21'])
      expect(confirmed).toBe(351_000n + incomeToday)
      const [before = '', after = ''] = say('fund:tab.expected', {
        time: fund.midnight('2026-12-23'),
      }).split('{{amount}}')
      const line = await page.getByText(before).innerText()
      const next = await fund.at('2026-12-23T00:00:30Z')
      expect(line).toBe(`${before}${written(next.incomeToday)}${after}`)
    },
  )

  await step(
    'before Christmas: from the Monday after it on; after the cut-off: Tuesday',
    async () => {
      await fund.at('2026-12-24T14:00:00Z')
      const rest = (day: string, name: string): string =>
        say('fund:tab.closedDay', { day: weekday(day), name: say(`fund:state.holidays.${name}`) })
      const why = [rest('2026-12-25', 'christmas'), rest('2026-12-26', 'boxing_day')]
      await fund.expectDay('2026-12-24', '2026-12-28', why)
      await fund.transferIn('2000.00', '2026-12-24', '2026-12-28')
      await server.moveTo('2026-12-24T15:30:00Z')
      await fund.transferIn('300.00', '2026-12-28', '2026-12-29')
    },
  )

  await step('a server that was away for the holidays catches up', async () => {
    await server.restartAt('2026-12-28T09:00:00Z')
    await fund.open()
    expect(await fund.expectFigures()).toMatchObject({ pending: 30_000n })
    const days = [21, 22, 23, 24, 25, 26, 27].map((day) => `2026-12-${day}`)
    await expectExact(books, days)
    await expectIncome(fund)
  })

  await step('part of it at once, from the oldest lot', async () => {
    await fund.withdraw({ amount: '1000.00', speed: 'instant' }, '2026-12-28')
    await fund.expectFigures()
    const [first] = await books.lots('transfer')
    const [paid] = await books.redemptions()
    expect(await books.paidFrom(paid?.id ?? '')).toEqual([{ lot: first?.id, amount: '100000' }])
    expect(first).toMatchObject({ amount: '300000', remaining: '200000' })
  })

  await step(
    'more than 1,000.00 only with the trading password, on the next business day',
    async () => {
      const wish = { amount: '3200.00', speed: 'nextDay' } as const
      const sheet = await fund.withdrawal({ ...wish, password: 'not-the-password' })
      await fund.submit(sheet).click()
      await expect(sheet.getByText(say('errors:trading_password_wrong'))).toBeVisible()
      expect(await books.redemptions()).toHaveLength(1)
      await fund.withdraw({ ...wish, password: tradingPassword }, '2026-12-29')
      await fund.withdraw({ amount: '50.00', speed: 'nextDay' }, '2026-12-29')
      await fund.expectFigures()
      await fund.cancel('50.00', 'withdrawal')
      await expect(page.getByText(say('fund:details.withdrawal.cancelled'))).toBeVisible()
      await expect(fund.onTheWay('50.00')).toHaveCount(0)
      expect(await fund.expectFigures()).toMatchObject({ redemptionsLeft: 2 })
    },
  )

  await step('past the cut-off it is paid for certain, and on its day it is there', async () => {
    await fund.at('2026-12-28T15:00:05Z')
    await expect(fund.onTheWay('3200.00')).toContainText(say('fund:tab.cancelOver'))
    const [, waiting] = await books.redemptions()
    const late = caller.post(`/fund/redemptions/${waiting?.id}/cancel`, {})
    await expect(late).rejects.toThrow(/cut_off_passed/)
    const { cash } = await books.figures(server.now())
    const next = await fund.at('2026-12-29T09:00:00Z')
    expect(next).toMatchObject({ cash: cash + 320_000n, pending: 0n })
    const statuses = (await books.lots('transfer')).map(({ status }) => status)
    const [gone, kept] = ['redeemed', 'confirmed']
    expect(statuses).toEqual([gone, 'cancelled', gone, gone, kept, kept])
    await expectOldestFirst(books)
    await expectExact(
      books,
      [21, 22, 23, 24, 25, 26, 27, 28].map((day) => `2026-12-${day}`),
    )
  })

  await step('the records agree', async () => {
    await expectIncome(fund)
    await expectTransfers(fund)
    await expectWithdrawals(fund)
    await expectLedgerPage(fund)
  })
})

test('each limit is shown on the screen, and midnight UTC makes the counts whole', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000)
  await server.moveTo('2027-01-05T10:00:00Z')
  // After the leap, which ends sessions.
  const { account, caller, tradingPassword: password } = await signUp(server)
  await enrich(server, account, 200_000_000n)
  await logInAs(page, server, caller)
  const fund = new Fund(page, server, account)
  const subscribe = (amount: string, confirmDay: string): Promise<unknown> =>
    caller.post('/fund/subscriptions', { amount, confirmDay })

  await step('no more than 1,000,000.00 may be in it', async () => {
    await subscribe('900000.00', '2027-01-06')
    await fund.open(PATHS.fundDeposit)
    const field = page.getByLabel(say('fund:transfer.amount'), { exact: true })
    await field.fill('100000.01')
    await field.press('Enter')
    const limit = say('errors:fund_holding_limit', { limit: '1,000,000.00' })
    await expect(page.getByText(limit)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(subscribe('100000.01', '2027-01-06')).rejects.toThrow(/fund_holding_limit/)
  })

  await step('ten transfers in a day, also where the tenth was made elsewhere', async () => {
    for (let n = 0; n < 8; n += 1) await subscribe('1.00', '2027-01-06')
    const sheet = await fund.transfer('1.00')
    await subscribe('1.00', '2027-01-06')
    await fund.submit(sheet).click()
    const reached = upTo('errors:daily_count_reached', { limit: '10' })
    await expect(sheet.getByText(reached)).toBeVisible()
    await fund.open(PATHS.fundDeposit)
    await expect(page.getByText(upTo('fund:transfer.noneLeft'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('fund:transfer.next') })).toBeDisabled()
    await fund.open()
    expect(await fund.expectFigures()).toMatchObject({ subscriptionsLeft: 0, total: 90_000_900n })
  })

  await step('10,000.00 at once a day', async () => {
    expect(await fund.at('2027-01-06T10:00:00Z')).toMatchObject({ subscriptionsLeft: 10 })
    await fund.withdraw({ amount: '6000.00', speed: 'instant', password }, '2027-01-06')
    await fund.open(`${PATHS.fund}?open=withdraw`)
    const sheet = page.getByRole('dialog')
    await fund.fillWithdrawal(sheet, { amount: '4000.01', speed: 'instant' })
    const most = upTo('errors:instant_limit_reached', { remaining: '4,000.00' })
    await expect(sheet.getByText(most)).toBeVisible()
    const more = { amount: '4000.01', speed: 'instant', payDay: '2027-01-06' }
    const asked = caller.post('/fund/redemptions', { ...more, tradingPassword: password })
    await expect(asked).rejects.toThrow(/instant_limit_reached/)
    await fund.withdraw({ amount: '4000.00', speed: 'instant', password }, '2027-01-06')
  })

  await step('five withdrawals a day, also where the fifth was made elsewhere', async () => {
    const next = { amount: '2.00', speed: 'next_day', payDay: '2027-01-07', tradingPassword: null }
    for (let n = 0; n < 2; n += 1) await caller.post('/fund/redemptions', next)
    const sheet = await fund.withdrawal({ amount: '2.00', speed: 'nextDay' })
    await caller.post('/fund/redemptions', next)
    await fund.submit(sheet).click()
    await expect(sheet.getByText(upTo('errors:daily_count_reached', { limit: '5' }))).toBeVisible()
    await fund.open(`${PATHS.fund}?open=withdraw`)
    await expect(page.getByText(upTo('fund:withdraw.noneLeft'))).toBeVisible()
    await expect(page.getByRole('button', { name: say('fund:withdraw.next') })).toBeDisabled()
    await fund.open()
    expect(await fund.expectFigures()).toMatchObject({ redemptionsLeft: 0, instantLeft: 0n })
  })

  await step('at midnight UTC they are whole, on the open page', async () => {
    const last = await fund.at('2027-01-06T23:59:46Z')
    expect(last).toMatchObject({ redemptionsLeft: 0, instantLeft: 0n })
    const whole = fund.value(say('fund:tab.instantLeft'))
    await expect(whole).toHaveText('10,000.00')
    const paid = async (): Promise<boolean> =>
      (await fund.books.redemptions()).every(({ status }) => status === 'paid')
    await expect.poll(paid).toBe(true)
    expect(await fund.expectFigures()).toMatchObject({
      subscriptionsLeft: 10,
      redemptionsLeft: 5,
      instantLeft: 1_000_000n,
    })
  })
})

import { fundDates } from '#rules/fund-calendar.ts'
import { expect, test } from './support/fixtures.ts'
import { Fund } from './support/fund.ts'
import { expectTransfers, expectWithdrawals } from './support/fund-details.ts'
import { say } from './support/words.ts'

const { step } = test

test('money goes into the fund, earns from its day on, and comes out at once or on the next business day', async ({
  page,
  phone,
  user,
  server,
}) => {
  const fund = new Fund(phone.page, server, user.account)
  const days = () => fundDates(server.now())
  const nextDay = (): Promise<void> => server.moveTo(`${days().settleDay}T09:00:00Z`)

  await step('transferred in; a second transfer is cancelled', async () => {
    const { tradeDay, settleDay } = days()
    await fund.open()
    await fund.expectDay(tradeDay, settleDay)
    await fund.transferIn('3000.00', tradeDay, settleDay)
    await fund.transferIn('40.00', tradeDay, settleDay)
    await fund.open()
    await fund.cancel('40.00', 'transfer')
    await expect(page.getByText(say('fund:details.transfer.cancelled'))).toBeVisible()
    await expect(fund.onTheWay('40.00')).toHaveCount(0)
    const figures = await fund.expectFigures()
    expect(figures).toMatchObject({ pending: 300_000n, cash: 700_000n })
  })

  await step('confirmed on its day, and paid out at once', async () => {
    await nextDay()
    await fund.open()
    expect(await fund.expectFigures()).toMatchObject({ confirmed: 300_000n, pending: 0n })
    await fund.withdraw({ amount: '500.00', speed: 'instant' }, days().tradeDay)
    expect(await fund.expectFigures()).toMatchObject({ confirmed: 250_000n, cash: 750_000n })
  })

  await step('more than 1,000.00 needs the trading password', async () => {
    const wish = { amount: '1200.00', speed: 'nextDay' } as const
    const sheet = await fund.withdrawal({ ...wish, password: 'not-the-password' })
    await fund.submit(sheet).click()
    await expect(sheet.getByText(say('errors:trading_password_wrong'))).toBeVisible()
    await fund.withdraw({ ...wish, password: user.tradingPassword }, days().settleDay)
    await fund.expectFigures()
  })

  await step('on the next day it has earned, and the withdrawal is paid', async () => {
    await nextDay()
    await fund.open()
    const { cash, incomeToday } = await fund.expectFigures()
    expect(cash).toBe(870_000n)
    expect(incomeToday).toBeGreaterThan(0n)
    await expectTransfers(fund)
    await expectWithdrawals(fund)
  })
})

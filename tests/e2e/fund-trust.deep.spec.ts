import { PATHS } from '#lib/paths.ts'
import { operatorAt } from './support/desk.ts'
import { expect, logInAs, test } from './support/fixtures.ts'
import { Fund, momentIn, weekday } from './support/fund.ts'
import {
  annual,
  checkIncome,
  expectAgreed,
  expectIncome,
  falsify,
  long,
  rowsOf,
} from './support/fund-details.ts'
import { signUp } from './support/ready-user.ts'
import { say } from './support/words.ts'

/** Anyone can recompute the fund's figures; the tests of this file move one server's clock, one after the other. */
test.use({ serverOptions: { at: '2027-01-06T10:00:00Z' } })
test.describe.configure({ mode: 'default', timeout: 300_000 })

test('a rate of two operators is on the page at once, and holds from its day on', async ({
  page,
  browser,
  phone,
  user: { account, caller },
  server,
}) => {
  const fund = new Fund(phone.page, server, account)
  await server.moveTo('2027-01-07T10:00:00Z')
  await caller.post('/fund/subscriptions', { amount: '10000.00', confirmDay: '2027-01-08' })
  const from = '2027-01-15'
  await fund.open(`${PATHS.fundRules}?tab=rates`)
  const row = page.getByRole('article').filter({ hasText: long(from) })
  await expect(page.getByRole('article').first()).toContainText(long('2027-01-14'))
  const ann = await operatorAt(browser, server, 'rate-ann')
  const ben = await operatorAt(browser, server, 'rate-ben')
  await ann.proposeRate(from, 77)
  await ann.open('fund_rates', 'rate-ann')
  await expect(ann.page.getByText(say('desk:rate.own'))).toBeVisible()
  const proposed = await ben.open('fund_rates', 'rate-ann')
  await expect(proposed).toContainText(annual(77))
  await expect(row).toHaveCount(0)
  await ben.step('approve')
  await expect(row).toContainText(annual(77))
  const names = say('fund:rules.rates.two', { first: 'rate-ann', second: 'rate-ben' })
  await expect(row).toContainText(names)
  await expect(row).toContainText(say('fund:rules.rates.ahead'))
  for (const { page: desk } of [ann, ben]) await desk.context().close()

  await fund.at('2027-01-16T09:00:00Z')
  const card = page.getByRole('region', { name: say('fund:state.rate') })
  await expect(fund.value(say('fund:state.annual'), card)).toHaveText(annual(77))
  const perDay = say('fund:state.perDay', { amount: '10,000.00' })
  await expect(fund.value(perDay, card)).toHaveText('0.77')
  await expect(card.getByText(say('fund:state.exampleCurve'))).toHaveCount(0)
  const last = (await fund.books.accruals()).at(-1)
  expect(last).toMatchObject({ day: from, rate: 77 })
  expect(BigInt(last?.credited ?? 0)).toBe(
    (BigInt(last?.share ?? 0) * 77n + BigInt(last?.before ?? 0)) / 1_000_000n,
  )
  await expectIncome(fund)
})

test('browsers of three zones agree on days, figures and the check as summer time begins', async ({
  browser,
  server,
}) => {
  await server.moveTo('2027-03-22T10:00:00Z')
  // After the leap, which ends sessions.
  const { account, caller } = await signUp(server)
  const subscribe = (amount: string, confirmDay: string): Promise<unknown> =>
    caller.post('/fund/subscriptions', { amount, confirmDay })
  await subscribe('5000.00', '2027-03-23')
  await server.moveTo('2027-03-25T14:00:00Z')
  await subscribe('200.00', '2027-03-30')
  await server.moveTo('2027-03-25T16:00:00Z')
  await subscribe('700.00', '2027-03-31')
  // Berlin has just left 02:00 out.
  await server.moveTo('2027-03-28T01:30:00Z')
  const look = async (timezoneId: string): Promise<Seen> => {
    const context = await browser.newContext({ timezoneId, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await logInAs(page, server, caller)
    const seen = await seenIn(new Fund(page, server, account, timezoneId), timezoneId)
    await context.close()
    return seen
  }
  const berlin = await look('Europe/Berlin')
  const tokyo = await look('Asia/Tokyo')
  const honolulu = await look('Pacific/Honolulu')
  expect([berlin.transferredAt, tokyo.transferredAt, honolulu.transferredAt]).toEqual([
    ['25 Mar 2027, 17:00', '25 Mar 2027, 15:00', '22 Mar 2027, 11:00'],
    ['26 Mar 2027, 01:00', '25 Mar 2027, 23:00', '22 Mar 2027, 19:00'],
    ['25 Mar 2027, 06:00', '25 Mar 2027, 04:00', '22 Mar 2027, 00:00'],
  ])
  expect(tokyo.rows).toEqual(berlin.rows)
  expect(honolulu.rows).toEqual(berlin.rows)
})

interface Seen {
  /** Of the list of income. */
  rows: string[]
  /** To the minute, newest first, in the browser's own zone. */
  transferredAt: string[]
}

/** Checks what is the same everywhere against the books, and returns what differs. */
async function seenIn(fund: Fund, timeZone: string): Promise<Seen> {
  const { page } = fund
  await fund.open()
  await fund.expectFigures()
  const easter = { day: weekday('2027-03-29'), name: say('fund:state.holidays.easter_monday') }
  const why = [say('fund:tab.weekend'), say('fund:tab.closedDay', easter)]
  await fund.expectDay('2027-03-30', '2027-03-31', why)
  await expect(fund.onTheWay('200.00')).toContainText(fund.midnight('2027-03-30'))
  await expect(fund.onTheWay('700.00')).toContainText(fund.midnight('2027-03-31'))
  const rows = await expectIncome(fund)
  await checkIncome(page)
  await expectAgreed(fund)
  const transfers = await rowsOf(fund, { tab: 'transfers', many: 3 })
  await fund.open(PATHS.fundRules)
  const next = Date.parse('2027-03-30T15:00:00Z')
  const cutOff = say('fund:rules.section.cutOff.counts', {
    cutOff: '15:00 UTC',
    next: momentIn(timeZone, next),
  })
  await expect(page.getByText(cutOff)).toBeVisible()
  return {
    rows,
    transferredAt: transfers.map((row) => /\d{1,2} \w{3} \d{4}, \d\d:\d\d/.exec(row)?.[0] ?? row),
  }
}

test('"check my income" agrees to the cent, and names a day that was changed', async ({
  page,
  server,
}) => {
  await server.moveTo('2027-04-19T10:00:00Z')
  const { account, caller, tradingPassword } = await signUp(server)
  await logInAs(page, server, caller)
  const fund = new Fund(page, server, account)
  await caller.post('/fund/subscriptions', { amount: '4321.09', confirmDay: '2027-04-20' })
  await server.moveTo('2027-04-22T10:00:00Z')
  const half = { amount: '1234.56', speed: 'instant', payDay: '2027-04-22' }
  await caller.post('/fund/redemptions', { ...half, tradingPassword })
  await server.moveTo('2027-04-25T10:00:00Z')
  await fund.open(PATHS.fundDetails)
  await checkIncome(page)
  await expectAgreed(fund)

  const changed = '2027-04-23'
  await falsify(server, { account, day: changed, by: 1 })
  await fund.open(PATHS.fundDetails)
  await checkIncome(page)
  await expect(page.getByText(say('fund:check.finding.day', { day: long(changed) }))).toBeVisible()
  const [, , , real] = await fund.books.accruals()
  const rate = page.getByRole('row', { name: say('fund:details.income.rate') })
  const factor = (rateOf: number): string => `0.${`${rateOf}`.padStart(6, '0')}`
  await expect(rate).toContainText(factor(real?.rate ?? 0))
  await expect(rate).toContainText(factor((real?.rate ?? 0) - 1))

  await falsify(server, { account, day: changed, by: -1 })
  await fund.open(PATHS.fundDetails)
  await checkIncome(page)
  await expectAgreed(fund)
})

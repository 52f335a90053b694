/** Checks the fund's records on screen against the database. */
import { expect, type Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { dayStart } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { incomeByHand } from '#support/fund-income-oracle.ts'
import { written } from './books.ts'
import type { Fund } from './fund.ts'
import type { AccrualRow, FundBooks, LotRow, RedemptionRow } from './fund-books.ts'
import type { RunningServer } from './server.ts'
import { say } from './words.ts'

const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  year: 'numeric',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
/** With its year, as lists write it: Mon, 21 Dec 2026. */
export const long = (day: string): string => longDay.format(dayStart(day))

/** Higher than all rows of a journey: a list mounts what is in sight. */
const TALL = { width: 390, height: 3_200 }

/** The text of each row in a tab of the records, newest first, once a look at them finds nothing wrong. */
export async function rowsOf(
  fund: Fund,
  { tab, many }: { tab: string; many: number },
  look: (rows: string[]) => void = () => undefined,
): Promise<string[]> {
  const { page } = fund
  const before = page.viewportSize()
  await page.setViewportSize(TALL)
  await fund.open(`${PATHS.fundDetails}?tab=${tab}`)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button') })
  await expect(rows).toHaveCount(many)
  let texts: string[] = []
  await expect(async () => {
    texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    look(texts)
  }).toPass()
  if (before !== null) await page.setViewportSize(before)
  return texts
}

const millionths = (carry: number): string => `0.00${`${carry}`.padStart(6, '0')}`

/** A year of a daily rate without compounding: 50 is 1.8250%. */
export const annual = (dailyRate: number): string => {
  const year = `${dailyRate * 365}`.padStart(5, '0')
  return `${year.slice(0, -4)}.${year.slice(-4)}%`
}

function incomeLine({ day, share, rate, credited, after }: AccrualRow): string {
  const earned = BigInt(credited)
  const line = say('fund:details.income.line', {
    share: written(BigInt(share)),
    rate: annual(rate),
  })
  const carried = say('fund:details.income.carryLine', { amount: millionths(after) })
  return `${long(day)} ${line} ${earned > 0n ? '+' : ''}${written(earned)} ${carried}`
}

/** The list of income shows what the database has for each day; returns its rows. */
export async function expectIncome(fund: Fund): Promise<string[]> {
  const accruals = await fund.books.accruals()
  return rowsOf(fund, { tab: 'income', many: accruals.length }, (shown) =>
    expect(shown).toEqual(accruals.map(incomeLine).reverse()),
  )
}

const lotStatus = ({ status, remaining, amount }: LotRow): string =>
  status === 'confirmed' && remaining !== amount ? 'partly' : status

export async function expectTransfers(fund: Fund): Promise<void> {
  const lots = (await fund.books.lots('transfer')).reverse()
  await rowsOf(fund, { tab: 'transfers', many: lots.length }, (shown) => {
    for (const [i, lot] of lots.entries()) {
      const status = say(`fund:details.transfer.status.${lotStatus(lot)}`)
      expect(shown[i]).toContain(`${written(BigInt(lot.amount))} ${status}`)
    }
  })
}

export async function expectWithdrawals(fund: Fund): Promise<void> {
  const all: RedemptionRow[] = (await fund.books.redemptions()).reverse()
  await rowsOf(fund, { tab: 'withdrawals', many: all.length }, (shown) => {
    for (const [i, { amount, speed, status }] of all.entries()) {
      const word = say(`fund:details.withdrawal.status.${status}`)
      expect(shown[i]).toContain(say(`fund:details.withdrawal.speed.${speed}`))
      expect(shown[i]).toContain(`${written(BigInt(amount))} ${word}`)
    }
  })
}

/** Capital records of available money and confirmed shares: what was there after each line. */
export async function expectLedgerPage(fund: Fund): Promise<void> {
  const { page } = fund
  const before = page.viewportSize()
  await page.setViewportSize(TALL)
  await fund.open(PATHS.fundRecords)
  for (const kind of ['cash', 'fund_confirmed'] as const) {
    const lines = await fund.books.lines(kind)
    const rows = page.getByRole('listitem').filter({ hasText: say(`records:account.${kind}`) })
    await expect(rows).toHaveCount(lines.length)
    const shown = await rows.allInnerTexts()
    for (const [i, after] of lines.entries()) {
      const words = say('records:balanceAfter', { amount: written(BigInt(after)) })
      expect(shown[i]).toContain(words)
    }
  }
  if (before !== null) await page.setViewportSize(before)
}

/** Each day's income is what the oracle computes from transfers, withdrawals and rates; nothing of a cent is lost. */
export async function expectExact(books: FundBooks, days: readonly string[]): Promise<void> {
  const lots = await books.lots('transfer')
  const redemptions = await books.redemptions()
  const byHand = incomeByHand({
    confirmed: lots
      .filter(({ status }) => status === 'confirmed' || status === 'redeemed')
      .map(({ confirm, amount }) => ({ day: confirm, amount: BigInt(amount) })),
    paid: redemptions
      .filter(({ status }) => status === 'paid')
      .map(({ pay, amount }) => ({ day: pay, amount: BigInt(amount) })),
    rates: days.map((day) => ({ from: day, dailyRate: exampleRate(day) })),
    throughDay: days.at(-1) ?? '',
  })
  const accruals = await books.accruals()
  expect(accruals.map(({ day }) => day)).toEqual(days)
  expect(
    accruals.map(({ day, share, rate, credited, before, after }) => ({
      day,
      share: BigInt(share),
      dailyRate: rate,
      carryBefore: before,
      credited: BigInt(credited),
      carryAfter: after,
    })),
  ).toEqual(byHand)
}

/** What was withdrawn came from the lots that were confirmed first. */
export async function expectOldestFirst(books: FundBooks): Promise<void> {
  const kinds = await Promise.all([books.lots('transfer'), books.lots('income')])
  const stock = kinds
    .flat()
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, confirm, amount }) => ({ id, at: `${confirm} ${id}`, left: BigInt(amount) }))
    .sort((a, b) => a.at.localeCompare(b.at, 'en', { numeric: true }))
  for (const { id, amount, status } of await books.redemptions()) {
    if (status !== 'paid') continue
    let due = BigInt(amount)
    const taken: { lot: string; amount: string }[] = []
    for (const lot of stock) {
      const part = lot.left < due ? lot.left : due
      if (part > 0n) taken.push({ lot: lot.id, amount: `${part}` })
      lot.left -= part
      due -= part
    }
    expect(await books.paidFrom(id)).toEqual(taken)
  }
}

/** Runs "Check my income" until it has read everything. */
export async function checkIncome(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('fund:check.start') }).click()
  await expect(page.getByText(say('fund:check.reading'))).toBeHidden()
}

/** The check reports that every cent agrees. */
export async function expectAgreed(fund: Fund): Promise<void> {
  const accruals = await fund.books.accruals()
  const total = accruals.reduce((sum, { credited }) => sum + BigInt(credited), 0n)
  const count = accruals.length
  const key = count === 1 ? 'fund:check.agrees_one' : 'fund:check.agrees_other'
  const agrees = say(key, { count: `${count}`, amount: written(total) })
  await expect(fund.page.getByText(agrees)).toBeVisible()
}

/** Changes a day's rate in the database; the figures of that day still add up. */
export async function falsify(
  server: RunningServer,
  { account, day, by }: { account: string; day: string; by: number },
): Promise<void> {
  const trigger = (what: 'disable' | 'enable'): Promise<unknown> =>
    server.ask(`alter table fund_accruals ${what} trigger fund_accruals_append_only`)
  await trigger('disable')
  await server.ask(
    `update fund_accruals set daily_rate = daily_rate + $3,
       credited = (share * (daily_rate + $3) + carry_before) / 1000000,
       carry_after = (share * (daily_rate + $3) + carry_before) % 1000000
     where day = $2 and user_id = (select id from users where account = $1)`,
    [account, day, by],
  )
  await trigger('enable')
}

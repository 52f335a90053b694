/** The fund's pages as their owner uses them: by what is written on them. */
import { expect, type Locator, type Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { written } from './books.ts'
import type { ClockedServer } from './clocked.ts'
import { type FundBooks, type FundFigures, fundBooksOf } from './fund-books.ts'
import { say } from './words.ts'

const inZone = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (day: string): string => format.format(dayStart(day))
}
/** Days of the business zone, wherever the browser is: Mon 21 Dec. */
export const weekday = inZone({ weekday: 'short', month: 'short', day: 'numeric' })
const short = inZone({ month: 'short', day: 'numeric' })
/** As the tests' browser is set. */
const HERE = 'Europe/Berlin'
/** A moment as a device in that zone writes it: Mon 21 Dec, 01:00. */
export const momentIn = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms)

const signed = (minor: bigint): string => (minor > 0n ? `+${written(minor)}` : written(minor))

/** What the fund's page says, by name. */
type Shown = Record<string, string>

/** Who never had anything in the fund sees the rate in place of zeros. */
const isUntouched = ({ total, incomeTotal, confirmed, pending }: FundFigures): boolean =>
  [total, incomeTotal, confirmed, pending].every((minor) => minor === 0n)

/** As the page has to write the figures on this business day. */
function writtenFigures(figures: FundFigures, today: string): Shown {
  const earned = say('fund:tab.incomeFor', { day: short(addDays(today, -1)) })
  const own = {
    total: written(figures.total),
    confirmed: written(figures.confirmed),
    pending: written(figures.pending),
    incomeToday: `${signed(figures.incomeToday)} ${earned}`,
    incomeTotal: written(figures.incomeTotal),
  }
  return {
    ...(!isUntouched(figures) && own),
    subscriptionsLeft: say('fund:tab.ofLimit', {
      count: `${figures.subscriptionsLeft}`,
      limit: '10',
    }),
    redemptionsLeft: say('fund:tab.ofLimit', { count: `${figures.redemptionsLeft}`, limit: '5' }),
    instantLeft: written(figures.instantLeft),
  }
}

interface Withdrawal {
  amount: string
  speed: 'instant' | 'nextDay'
  /** Where it is asked for. */
  password?: string
}

export class Fund {
  readonly page: Page
  readonly books: FundBooks
  readonly #server: ClockedServer
  readonly #zone: string

  constructor(page: Page, server: ClockedServer, account: string, zone = HERE) {
    this.page = page
    this.#zone = zone
    this.books = fundBooksOf(server, account)
    this.#server = server
  }

  /** Where a business day begins. */
  midnight(day: string): string {
    return momentIn(this.#zone, dayStart(day))
  }

  /** Loaded again: an open page does not notice that the server's clock leapt. */
  async open(path: string = PATHS.fund): Promise<void> {
    await this.page.goto('about:blank')
    await this.page.goto(`${this.#server.url}/#${path}`)
    await expect(this.page.locator('main')).not.toBeEmpty()
  }

  /** The value beside a label. */
  value(label: string, within: Page | Locator = this.page): Locator {
    const row = within.locator('dl > div').filter({
      has: this.page.locator('dt').getByText(label, { exact: true }),
    })
    return row.locator('dd')
  }

  async #shown(): Promise<Shown> {
    const read = async (key: string): Promise<string> => {
      const text = await this.value(say(`fund:tab.${key}`)).innerText()
      return text.replaceAll(/\s+/g, ' ')
    }
    const total = this.page.getByRole('status', { name: say('fund:tab.total') })
    const names = ['confirmed', 'pending', 'incomeToday', 'incomeTotal'] as const
    const counts = ['subscriptionsLeft', 'redemptionsLeft', 'instantLeft'] as const
    const shown: Shown = {}
    for (const name of counts) shown[name] = await read(name)
    if ((await total.count()) === 0) return shown
    shown['total'] = await total.innerText()
    for (const name of names) shown[name] = await read(name)
    return shown
  }

  /** Every figure of the open page is what entries and documents add up to. */
  async expectFigures(): Promise<FundFigures> {
    const atMs = this.#server.now()
    const figures = await this.books.figures(atMs)
    await expect.poll(() => this.#shown()).toEqual(writtenFigures(figures, dayOf(atMs)))
    return figures
  }

  /** The time comes, and the page, loaded again, has every figure of it. */
  async at(iso: string): Promise<FundFigures> {
    await this.#server.moveTo(iso)
    await this.open()
    return this.expectFigures()
  }

  /** What a transfer in made now would become, as the page says it. */
  async expectDay(tradeDay: string, settleDay: string, why: readonly string[] = []): Promise<void> {
    const card = this.page.getByRole('region', { name: say('fund:tab.today') })
    await expect(card).toContainText(weekday(tradeDay))
    await expect(card).toContainText(
      say('fund:tab.confirmedOn', { time: this.midnight(settleDay) }),
    )
    for (const reason of why) await expect(card).toContainText(reason)
  }

  /** Fills the transfer's form; the sheet's last tap is the caller's. */
  async transfer(amount: string): Promise<Locator> {
    await this.open(PATHS.fundDeposit)
    const available = this.page.getByRole('status', { name: say('fund:transfer.available') })
    // A deposit may be decided in between, so books and page are read until they agree.
    await expect(async () => {
      const { cash } = await this.books.figures(this.#server.now())
      await expect(available).toHaveText(written(cash), { timeout: 1_000 })
    }).toPass()
    await this.fillTransfer(amount)
    return this.page.getByRole('dialog')
  }

  async fillTransfer(amount: string): Promise<void> {
    await this.page.getByLabel(say('fund:transfer.amount'), { exact: true }).fill(amount)
    await this.page.getByRole('button', { name: say('fund:transfer.next') }).click()
  }

  async confirmTransfer(sheet: Locator): Promise<void> {
    await this.submit(sheet).click()
    await expect(this.page.getByText(say('fund:transfer.donePending'))).toBeVisible()
  }

  submit(sheet: Locator): Locator {
    return sheet.getByRole('button', { name: /^(Transfer in|Withdraw) [\d,.]+$/ })
  }

  /** From a transfer's form to what the page says once it is accepted. */
  async transferIn(amount: string, tradeDay: string, confirmDay: string): Promise<void> {
    const sheet = await this.transfer(amount)
    const row = (name: string): Locator => this.value(say(`fund:transfer.row.${name}`), sheet)
    await expect(row('tradeDay')).toHaveText(weekday(tradeDay))
    await expect(row('confirmsAt')).toHaveText(this.midnight(confirmDay))
    await this.confirmTransfer(sheet)
    await expect(this.onTheWay(amount)).toContainText(
      say('fund:tab.confirmsAt', { time: this.midnight(confirmDay) }),
    )
  }

  /** What still waits for its day, by its amount as it was typed. */
  onTheWay(amount: string): Locator {
    const list = this.page.getByRole('region', { name: say('fund:tab.onTheWay') })
    const minor = BigInt(amount.replace('.', ''))
    return list.getByRole('listitem').filter({ hasText: written(minor) })
  }

  cancelButton(amount: string, what: 'transfer' | 'withdrawal'): Locator {
    return this.onTheWay(amount).getByRole('button', { name: say(`fund:details.${what}.cancel`) })
  }

  /** `before`: what happens between the question and its answer. */
  async cancel(
    amount: string,
    what: 'transfer' | 'withdrawal',
    before = async (): Promise<void> => undefined,
  ): Promise<void> {
    await this.cancelButton(amount, what).click()
    const yes = say(`fund:details.${what}.cancel`)
    const answer = this.page.getByRole('alertdialog').getByRole('button', { name: yes })
    await expect(answer).toBeVisible()
    await before()
    await answer.click()
  }

  /** Up to the sheet's last look; the last tap is the caller's. */
  async withdrawal({ amount, speed, password }: Withdrawal): Promise<Locator> {
    await this.open(`${PATHS.fund}?open=withdraw`)
    const sheet = this.page.getByRole('dialog')
    const { redeemable } = await this.books.figures(this.#server.now())
    const most = sheet.getByRole('status', { name: say('fund:withdraw.redeemable') })
    await expect(most).toHaveText(written(redeemable))
    await this.fillWithdrawal(sheet, { amount, speed })
    const field = sheet.getByLabel(say('fund:withdraw.password'), { exact: true })
    if (password === undefined) await expect(field).toHaveCount(0)
    else await field.fill(password)
    return sheet
  }

  async fillWithdrawal(sheet: Locator, { amount, speed }: Withdrawal): Promise<void> {
    await sheet.getByLabel(say('fund:withdraw.amount'), { exact: true }).fill(amount)
    await sheet.getByRole('radio', { name: say(`fund:withdraw.${speed}`) }).click()
    await sheet.getByRole('button', { name: say('fund:withdraw.next') }).click()
  }

  async withdraw(wish: Withdrawal, payDay: string): Promise<void> {
    const sheet = await this.withdrawal(wish)
    const nextDay = wish.speed === 'nextDay'
    const paid = nextDay ? this.midnight(payDay) : say('fund:withdraw.row.paidNow')
    const row = (name: string): Locator => this.value(say(`fund:withdraw.row.${name}`), sheet)
    await expect(row('paid')).toHaveText(paid)
    await expect(row('earnsUntil')).toHaveText(weekday(addDays(payDay, -1)))
    await this.submit(sheet).click()
    const amount = written(BigInt(wish.amount.replace('.', '')))
    const done = nextDay
      ? say('fund:withdraw.doneNextDay', { amount, time: this.midnight(payDay) })
      : say('fund:withdraw.doneInstant', { amount })
    await expect(sheet.getByText(done)).toBeVisible()
    await sheet.getByRole('button', { name: say('fund:withdraw.close') }).click()
  }
}

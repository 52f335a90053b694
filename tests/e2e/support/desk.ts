/** The operator desk as an operator uses it, in a browser of their own. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { operatorCode } from '#support/operator-code.ts'
import { CARD, type Identity } from './account.ts'
import { type RunningServer, timeOf } from './server.ts'
import { say } from './words.ts'

const DESK_PASSWORD = 'harbour-lantern-quiet-55'
type Tab =
  | 'verifications'
  | 'deposits'
  | 'withdrawals'
  | 'payout_changes'
  | 'fund_rates'
  | 'recoveries'
  | 'frozen'
  | 'customers'
  | 'products'
  | 'log'
type Step = 'review' | 'approve' | 'pay' | 'sent'

export class Desk {
  readonly page: Page
  readonly #server: RunningServer

  constructor(page: Page, server: RunningServer) {
    this.page = page
    this.#server = server
  }

  /** `secret`: of the operator's authenticator, base 32. */
  async logIn(name: string, secret: string): Promise<void> {
    const { page } = this
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    await page.goto(`${this.#server.url}/desk.html`)
    await page.getByLabel(say('desk:logIn.name')).fill(name)
    await page.getByLabel(say('desk:logIn.password'), { exact: true }).fill(DESK_PASSWORD)
    const code = operatorCode(secret, await timeOf(this.#server))
    await page.getByLabel(say('desk:logIn.code')).fill(code)
    await page.getByRole('button', { name: say('desk:logIn.submit'), exact: true }).click()
    await expect(page.getByLabel(say('desk:filter'))).toBeVisible()
  }

  async go(tab: Tab): Promise<void> {
    await this.page.goto(`${this.#server.url}/desk.html#/${tab}`)
  }

  /** Opens the document of this customer, or the proposal of this operator, once it arrives. */
  async open(tab: Tab, account: string): Promise<Locator> {
    await this.go(tab)
    const list = this.page.getByRole('region', { name: say(`desk:tabs.${tab}`) })
    await list.getByRole('button').filter({ hasText: account }).first().click()
    const article = this.page.getByRole('article')
    await expect(article).toContainText(account)
    return article
  }

  async step(step: Step): Promise<void> {
    const { page } = this
    const article = page.getByRole('article')
    // What decides must have been on the screen.
    if (step !== 'review') await lookAt(article)
    const button = article.getByRole('button', { name: say(`desk:steps.${step}`) })
    await button.click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('desk:yes') })
      .click()
    await expect(button).toBeHidden()
  }

  /** Takes a product out of service: from now on it takes no orders. */
  async halt(symbol: string): Promise<void> {
    const { page } = this
    await this.go('products')
    const button = (move: string): Locator =>
      page.getByRole('button', { name: `${say(`desk:maintenance.${move}`)}: ${symbol}` })
    await button('drain').click()
    const sure = page.getByRole('alertdialog')
    await sure.getByRole('button', { name: say('desk:maintenance.drain') }).click()
    await expect(button('resume')).toBeVisible()
  }

  async refuse(step: 'reject' | 'bounce', reason: string): Promise<void> {
    const { page } = this
    const name = say(`desk:steps.${step}`)
    await page.getByRole('article').getByRole('button', { name }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: say(`common:reason.${reason}`) }).check()
    await sheet.getByRole('button', { name, exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  /** Another card for a customer, as they asked. */
  async proposePayout(account: string, who: Identity, bank: string): Promise<void> {
    const { page } = this
    await this.go('customers')
    await page.getByLabel(say('desk:customer.search')).fill(account)
    await page.getByRole('button', { name: say('desk:search'), exact: true }).click()
    await page.getByRole('listitem').getByRole('button').filter({ hasText: account }).click()
    await page.getByRole('button', { name: say('desk:change.propose') }).click()
    const fill = (field: string, text: string): Promise<void> =>
      page.getByLabel(say(`desk:change.${field}`), { exact: true }).fill(text)
    await fill('holder', who.name)
    await fill('nationality', 'IE')
    await fill('bank', bank)
    await fill('number', CARD)
    await fill('address', '2 Example Street')
    await fill('why', 'The customer moved to another bank')
    await page.getByRole('button', { name: say('desk:change.submit'), exact: true }).click()
    await expect(page.getByText(say('desk:change.sent'))).toBeVisible()
  }

  /** A rate for all users from this day on, which another operator has to publish. */
  async proposeRate(from: string, dailyRate: number): Promise<void> {
    const { page } = this
    await this.go('fund_rates')
    await page.getByRole('button', { name: say('desk:rate.propose') }).click()
    await page.getByLabel(say('desk:rate.firstDay'), { exact: true }).fill(from)
    const daily = say('desk:rate.dailyField', { max: '300' })
    await page.getByLabel(daily, { exact: true }).fill(`${dailyRate}`)
    await page.getByLabel(say('desk:rate.whyField'), { exact: true }).fill('the market is calmer')
    await page.getByRole('button', { name: say('desk:rate.submit'), exact: true }).click()
    await expect(page.getByText(say('desk:rate.sent'))).toBeVisible()
  }
}

/** Scrolls through the photos and the facts of the opened document. */
async function lookAt(article: Locator): Promise<void> {
  await expect(article.locator('[aria-busy=true]')).toHaveCount(0)
  for (const part of await article.locator('figure, dl').all()) await part.scrollIntoViewIfNeeded()
}

/** An operator made on the command line, logged in in a browser of their own. */
export async function operatorAt(
  browser: Browser,
  server: RunningServer,
  name: string,
): Promise<Desk> {
  const secret = await server.addOperator(name, DESK_PASSWORD)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const desk = new Desk(await context.newPage(), server)
  await desk.logIn(name, secret)
  return desk
}

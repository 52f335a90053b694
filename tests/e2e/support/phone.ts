/** The app as a person with a phone uses it: by what is written on it. */
import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { ERRORS } from '#contract/errors.ts'
import { PATHS } from '#lib/paths.ts'
import type { RunningServer } from './server.ts'

export interface Person {
  account: string
  phone: string
  password: string
  tradingPassword: string
}

export const person = (account: string): Person => ({
  account,
  phone: '+86 138 0013 8000',
  password: 'river-lamp-quiet-42',
  tradingPassword: 'stone-kite-seven-91',
})

export class Phone {
  readonly page: Page
  readonly #server: RunningServer

  constructor(page: Page, server: RunningServer) {
    this.page = page
    this.#server = server
  }

  /** Opens the app in a language; `path` is what follows the `#`. */
  async open(path = '/', language = 'en'): Promise<void> {
    await this.page.addInitScript((code) => localStorage.setItem('language', code), language)
    await this.page.goto(`${this.#server.url}/#${path}`)
  }

  async register(who: Person): Promise<void> {
    await this.page.getByRole('link', { name: 'Register' }).first().click()
    await this.fillRegistration(who)
  }

  /** Both steps, from the page of the first one. */
  async fillRegistration(who: Person): Promise<void> {
    const { page } = this
    await page.getByLabel('User name', { exact: true }).fill(who.account)
    await page.getByLabel('Phone number').fill(who.phone)
    await page.getByLabel('Account opening code').fill(this.#server.openingCode)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Login password', { exact: true }).fill(who.password)
    await page.getByLabel('Confirm login password').fill(who.password)
    await page.getByLabel('Trading password', { exact: true }).fill(who.tradingPassword)
    await page.getByLabel('Confirm trading password').fill(who.tradingPassword)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Complete registration' }).click()
    await expect(page.getByText('Registration Successful').first()).toBeVisible()
  }

  async logIn(account: string, password: string): Promise<void> {
    const { page } = this
    await page.getByLabel('User name', { exact: true }).fill(account)
    await page.getByLabel('Login password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(this.available).toBeVisible()
  }

  /** Asks first; every session of this device ends. */
  async logOut(): Promise<void> {
    const { page } = this
    await page.goto(`${this.#server.url}/#${PATHS.settings}`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/login/)
  }

  async takePracticeMoney(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get practice money' }).click()
    await expect(this.available).toContainText('10,000.00')
  }

  get available(): Locator {
    return this.page.getByRole('status', { name: 'Available balance' })
  }

  async openProducts(): Promise<void> {
    await this.page.goto(`${this.#server.url}/#/pages/product/product`)
  }

  async openProduct(symbol: string): Promise<void> {
    await this.page.goto(`${this.#server.url}/#/pages/Detail/Detail?symbol=${symbol}`)
    await expect(this.page.locator('main [data-quote=live]').first()).toBeVisible()
  }

  /** The price as written, once it is live. */
  async price(): Promise<string> {
    const live = this.page.locator('main [data-quote=live]').first()
    await expect(live).toBeVisible()
    return live.innerText()
  }

  async expectPriceToChange(): Promise<void> {
    const before = await this.price()
    await expect.poll(async () => (await this.price()) !== before).toBe(true)
  }

  /** Fills the ticket; the last tap is the caller's. */
  async ticket(direction: 'up' | 'down', amount: string, duration: RegExp): Promise<Locator> {
    const { page } = this
    const name = direction === 'up' ? /^Up/ : /^Down/
    await page.getByRole('button', { name }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Amount', { exact: true }).fill(amount)
    await sheet.getByRole('radio', { name: duration }).click()
    await expect(sheet.getByText(/^Get /)).toBeVisible()
    return sheet.getByRole('button', { name })
  }

  /** Places an order on the open product and sees it accepted. */
  async buy(direction: 'up' | 'down', amount: string, duration: RegExp): Promise<void> {
    await this.send(await this.ticket(direction, amount, duration))
  }

  /**
   * Sends the order and sees it accepted. Where it came after its start, it taps again, as the app asks: on a busy
   * machine an order takes longer than its device has measured, and how long is not judged here.
   */
  async send(button: Locator, act = (): Promise<void> => button.click()): Promise<void> {
    const keyOf = (response: Response) => response.request().headers()['idempotency-key']
    // Where the answer takes long, the app sends the same order again meanwhile, and gets the same answer.
    const late = new Set<string | undefined>()
    const isAnswer = (response: Response): boolean =>
      response.request().method() === 'POST' &&
      response.url().endsWith('/api/orders') &&
      !late.has(keyOf(response))
    for (let isLate = true; isLate; ) {
      // Without a limit, because the wait begins before the tap, and the tap waits until the button rests no more.
      const [answer] = await Promise.all([
        this.page.waitForResponse(isAnswer, { timeout: 0 }),
        act(),
      ])
      isLate =
        answer.status() === ERRORS.too_late.status &&
        /"(too_late|order_undone)"/.test(await answer.text())
      late.add(keyOf(answer))
    }
    await expect(this.successNotice).toBeVisible()
  }

  /** Sees the notice of a result, which is shown for seconds only, while `expire` brings the order to its end. */
  async seeResult(expire: () => Promise<void>): Promise<void> {
    const notice = /^(Bitcoin|Ether): (won|lost|price unchanged|order void)/
    const shown = this.page.getByText(notice).first().waitFor({ timeout: 60_000 })
    await Promise.all([shown, expire()])
  }

  get successNotice(): Locator {
    return this.page.getByText('Purchase Successful').first()
  }
}

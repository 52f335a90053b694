/** The pages of an account as their owner uses them. */
import { expect, type Locator, type Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { documentPhoto } from './photos.ts'
import type { RunningServer } from './server.ts'
import { say } from './words.ts'

export interface Identity {
  name: string
  idNumber: string
  country: string
}
/** A card number whose check digit is right. */
export const CARD = '4111 1111 1111 1111'
/** The reviewer's step is due, but a machine under load takes its time. */
const REVIEW_TIMEOUT_MS = 60_000

export class Account {
  readonly page: Page
  readonly #server: RunningServer

  constructor(page: Page, server: RunningServer) {
    this.page = page
    this.#server = server
  }

  /** By its address: the app is not loaded again. */
  async go(path: string): Promise<void> {
    await this.page.goto(`${this.#server.url}/#${path}`)
  }

  /** A sheet of the settings, by the key of its title. */
  async openSetting(title: string): Promise<Locator> {
    await this.go(PATHS.settings)
    await this.page.getByRole('button', { name: say(title) }).click()
    const sheet = this.page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    return sheet
  }

  async #choose(label: string, country: string): Promise<void> {
    const { page } = this
    await page.getByRole('button', { name: label }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('searchbox').fill(country)
    await sheet.getByRole('button', { name: country, exact: true }).click()
    await expect(sheet).toBeHidden()
  }

  async fillIdentity(who: Identity): Promise<void> {
    const { page } = this
    await this.#choose(say('verify:nationality.label'), who.country)
    await page.getByLabel(say('verify:name.label'), { exact: true }).fill(who.name)
    await page.getByLabel(say('verify:idNumber.label'), { exact: true }).fill(who.idNumber)
    for (const side of ['front', 'back'] as const) {
      const group = page.getByRole('group', { name: say(`verify:${side}.label`) })
      const photo = await documentPhoto(`ID ${side}`, who.name)
      await group.locator('input[type=file]').last().setInputFiles(photo)
      await expect(group.getByText(say('verify:photo.kept'), { exact: true })).toBeVisible()
    }
  }

  async sendIdentity(who: Identity): Promise<void> {
    await this.go(PATHS.verify)
    await this.fillIdentity(who)
    await this.page.getByRole('button', { name: say('verify:submit') }).click()
    await expect(this.page.getByText(say('verify:submitted')).first()).toBeVisible()
  }

  expectIdentity(status: 'verifying' | 'verified' | 'rejected'): Promise<void> {
    const badge = this.page.locator(`[data-verification=${status}]`)
    return expect(badge).toBeVisible({ timeout: REVIEW_TIMEOUT_MS })
  }

  async savePayout(who: Identity, tradingPassword: string): Promise<void> {
    const { page } = this
    await this.go(PATHS.accountDetail)
    await page.getByLabel(say('cashier:account.holder'), { exact: true }).fill(who.name)
    await this.#choose(say('cashier:account.nationality'), who.country)
    await page.getByLabel(say('cashier:account.bank'), { exact: true }).fill('Example Bank')
    await page.getByLabel(say('cashier:account.number'), { exact: true }).fill(CARD)
    await page.getByLabel(say('cashier:account.branch'), { exact: true }).fill('1 Example Street')
    await page.getByRole('button', { name: say('cashier:account.next') }).click()
    await page.getByLabel(say('cashier:withdraw.password'), { exact: true }).fill(tradingPassword)
    await page.getByRole('button', { name: say('cashier:account.save') }).click()
    await expect(page.getByText(say('cashier:account.saved')).first()).toBeVisible()
  }

  /** Fills the deposit's sheet; the last tap is the caller's. */
  async deposit(amount: string): Promise<Locator> {
    const { page } = this
    await this.go(PATHS.deposits)
    await page.getByRole('button', { name: say('cashier:deposit.new'), exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say('cashier:amount.label'), { exact: true }).fill(amount)
    return sheet.locator('button[type=submit]')
  }

  depositAccepted(): Promise<void> {
    return this.page.getByText(say('cashier:deposit.accepted')).first().waitFor()
  }

  #row(amount: string, badge: string): Locator {
    const row = this.page.getByRole('listitem').filter({ hasText: amount })
    return row.filter({ has: this.page.getByText(badge, { exact: true }) })
  }
  /** A deposit in the list, once it has this status. */
  async depositRow(amount: string, status: string): Promise<Locator> {
    const row = this.#row(amount, say(`cashier:deposit.status.${status}`))
    await expect(row).toBeVisible({ timeout: REVIEW_TIMEOUT_MS })
    return row
  }
  /** A withdrawal in the open list, once it has this status. */
  async withdrawalRow(amount: string, status: string): Promise<Locator> {
    const row = this.#row(amount, say(`cashier:withdraw.status.${status}`))
    await expect(row).toBeVisible({ timeout: REVIEW_TIMEOUT_MS })
    return row
  }

  /** Up to the sheet that asks for the trading password; the last tap is the caller's. */
  async withdraw(amount: string, tradingPassword: string): Promise<Locator> {
    const { page } = this
    // From elsewhere: after a withdrawal its page shows that one.
    await this.go(PATHS.withdrawals)
    await this.go(PATHS.withdraw)
    await page.getByLabel(say('cashier:withdraw.amount'), { exact: true }).fill(amount)
    await page.getByRole('button', { name: say('cashier:withdraw.next') }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(say('cashier:withdraw.password'), { exact: true }).fill(tradingPassword)
    return sheet.locator('button[type=submit]')
  }

  /** The title follows the withdrawal, which a busy machine may show only when it is paid out. */
  async expectRequested(): Promise<void> {
    const steps = this.page.getByRole('list', { name: say('cashier:withdraw.steps') })
    await expect(steps.getByText(say('cashier:withdraw.step.requested'))).toBeVisible()
  }

  async openWithdrawals(show: 'success' | 'under_review' | 'failed'): Promise<void> {
    await this.go(`${PATHS.withdrawals}?show=${show}`)
  }
}

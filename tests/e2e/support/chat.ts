/** The chat with customer service as a user has it on the phone. */
import type { Locator, Page } from '@playwright/test'
import { say } from './words.ts'

export class Chat {
  readonly log: Locator
  readonly field: Locator
  readonly #send: Locator

  constructor(page: Page) {
    this.log = page.getByRole('log')
    this.field = page.getByLabel(say('support:write'))
    this.#send = page.getByRole('button', { name: say('support:send'), exact: true })
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text)
    await this.#send.click()
  }
}

/** An impatient thumb, which taps on where it is whatever comes under it. */
import type { Locator, Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { pause } from '#support/until.ts'
import { expect, test } from './fixtures.ts'
import { speech, words } from './words.ts'

const TAPS = 6
const BETWEEN_MS = 280

interface Point {
  x: number
  y: number
}

async function middleOf(button: Locator): Promise<Point> {
  const { x, y, width, height } = (await button.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  return { x: x + width / 2, y: y + height / 2 }
}

/** After so long without a tap, the next one is meant for what is under it (`animate-untouched` in theme.css). */
const MEANT_AFTER_MS = 500

/** Taps as an impatient thumb does. Resolves to false if the machine was so slow that one of the taps may be meant. */
async function tapOn(page: Page, { x, y }: Point): Promise<boolean> {
  let slowest = 0
  for (let i = 0; i < TAPS; i += 1) {
    const from = performance.now()
    await page.touchscreen.tap(x, y)
    await pause(BETWEEN_MS)
    slowest = Math.max(slowest, performance.now() - from)
  }
  return slowest < MEANT_AFTER_MS
}

/** As long as an answer may take, and the moment of rest after it. */
const quiet = (delayMs: number): Promise<void> => pause(delayMs + 1_800)

export function tapsBuyOnce(at: { language: string; width: number; delayMs: number }): void {
  const { language, width, delayMs } = at
  test(`rapid taps buy what was confirmed once: ${language} at ${width} px, answers ${delayMs} ms late`, async ({
    books,
    page,
    phone,
  }) => {
    const { up } = words(language).direction
    await page.setViewportSize({ width, height: 700 })
    // Only the answer is late: an order that itself comes late is refused, as its device fixed its start.
    await page.route('**/api/orders', async (route) => {
      const response = await route.fetch()
      await pause(delayMs)
      await route.fulfill({ response })
    })
    await phone.open(`/pages/Detail/Detail?symbol=BTCUSDT`, language)
    await expect(page.locator('main [data-quote=live]').first()).toBeVisible()
    const pick = page.getByRole('button', { name: new RegExp(`^${up}`) }).first()
    await expect(pick).toBeEnabled()
    const onPage = await middleOf(pick)

    await test.step('taps on the page’s button confirm nothing', async () => {
      await tapOn(page, onPage)
      await quiet(delayMs)
      expect(await books.orders()).toHaveLength(0)
    })

    await test.step('taps on where the order was confirmed, and on the page’s button, buy nothing more', async () => {
      const ticket = page.getByRole('dialog')
      if (!(await ticket.isVisible())) await page.touchscreen.tap(onPage.x, onPage.y)
      const confirm = ticket.getByRole('button', { name: new RegExp(`^${up}`) })
      const isBought = async (): Promise<boolean> => (await books.orders()).length > 0
      const isLate = (): Promise<boolean> => ticket.getByRole('alert').isVisible()
      // On a busy machine an order comes too late and has to be confirmed again.
      while (!(await isBought())) {
        // The sheet has come to rest.
        await confirm.click({ trial: true })
        await tapOn(page, await middleOf(confirm))
        await tapOn(page, onPage)
        await expect.poll(async () => (await isBought()) || isLate()).toBe(true)
      }
      await quiet(delayMs)
      expect(await books.orders()).toHaveLength(1)
    })
  })
}

/** A ticket that is asked for again while it still slides away. */
export function reopensUntouched({ language, width }: { language: string; width: number }): void {
  test(`a ticket that opens before it has closed takes no tap at once: ${language} at ${width} px`, async ({
    books,
    page,
    phone,
  }) => {
    const { up } = words(language).direction
    const say = speech(language)
    await page.setViewportSize({ width, height: 700 })
    await phone.open(`/pages/Detail/Detail?symbol=BTCUSDT`, language)
    await expect(page.locator('main [data-quote=live]').first()).toBeVisible()
    const pick = page.getByRole('button', { name: new RegExp(`^${up}`) }).first()
    await expect(pick).toBeEnabled()
    await pick.tap()
    const ticket = page.getByRole('dialog')
    const confirm = ticket.getByRole('button', { name: new RegExp(`^${up}`) })
    await confirm.click({ trial: true })
    const close = ticket.getByRole('button', { name: say('common:close'), exact: true })
    // Within the page, as quick as no test can tap from outside.
    const reopen = async (): Promise<string> => {
      const leave = await close.elementHandle()
      return page.evaluate(
        async ([button, name]) => {
          const frames = async (): Promise<void> => {
            for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame)
          }
          if (!(button instanceof HTMLElement)) return 'nothing'
          button.click()
          await frames()
          const openedAt = performance.now()
          document.querySelector<HTMLElement>('[data-order-buttons] button')?.click()
          await frames()
          if (performance.now() - openedAt > 300) return 'slow'
          const buttons = [...document.querySelectorAll('[data-ticket] button:not([role])')]
          const buy = buttons.find(({ textContent }) => textContent.startsWith(name))
          return buy === undefined ? 'gone' : getComputedStyle(buy).pointerEvents
        },
        [leave, up] as const,
      )
    }
    // A busy machine may take longer for three frames than the ticket takes no tap.
    await expect(async () => {
      await confirm.click({ trial: true })
      expect(await reopen()).toBe('none')
    }).toPass()
    await expect(confirm).toBeVisible()
    await quiet(0)
    expect(await books.orders()).toHaveLength(0)
  })
}

/** The last look at a transfer slides in under the finger that asked for it. */
export function looksBeforeTransfer({
  language,
  width,
}: {
  language: string
  width: number
}): void {
  test(`taps that go on transfer nothing: ${language} at ${width} px`, async ({ page, phone }) => {
    const say = speech(language)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.setViewportSize({ width, height: 700 })
    const confirm = page.getByRole('dialog').getByRole('button', { name: /10/ })
    /** Opens the last look for the second time, and resolves to where its button is. */
    const opened = async (): Promise<Point> => {
      await phone.open(PATHS.fundDeposit, language)
      await page.getByLabel(say('fund:transfer.amount'), { exact: true }).fill('10')
      const next = page.getByRole('button', { name: say('fund:transfer.next') })
      await next.click()
      await confirm.click({ trial: true })
      const where = await middleOf(confirm)
      await page.keyboard.press('Escape')
      await expect(confirm).toHaveCount(0)
      const again = await middleOf(next)
      await page.touchscreen.tap(again.x, again.y)
      await expect(confirm).toBeVisible()
      return where
    }
    let where = await opened()
    while (!(await tapOn(page, where))) {
      where = await opened()
      sent.length = 0
    }
    await pause(1_000)
    expect(sent.filter((path) => path.includes('fund'))).toEqual([])
    await page.touchscreen.tap(where.x, where.y)
    await expect.poll(() => sent.filter((path) => path.includes('fund'))).toHaveLength(1)
  })
}

/** Back, with the ticket open. */
export function backClosesTicket({ language, width }: { language: string; width: number }): void {
  test(`Back closes the ticket, which keeps what was put in, and then leaves the page: ${language}`, async ({
    page,
    phone,
  }) => {
    const { up, down } = words(language).direction
    const say = speech(language)
    await page.setViewportSize({ width, height: 700 })
    await phone.open(PATHS.products, language)
    await phone.openProduct('BTCUSDT')
    await page.getByRole('button', { name: new RegExp(`^${up}`) }).click()
    const ticket = page.locator('[data-ticket]')
    const amount = ticket.getByLabel(say('ticket:amount'), { exact: true })
    const durations = ticket.getByRole('radiogroup', { name: say('ticket:duration') })
    const shortest = durations.getByRole('radio').first()
    await amount.fill('37')
    await shortest.click()
    await page.goBack()
    await expect(ticket).toHaveCount(0)
    await expect(page).toHaveURL(/symbol=BTCUSDT/)
    await page.getByRole('button', { name: new RegExp(`^${down}`) }).click()
    await expect(amount).toHaveValue('37')
    await expect(shortest).toBeChecked()
    // A link of the ticket leads away, and Back from there to the page without it.
    await ticket.getByRole('button', { name: say('ticket:details') }).click()
    await page.getByRole('link', { name: say('tabs:pages.odds') }).click()
    await expect(page).toHaveURL(/odds|trust/)
    // The address changes before the page does. Until then the ticket is still open, and Back would return to it.
    await expect(ticket).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/symbol=BTCUSDT/)
    await expect(ticket).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/pages\/product\/product/)
  })
}

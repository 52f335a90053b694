/** How each state of the trading page is recognised, in any language and size. */
import { expect as within5s, type Locator, type Page } from '@playwright/test'
import { settle } from './looking.ts'
import { placeOrder } from './ready-user.ts'
import type { Whose } from './trade-world.ts'
import type { speech } from './words.ts'

const expect = within5s.configure({ timeout: 6_000 })

/** From this width on, the ticket is beside the chart, and orders are rows of a table. */
const DESK_PX = 1_024

/** A user's page of one product. */
export interface Actor {
  page: Page
  whose: Whose
}

export interface Shown extends Actor {
  say: ReturnType<typeof speech>
}

export interface Look {
  /** What is done on the page, once per language. */
  enter?(shown: Shown): Promise<void>
  /** Throws unless the page shows the state. */
  check(shown: Shown): Promise<void>
  leave?(shown: Shown): Promise<void>
}

export const isDesk = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= DESK_PX

/** A text whose values are not known. */
const like = (text: string): RegExp =>
  new RegExp(
    text
      .split(/{{\w+}}/)
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('.+'),
  )

const strip = (page: Page): Locator => page.locator('[data-order-strip]')
const dock = (page: Page): Locator => page.locator('[data-dock]')
const rows = (page: Page): Locator => dock(page).getByRole('rowgroup').last().getByRole('row')
const upButton = (page: Page): Locator => page.locator('[data-order-buttons] [data-shortcut=up]')
const sideTicket = (page: Page): Locator => page.locator('aside:has([data-side-ticket])')
const liveQuote = (page: Page): Locator => page.locator('[data-quote=live]').first()

/** The price is live, and what begins an order can be reached. */
async function expectOffer({ page }: Shown): Promise<void> {
  await expect(liveQuote(page)).toBeVisible()
  const begin = isDesk(page) ? sideTicket(page).getByRole('radio').first() : upButton(page)
  await expect(begin).toBeEnabled()
  await expect(begin).toBeInViewport({ ratio: 1 })
}

export const none: Look = {
  check: async (shown) => {
    await expectOffer(shown)
    await expect(strip(shown.page)).toHaveCount(0)
  },
}

export const choosing: Look = {
  enter: async ({ page, say }) => {
    const up = say('common:direction.up')
    if (isDesk(page)) await sideTicket(page).getByRole('radio', { name: up }).click()
    else if (!(await page.locator('[data-ticket]').isVisible())) await upButton(page).click()
    await settle(page)
  },
  check: async ({ page, say }) => {
    const ticket = isDesk(page) ? sideTicket(page) : page.locator('[data-ticket]')
    const up = new RegExp(`^${say('common:direction.up')}`)
    const send = ticket.getByRole('button', { name: up })
    const chosen = ticket.getByRole('radio', { checked: true })
    await expect(chosen).toHaveCount(2)
    for (const part of [...(await chosen.all()), ticket.getByRole('textbox').first(), send])
      await expect(part).toBeInViewport({ ratio: 0.99 })
    await expect(send).not.toHaveAttribute('aria-disabled', /.*/)
  },
}

/** Time stands still just before the order starts. */
export const waiting: Look = {
  enter: async ({ page, whose: { server, caller } }) => {
    await expect(liveQuote(page)).toBeVisible()
    await server.hold()
    await placeOrder(caller)
  },
  check: async ({ page, say }) => {
    if (isDesk(page)) {
      await expect(rows(page).first()).toBeInViewport()
      await expect(rows(page).first()).not.toContainText(say('trading:dock.now.winning'))
    } else await expect(strip(page).getByText(say('strip:waiting'))).toBeInViewport()
    await expect(liveQuote(page)).toBeVisible()
  },
  leave: async ({ whose: { server } }) => server.go(),
}

/** The first row of the dock, if it says this. Where the dock is narrow, it shows an amount in place of the word. */
const firstRow = (page: Page, word: string): Locator =>
  rows(page)
    .first()
    .filter({ has: page.getByText(word, { exact: true }) })

/** Where the page says how its first order stands. */
export const standing = ({ page, say }: Shown, state: 'winning' | 'losing'): Locator =>
  isDesk(page)
    ? firstRow(page, say(`trading:dock.now.${state}`))
    : strip(page).getByText(like(say(`strip:${state}`)))

export const running = (state: 'winning' | 'losing'): Look => ({
  check: async (shown) => {
    await expect(standing(shown, state).first()).toBeInViewport()
    await expectOffer(shown)
  },
})

export const ended = (status: 'won' | 'lost' | 'draw' | 'void'): Look => ({
  enter: async ({ page, say }) => {
    if (!isDesk(page)) return
    await dock(page)
      .getByRole('tab', { name: say('trading:dock.closed') })
      .click()
    await settle(page)
  },
  check: async (shown) => {
    const { page, say } = shown
    const text = isDesk(page)
      ? firstRow(page, say(`orders:status.${status}`))
      : strip(page).getByText(like(say(`strip:result.${status}`)))
    await expect(text.first()).toBeInViewport()
    // The amount counts into the balance after a moment.
    const amounts = page.locator('[data-header-balance] > span')
    const isCounted = async (): Promise<boolean> => {
      const texts = await amounts.allTextContents()
      return texts[0]?.endsWith(texts.at(-1) ?? '') === true
    }
    await expect.poll(isCounted).toBe(true)
    await expectOffer(shown)
  },
})

export const several: Look = {
  check: async (shown) => {
    const { page } = shown
    await expect(isDesk(page) ? rows(page) : strip(page).getByRole('article')).toHaveCount(4)
    await expectOffer(shown)
  },
}

/** No order is taken, and the page says why. */
export const blocked = (key: string): Look => ({
  check: async ({ page, say }) => {
    const why = page.getByText(like(say(key))).filter({ visible: true })
    await expect(why.first()).toBeInViewport({ ratio: 1 })
    await expect(upButton(page).and(page.locator(':enabled'))).toHaveCount(0)
  },
})

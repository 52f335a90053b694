/** The trade journey in a window of any size, by mouse or by keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { expect } from './fixtures.ts'
import type { Phone } from './phone.ts'

/** A mounted row. */
export const ROW = 'a[data-shortcut=row]'
const MOST_TABS = 60

export const searchOf = (page: Page): Locator => page.getByRole('searchbox')
/** The ticket: a sheet, or the pane at the side. */
export const ticketOf = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('complementary', { name: 'Order ticket' }))
const sendOf = (page: Page): Locator => ticketOf(page).getByRole('button', { name: /^Up .*15/ })

async function openList(phone: Phone): Promise<void> {
  await phone.open(PATHS.products)
  await expect(phone.page.locator(`${ROW} [data-quote=live]`).first()).toBeVisible()
}

/** `look`: what is looked at while the ticket is open. */
export async function buyByMouse(
  phone: Phone,
  { isAtSide, look }: { isAtSide: boolean; look?: () => Promise<void> },
): Promise<void> {
  const { page } = phone
  await openList(phone)
  await searchOf(page).fill('BTCUSDT')
  await expect(page.locator(ROW)).toHaveCount(1)
  await page.locator(ROW).click()
  await expect(page).toHaveURL(/symbol=BTCUSDT/)
  await expect(page.getByRole('heading', { name: 'Bitcoin' })).toBeVisible()
  const role = isAtSide ? 'radio' : 'button'
  await page.getByRole(role, { name: /^Up/ }).first().click()
  const ticket = ticketOf(page)
  await expect(ticket.getByRole('button', { name: /^Up/ })).toBeVisible()
  await look?.()
  await ticket.getByLabel('Amount', { exact: true }).fill('15')
  await ticket.getByRole('radio', { name: /^30 s/ }).click()
  await phone.send(sendOf(page))
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle()
  for (let i = 0; i < MOST_TABS; i += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement === wanted, element)) return
  }
  throw new Error('cannot be reached by Tab')
}

export async function buyByKeyboard(phone: Phone): Promise<void> {
  const { page } = phone
  await openList(phone)
  // The first key of all loads what listens to keys.
  await page.keyboard.press('/')
  await expect(searchOf(page)).toBeFocused()
  await page.keyboard.type('BTCUSDT')
  await expect(page.locator(ROW)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(ROW)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/symbol=BTCUSDT/)
  // The address changes before the page does.
  await expect(page.getByRole('heading', { name: 'Bitcoin' })).toBeVisible()
  await expect(page.locator('[data-shortcut=up]:enabled').first()).toBeVisible()
  await page.keyboard.press('u')
  const ticket = ticketOf(page)
  await expect(ticket.getByRole('radio', { name: 'Up' })).toBeChecked()
  await page.keyboard.press('1')
  await expect(ticket.getByRole('radio', { name: /^30 s/ })).toBeChecked()
  const amount = ticket.getByLabel('Amount', { exact: true })
  await amount.press('ControlOrMeta+a')
  await page.keyboard.type('15')
  const send = sendOf(page)
  await tabTo(page, send)
  await phone.send(send, async () => {
    await expect(send).toBeEnabled()
    await page.keyboard.press('Enter')
  })
}

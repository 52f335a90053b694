import type { Browser, Locator, Page } from '@playwright/test'
import { listShares } from '#contract/endpoints/sharing.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS, productPath, receiptPath, sharedPath } from '#lib/paths.ts'
import { expect, test } from './support/fixtures.ts'
import { placeOrder } from './support/ready-user.ts'
import { expectAccessible } from './support/receipt.ts'
import { speak } from './support/looking.ts'
import type { RunningServer } from './support/server.ts'
import { speech, words } from './support/words.ts'

/** Settled and signed. */
const SIGNED_AFTER_MS = 125_000

/** Another browser, without a session, that follows the link of a shared receipt. */
async function strangerAt(browser: Browser, server: RunningServer, code: string): Promise<Page> {
  const context = await browser.newContext()
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  const page = await context.newPage()
  await page.goto(`${server.url}/#${sharedPath(code)}`)
  return page
}

test('a result becomes a picture of 1080 × 1350 in ten languages, with nothing cut off', async ({
  page,
  phone,
  user: { caller },
  server,
}) => {
  await phone.openProducts()
  const id = await placeOrder(caller, { symbol: 'BTCUSDT', direction: 'up', stake: '25.00' })
  await server.play(SIGNED_AFTER_MS)
  await caller.post(`/orders/${id}/share`, {})
  // What the app draws and where, at the canvas itself.
  await page.addInitScript(() => {
    const drawn: { text: string; right: number; bottom: number }[] = []
    const draw = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { width, actualBoundingBoxDescent } = this.measureText(text)
      drawn.push({ text, right: x + width, bottom: y + actualBoundingBoxDescent })
      draw.call(this, text, x, y)
    }
    Object.assign(globalThis, { drawn })
  })
  const texts = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'drawn')))
  const forget = (): Promise<void> =>
    page.evaluate(() => void Reflect.get(globalThis, 'drawn').splice(0))
  const expectInside = async (language: string): Promise<void> => {
    await expect(picture).toHaveJSProperty('naturalWidth', 1_080)
    await expect(picture).toHaveJSProperty('naturalHeight', 1_350)
    const outside = await page.evaluate(() => {
      const drawn: { text: string; right: number; bottom: number }[] = Reflect.get(
        globalThis,
        'drawn',
      )
      return drawn.filter(({ right, bottom }) => right > 1_080 - 71 || bottom > 1_350 - 16)
    })
    expect(outside, language).toEqual([])
  }
  await phone.open(receiptPath(id))
  await page.reload()
  await page.getByRole('button', { name: speech('en')('sharing:share'), exact: true }).click()
  const picture = page.locator('img[width="1080"]')
  await expect(picture).toBeVisible()
  for (const language of LANGUAGE_CODES) {
    const say = speech(language)
    const amounts = page.getByText(say('sharing:amounts'), { exact: true })
    await speak(page, language)
    await forget()
    await amounts.click()
    await expect(page.getByRole('switch')).toBeChecked()
    await expect.poll(texts).toContain(say('sharing:card.stake'))
    await expectInside(language)
    await forget()
    await amounts.click()
    await expect(page.getByRole('switch')).not.toBeChecked()
    await expect.poll(texts).toContain(say('common:appName'))
    await expectInside(language)
  }
})

test('a code opens a result to a stranger, until it is revoked', async ({
  page,
  browser,
  phone,
  user,
  server,
}) => {
  const say = speech('en')
  await phone.openProducts()
  const id = await placeOrder(user.caller, { symbol: 'BTCUSDT', direction: 'up', stake: '25.00' })
  await server.play(SIGNED_AFTER_MS)
  await phone.open(receiptPath(id))
  await page.getByRole('button', { name: say('sharing:share'), exact: true }).click()
  await page.getByRole('button', { name: say('sharing:create') }).click()
  await expect(page.getByRole('img', { name: /^Picture of the result/ })).toBeVisible()
  const { shares } = listShares.reply.parse(await user.caller.get('/shares'))
  const stranger = await strangerAt(browser, server, shares[0]?.code ?? '')
  await expect(stranger.getByRole('button', { name: /checks passed$/ })).toBeVisible()
  await expect(stranger.locator('[data-step=ledger]')).toHaveAttribute('data-verdict', 'absent')
  await expect(stranger.getByText(say('sharing:page.proves'))).toBeVisible()
  await expect(stranger.getByText(user.account)).toHaveCount(0)
  await expectAccessible(stranger)
  await page.getByRole('button', { name: say('sharing:stop') }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: say('sharing:stop') }).click()
  await expect(page.getByRole('button', { name: say('sharing:create') })).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText(say('sharing:page.none'))).toBeVisible()
  await stranger.context().close()
})

test('the guide leaves the confirm button where it is, in ten languages at 320 px', async ({
  page,
  phone,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await phone.open(PATHS.products)
  for (const language of LANGUAGE_CODES) {
    const say = speech(language)
    const up = new RegExp(`^${words(language).direction.up}`)
    await page.evaluate(() => localStorage.removeItem('ticketGuide'))
    // No other page is there that could ask for the guide as well.
    await page.goto('about:blank')
    // The page knows that the next ticket shows the guide when it loads the guide's code.
    const offered = page.waitForRequest((request) => request.url().includes('/guide-panel-'))
    await phone.open(productPath('BTCUSDT'), language)
    await offered
    const pick = page.getByRole('button', { name: up }).first()
    await expect(pick).toBeEnabled()
    await pick.click()
    const ticket = page.locator('[data-ticket]')
    const offer = ticket.getByRole('button', { name: say('ticket:guide.title') })
    const confirm = ticket.getByRole('button', { name: up }).last()
    await confirm.click({ trial: true })
    const placeOf = (button: Locator) => async () => {
      const { x, y } = (await button.boundingBox()) ?? {}
      return `${x} ${y}`
    }
    const first = await placeOf(confirm)()
    await offer.click()
    const guide = page.getByRole('dialog', { name: say('ticket:guide.title') })
    const next = guide.getByRole('button', { name: say('common:next'), exact: true })
    await next.click({ trial: true })
    const top = async () => Math.round((await guide.boundingBox())?.y ?? 0)
    const began = await top()
    const width = () => guide.evaluate((element) => element.scrollWidth - element.clientWidth)
    for (let step = 1; step < 4; step += 1) {
      await expect.poll(width, language).toBe(0)
      await next.click()
      await expect.poll(top, language).toBe(began)
    }
    await expect.poll(width, language).toBe(0)
    if (language === 'de') await expectAccessible(page)
    await guide.getByRole('button', { name: say('ticket:guide.done') }).click()
    await expect(guide).toHaveCount(0)
    await expect(offer).toHaveCount(0)
    await expect.poll(placeOf(confirm), language).toBe(first)
  }
})

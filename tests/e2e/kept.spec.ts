import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Download, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { acceptanceReceipt } from '#contract/order.ts'
import { PATHS, receiptPath } from '#lib/paths.ts'
import { orderOfReceipt } from '#rules/receipt.ts'
import { person, Phone } from './support/phone.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { say } from './support/words.ts'

/** The receipt of a purchase stays on the phone, and what is settled later is held against it. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server.stop()
})

/** All that the phone's own table says, as text. */
const keptOn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('fairtick-purchases')
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('purchases').objectStore('purchases').getAll()
          reading.addEventListener('success', () => {
            database.close()
            resolve(JSON.stringify(reading.result))
          })
        })
      }),
  )
const verdictOf = (page: Page, step: string) => page.locator(`[data-step=${step}]`)
const contentOf = async (download: Download) =>
  acceptanceReceipt.parse(JSON.parse(readFileSync(await download.path(), 'utf8')))

async function buys(phone: Phone): Promise<{ id: string; text: string }> {
  const { page } = phone
  await phone.openProduct('BTCUSDT')
  await (await phone.ticket('up', '25', /^30 sec/)).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: say('ticket:receipt') }).click()
  const { text } = await contentOf(await saving)
  return { id: orderOfReceipt(text) ?? '', text }
}

async function openReceipt(page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}/#${receiptPath(id)}`)
  await page.reload()
  await expect(verdictOf(page, 'ledger')).toBeVisible()
}

const replied = z.looseObject({ acceptance: acceptanceReceipt })
/** From now on the server's receipts say twice the stake. */
const doubleStake = (page: Page) =>
  page.route('**/api/orders/*/receipt', async (route) => {
    const response = await route.fetch()
    const receipt = replied.parse(await response.json())
    const text = receipt.acceptance.text.replace('stake 25.00', 'stake 50.00')
    await route.fulfill({ json: { ...receipt, acceptance: { ...receipt.acceptance, text } } })
  })

test('a purchase is kept, downloaded, compared, and an altered answer is named', async ({
  page,
}) => {
  const phone = new Phone(page, server)
  const who = person('keeper_1')
  await phone.join(who)
  const { id, text } = await buys(phone)
  expect(text).toContain('stake 25.00')

  await page.goto(`${server.url}/#${PATHS.orders}?tab=open&id=${id}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(say('orders:receipt.kept'))).toBeVisible()
  const again = page.waitForEvent('download')
  await sheet.getByRole('button', { name: say('orders:receipt.download') }).click()
  expect((await contentOf(await again)).text).toBe(text)

  const settled = 'select 1 from settlements where order_id = $1'
  await expect
    .poll(async () => (await server.ask(settled, [id])).length, { timeout: 60_000 })
    .toBe(1)
  await openReceipt(page, id)
  await expect(verdictOf(page, 'kept')).toHaveAttribute('data-verdict', 'holds')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id: rule }) => rule)).toEqual([])

  await doubleStake(page)
  await openReceipt(page, id)
  await expect(verdictOf(page, 'kept')).toHaveAttribute('data-verdict', 'fails')
  const differing = page.getByRole('table', { name: say('proof:kept.differs') })
  await expect(differing.getByRole('row', { name: 'stake 25.00 stake 50.00' })).toBeVisible()

  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => keptOn(page)).toContain('"receipt":null')
  expect(await keptOn(page)).not.toMatch(/stake|keeper_1/)

  await phone.open(PATHS.login)
  await phone.logIn(who.account, who.password)
  await openReceipt(page, id)
  await expect(verdictOf(page, 'kept')).toHaveAttribute('data-verdict', 'fails')
  await expect(page.getByText(say('proof:kept.fingerprint'))).toBeVisible()
})

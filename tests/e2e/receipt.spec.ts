import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { z } from 'zod'
import { acceptanceReceipt } from '#contract/order.ts'
import { PATHS, receiptPath } from '#lib/paths.ts'
import { orderOfReceipt } from '#rules/receipt.ts'
import { readByCommand } from '#support/receipt-readers.ts'
import { expect, test } from './support/fixtures.ts'
import type { Phone } from './support/phone.ts'
import { expectPictured } from './support/pictured.ts'
import { alterRecord, expectAccessible, offlineVerdicts, ReceiptPage } from './support/receipt.ts'
import { say } from './support/words.ts'

const { step } = test
let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-receipt-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const contentOf = async (download: Download) =>
  acceptanceReceipt.parse(JSON.parse(readFileSync(await download.path(), 'utf8')))

/** Buys and saves the receipt of the purchase, which the phone keeps too. */
async function buy(phone: Phone): Promise<{ id: string; text: string }> {
  await phone.openProduct('BTCUSDT')
  await phone.buy('up', '25', /^30 s/)
  const { page } = phone
  await page.getByRole('list', { name: 'Your orders' }).getByRole('button').first().click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: say('orders:receipt.download') }).click()
  const { text } = await contentOf(await saving)
  return { id: orderOfReceipt(text) ?? '', text }
}

const replied = z.looseObject({ acceptance: acceptanceReceipt })
/** From now on the server's receipts say twice the stake. */
const doubleStake = (page: Page): Promise<unknown> =>
  page.route('**/api/orders/*/receipt', async (route) => {
    const response = await route.fetch()
    const receipt = replied.parse(await response.json())
    const text = receipt.acceptance.text.replace('stake 25.00', 'stake 50.00')
    await route.fulfill({ json: { ...receipt, acceptance: { ...receipt.acceptance, text } } })
  })

/** All that the phone keeps of purchases, as text. */
const storedOn = (page: Page): Promise<string> =>
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

test('a receipt is kept, verified by every reader, and names an altered digit', async ({
  page,
  browser,
  phone,
  user,
  server,
}) => {
  const receipt = new ReceiptPage(page, server)
  const { id, text } = await buy(phone)
  await server.hold()
  expect(text).toContain('stake 25.00')

  await step('the receipt of the purchase is kept on the phone', async () => {
    await phone.open(`${PATHS.orders}?tab=open&id=${id}`)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(say('orders:receipt.kept'))).toBeVisible()
    const again = page.waitForEvent('download')
    await sheet.getByRole('button', { name: say('orders:receipt.download') }).click()
    expect((await contentOf(await again)).text).toBe(text)
  })

  await step('once it is settled and signed, page, command and offline page agree', async () => {
    server.go()
    // Settled after half a minute, and signed at most a minute later.
    await server.play(95_000)
    // Before a reload, which forgets what the page was shown.
    await page.goto(`${server.url}/#${receiptPath(id)}`)
    await expect(receipt.step('seen')).toHaveAttribute('data-verdict', 'holds')
    await receipt.open(id)
    await expect.poll(() => receipt.faults()).toEqual([])
    await expect(receipt.step('kept')).toHaveAttribute('data-verdict', 'holds')
    await expect(page.getByText(/^Practice money · /)).toHaveCount(1)
    await expect(page.getByText(/You chose (Up|Down) with 25.00/)).toBeVisible()
    await expect(page.getByText(/is your entry price/)).toBeVisible()
    await expect(page.getByText(/is your exit price/)).toBeVisible()
    await expectPictured(page, 'receipt')
    await receipt.unfold()
    await expectAccessible(page)
    const file = await receipt.save(folder, id)
    expect(readByCommand(file).text).toMatch(/1 passed, 0 failed\s*$/)
    const [verdict] = await offlineVerdicts(browser, server, [file])
    expect(verdict).toMatch(/^holds/)
  })

  await step('one altered digit of the log is named by its record', async () => {
    const [exit] = await server.ask<{ seq: string }>(
      'select exit_seq::text as seq from settlements where order_id = $1',
      [id],
    )
    const record = { symbol: 'BTCUSDT', seq: Number(exit?.seq) }
    await alterRecord(server, { ...record, by: 10 })
    await receipt.open(id)
    await expect(page.getByText(`(record ${record.seq})`).first()).toBeVisible()
    await expect.poll(() => receipt.faults()).toContain('chain fails')
    await alterRecord(server, { ...record, by: -10 })
  })

  await step(
    'a receipt that differs from the kept one is named, also after a log-out',
    async () => {
      await doubleStake(page)
      await receipt.open(id)
      await expect(receipt.step('kept')).toHaveAttribute('data-verdict', 'fails')
      const differing = page.getByRole('table', { name: say('proof:kept.differs') })
      await expect(differing.getByRole('row', { name: 'stake 25.00 stake 50.00' })).toBeVisible()

      await phone.logOut()
      await expect.poll(() => storedOn(page)).toContain('"receipt":null')
      expect(await storedOn(page)).not.toContain('stake')
      expect(await storedOn(page)).not.toContain(user.account)
      await phone.logIn(user.account, user.password)
      await receipt.open(id)
      await expect(receipt.step('kept')).toHaveAttribute('data-verdict', 'fails')
      await expect(page.getByText(say('proof:kept.fingerprint'))).toBeVisible()
    },
  )
})

import { productPath } from '#lib/paths.ts'
import { expect } from './support/fixtures.ts'
import { looked } from './support/live-looks.ts'
import { decidedOrder, liveTest as test, playLive } from './support/live-market.ts'
import { expectAccessible, ReceiptPage } from './support/receipt.ts'
import { speech } from './support/words.ts'

/** Each screen is loaded in four languages. */
test.describe.configure({ mode: 'default', timeout: 600_000 })
test.use({ withDealer: true, begin: '2027-01-14T12:00:00Z' })

const EURO = 'EURUSD'
const DEALER = 'OANDA'

test('a currency has one dealer’s quotes, which its page, ticket and receipt say', async ({
  page,
  phone,
  user: { caller },
  server,
  venues,
}) => {
  await phone.openProducts()
  await playLive({ server, venues }, 3_000)
  await page.getByRole('tab', { name: 'Forex' }).click()
  await expect(page.locator(`main a[href$="symbol=${EURO}"]`)).toHaveCount(1)
  await page.goto(`${server.url}/#${productPath(EURO)}`)
  const panel = page.locator('[data-dealer=oanda]')
  await looked(page, 'dealer', async (language) => {
    const say = speech(language)
    const seen = panel.filter({ visible: true }).first()
    await seen.getByText(say('venues:dealer.summary', { dealer: DEALER })).click()
    await expect(seen).toContainText(say('venues:dealer.lead', { dealer: DEALER }))
    await expect(seen).toContainText(say('venues:dealer.proof'))
  })
  await expectAccessible(page)
  const receipt = new ReceiptPage(page, server)
  await receipt.open(await decidedOrder({ caller, server, venues }, EURO))
  await expect.poll(() => receipt.faults()).toEqual([])
  await expect(receipt.step('dealer')).toHaveAttribute('data-verdict', 'holds')
  await looked(page, 'dealer-receipt', async (language) => {
    await expect(receipt.step('ledger')).toBeAttached()
    await receipt.unfold()
    await expect(receipt.step('dealer')).toContainText(speech(language)('proof:step.dealer'))
  })
})

test('a dealer that is silent has no price, which is said in words, and nothing can be ordered', async ({
  page,
  phone,
  server,
  venues,
}) => {
  await phone.openProducts()
  await page.goto(`${server.url}/#${productPath(EURO)}`)
  await playLive({ server, venues }, 3_000)
  await expect(page.getByRole('button', { name: 'Up' }).first()).toBeVisible()
  venues.quotes = false
  await playLive({ server, venues }, 8_000)
  await looked(page, 'dealer-silent', async (language) => {
    const said = speech(language)('venues:dealer.noPrice', { dealer: DEALER })
    await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible()
  })
  venues.quotes = true
  await playLive({ server, venues }, 4_000)
  await expect(
    page.locator('[data-dealer=oanda]').filter({ visible: true }).first(),
  ).not.toContainText(speech('en')('venues:dealer.noPrice', { dealer: DEALER }))
})

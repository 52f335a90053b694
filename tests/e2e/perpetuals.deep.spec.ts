import { PATHS, productPath } from '#lib/paths.ts'
import { expect } from './support/fixtures.ts'
import { decidedOrder, liveTest as test, playLive } from './support/live-market.ts'
import { looked } from './support/live-looks.ts'
import { expectAccessible, ReceiptPage } from './support/receipt.ts'
import { speech } from './support/words.ts'

/** Each screen is loaded in four languages. */
test.describe.configure({ mode: 'default', timeout: 600_000 })
test.use({
  venueNames: ['binance', 'bybit', 'okx', 'bybit-perpetual', 'gate-perpetual', 'okx-perpetual'],
  // A Friday, twenty minutes before the markets behind the contracts close for the weekend.
  begin: '2027-01-15T21:40:00Z',
})

const GOLD = 'XAUUSDT'
test('futures have gold, and forex says why it has nothing and where to look', async ({
  page,
  phone,
  server,
  venues,
}) => {
  await phone.openProducts()
  await playLive({ server, venues }, 3_000)
  const row = page.locator(`main a[href$="symbol=${GOLD}"]`)
  await looked(page, 'futures', async (language) => {
    const say = speech(language)
    await page.getByRole('tab', { name: say('market:tabs.futures') }).click()
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(say(`products:${GOLD}`))
  })
  await looked(page, 'forex', async (language) => {
    const say = speech(language)
    await page.getByRole('tab', { name: say('market:tabs.forex') }).click()
    await expect(page.getByText(say('venues:missing.class.title'))).toBeVisible()
    await expect(page.getByText(say('venues:missing.class.why'))).toBeVisible()
  })
  await page.getByRole('tab', { name: 'Forex' }).click()
  await expect(page.getByRole('tabpanel').getByRole('button')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Futures' }).click()
  await expect(row).toHaveCount(1)
})

test('the facts of gold say what a perpetual is, and list its hours', async ({
  page,
  phone,
  server,
  venues,
}) => {
  await phone.openProducts()
  await playLive({ server, venues }, 3_000)
  // A sheet that still slides in is judged in the middle of its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/#${productPath(GOLD)}`)
  const sheet = page.getByRole('dialog')
  await looked(page, 'facts', async (language) => {
    const say = speech(language)
    const name = say(`products:${GOLD}`)
    const open = page.getByRole('button', { name: say('chart:about', { name }), exact: true })
    await open.filter({ visible: true }).first().click()
    await expect(sheet).toContainText(say('facts:perpetual.what'))
    await expect(sheet).toContainText(say('facts:perpetual.hours'))
    await expect(sheet.getByRole('listitem').filter({ hasText: /\d/ }).first()).toBeVisible()
    await expect(sheet.getByText(say('facts:hours.newYork'))).toBeVisible()
  })
  await expectAccessible(page)
})

test('the address of a product without a live price says why, and since when prices are live', async ({
  page,
  phone,
  server,
}) => {
  await phone.openProducts()
  await page.goto(`${server.url}/#${productPath('EURUSD')}`)
  await looked(page, 'no-product', async (language) => {
    const say = speech(language)
    const name = say('products:EURUSD')
    await expect(page.getByText(say('venues:missing.product.title', { name }))).toBeVisible()
  })
  await expect(page.getByText(/live since 15 Jan 2027/)).toBeVisible()
  const toProducts = page.getByRole('link', { name: speech('en')('common:toProducts') })
  await expect(toProducts).toHaveAttribute('href', `#${PATHS.products}`)
})

test('an order on gold is settled, and its receipt leads to the trades of the contracts', async ({
  page,
  phone,
  user: { caller },
  server,
  venues,
}) => {
  await phone.openProducts()
  await playLive({ server, venues }, 3_000)
  const id = await decidedOrder({ caller, server, venues }, GOLD)
  const receipt = new ReceiptPage(page, server)
  await receipt.open(id)
  await expect.poll(() => receipt.faults()).toEqual([])
  await expect(receipt.step('venues')).toHaveAttribute('data-verdict', 'holds')
  await receipt.unfold()
  await expect(page.locator('[data-trades] li')).toHaveCount(6)
  for (const [venue, address] of [
    ['OKX', /XAU-USDT-SWAP/],
    ['Gate', /XAU_USDT/],
    ['Bybit', /category=linear.*XAUUSDT/],
  ] as const) {
    const link = page.getByRole('link', { name: `Look up at ${venue}` }).first()
    await expect(link).toHaveAttribute('href', address)
  }
})

test('a price of two venues is none, which is said in words, and then the weekend closes it', async ({
  page,
  phone,
  server,
  venues,
}) => {
  const seen = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()
  await phone.openProducts()
  await page.goto(`${server.url}/#${productPath(GOLD)}`)
  await playLive({ server, venues }, 3_000)
  await expect(seen('Live: 3 of 3 venues')).toBeVisible()
  venues.trading.delete('okx-perpetual')
  await playLive({ server, venues }, 7_000)
  await looked(page, 'suspended', async (language) => {
    const say = speech(language)
    await expect(seen(say('venues:notLive', { fresh: '2', all: '3' }))).toBeVisible()
  })
  await expect(seen(/^Fewer than 3 venues have a recent trade/)).toBeVisible()
  venues.trading.add('okx-perpetual')
  await playLive({ server, venues }, 4_000)
  await expect(seen('Live: 3 of 3 venues')).toBeVisible()
  await server.moveTo('2027-01-15T22:05:00Z')
  await looked(page, 'weekend', async (language) => {
    const say = speech(language)
    const [closed = ''] = say('market:closed.opens', { time: '|' }).split('|')
    await expect(seen(closed.trim())).toBeVisible()
  })
  await expect(page.getByRole('button', { name: 'Up' })).toHaveCount(0)
})

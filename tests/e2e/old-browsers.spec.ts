import { PATHS } from '#lib/paths.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'

/** Removes what Chrome 109, Firefox 128 or Safari 16.4 do not have (docs/decisions/0060-browsers.md). */
function forgetNewer(): void {
  const remove = (owner: unknown, names: readonly string[]): void => {
    for (const name of names) Reflect.deleteProperty(owner as object, name)
  }
  remove(Promise, ['withResolvers', 'try'])
  remove(Object, ['groupBy'])
  remove(Map, ['groupBy'])
  remove(Map.prototype, ['getOrInsert', 'getOrInsertComputed'])
  remove(Array, ['fromAsync'])
  remove(Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with'])
  remove(Object.getPrototypeOf(Uint8Array.prototype), ['toSorted', 'toReversed', 'with'])
  remove(Uint8Array, ['fromHex', 'fromBase64'])
  remove(Uint8Array.prototype, ['toHex', 'toBase64', 'setFromHex', 'setFromBase64'])
  remove(ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize'])
  const setMethods =
    'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'
  remove(Set.prototype, setMethods.split(' '))
  const helpers = 'map filter take drop flatMap reduce toArray forEach some every find'
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  remove(iterators, helpers.split(' '))
  remove(String.prototype, ['isWellFormed', 'toWellFormed'])
  remove(RegExp, ['escape'])
  remove(Error, ['isError', 'captureStackTrace'])
  remove(Math, ['sumPrecise', 'f16round'])
  remove(Intl, ['DurationFormat'])
  remove(AbortSignal, ['any'])
  remove(URL, ['canParse', 'parse'])
  remove(Element.prototype, ['checkVisibility', 'setHTMLUnsafe', 'moveBefore'])
  remove(HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover'])
  remove(Document.prototype, ['startViewTransition'])
  remove(globalThis, ['Iterator', 'scheduler', 'navigation', 'CloseWatcher', 'Temporal'])
  remove(globalThis, ['requestIdleCallback', 'cancelIdleCallback'])
}

test('a guest orders in the oldest browser that runs the app', async ({ page, server }) => {
  await page.addInitScript(forgetNewer)
  const phone = new Phone(page, server)
  await phone.open(`${PATHS.productDetail}?symbol=BTCUSDT`)
  await phone.expectPriceToChange()
  expect(await page.evaluate(() => 'withResolvers' in Promise)).toBe(false)
  await page.getByRole('button', { name: /^Up/ }).first().click()
  await page.getByRole('button', { name: /^Try with practice money/ }).dblclick()
  const ticket = page.getByRole('dialog')
  await ticket.getByLabel('Amount', { exact: true }).fill('20')
  await ticket.getByRole('radio', { name: /^30 s/ }).click()
  await phone.send(ticket.getByRole('button', { name: /^Up/ }))
  await phone.seeResult(() => server.play(30_000))
})

test('an older browser is told so in every language, and nothing starts', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(CSS, 'registerProperty'))
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(server.url)
  await expect(page.getByText('This browser is too old for Fairtick.')).toBeVisible()
  await expect(page.locator('p[lang]').filter({ hasText: 'Fairtick' })).toHaveCount(
    LANGUAGE_CODES.length,
  )
  expect(page.url()).toBe(`${server.url}/old-browser.html`)
  expect(sockets).toEqual([])
})

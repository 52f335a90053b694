/** The app in a page that the browser translates: each text is replaced, and later ones as they come. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { test as looking } from './support/gallery.ts'
import { speak } from './support/looking.ts'
import { walk } from './support/screen-faults.ts'
import { SCREENS, VIEWERS } from './support/screens.ts'
import { speech } from './support/words.ts'

const say = speech('de')

/** As Chrome's translator does: two elements around a new text node, in the place of the old one. */
const translate = (): void => {
  const isOurs = (node: Node): boolean =>
    node.parentElement?.closest('font, script, style') !== null
  const replace = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
    while (walker.nextNode() !== null) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.isConnected || isOurs(text) || !/\S/.test(text.textContent ?? '')) continue
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(text.textContent ?? '')
      text.parentNode?.replaceChild(font, text)
    }
  }
  const start = (): void => {
    replace(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target.nodeType === Node.TEXT_NODE) replace(target)
        for (const node of addedNodes) replace(node)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }
  if (document.body === null) addEventListener('DOMContentLoaded', start)
  else start()
}

const priceOf = (page: Page): Promise<string> =>
  page.locator('main [data-quote=live]').first().innerText()

test('a translated page shows the price that is, and orders', async ({ page, phone, server }) => {
  await page.addInitScript(translate)
  await phone.openProduct('BTCUSDT')
  expect(await page.locator('main font').count()).toBeGreaterThan(10)
  const first = await priceOf(page)
  await expect.poll(() => priceOf(page)).not.toBe(first)
  await phone.buy('up', '10', /^30 s/)
  await phone.seeResult(() => server.play(30_000))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const viewer of VIEWERS) {
  looking(`each screen of the ${viewer} viewer can be translated`, async ({ browser, gallery }) => {
    const screens = SCREENS.filter((each) => each.viewer === viewer)
    const shown = { gallery, viewer, screens, language: 'en', width: 390 }
    const faults = await walk(browser, shown, async (page) => {
      await page.evaluate(translate)
      // Every text changes, and what depends on one comes and goes.
      await speak(page, 'de')
      const broken = say('common:pageBroken.title')
      return (await page.getByText(broken).count()) === 0 ? [] : ['the page failed']
    })
    expect(faults).toEqual([])
  })
}

import type { Page } from '@playwright/test'
import { pollFrames } from '#contract/endpoints/frames.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { createQuotesDecoder, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { envelope, TOPICS } from '#contract/topics.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { quoteAt } from '#streams/topics/quotes.ts'
import { pause } from '#support/until.ts'
import { expect, test } from './support/fixtures.ts'
import { logsOutOffline } from './support/log-out.ts'
import { Phone } from './support/phone.ts'

logsOutOffline({ language: 'zh-CN', width: 390 })

const live = (page: Page) => page.locator('main [data-quote=live]').first()

const sentTo = (page: Page, path: string): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) sent.push(request.url())
  })
  return sent
}

const ASLEEP_MS = 5_000
const STALE_AFTER_MS = TOPICS.quotes.staleAfterMs ?? 0

/** The prices of a product that reach the page, by socket or by HTTP, with the server's time of their frames. */
function pricesReceived(page: Page, productId: number): { price: string; asOf: number }[] {
  const received: { price: string; asOf: number }[] = []
  const reader = () => {
    const decode = createQuotesDecoder()
    return (frame: unknown): void => {
      const [topic, , , , asOf, data] = envelope.parse(frame)
      if (topic !== 'quotes') return
      const flat = decode(data) ?? []
      for (let at = 1; at < flat.length; at += QUOTE_FIELDS)
        if (flat[at] === productId)
          received.push({ price: `${quoteAt(flat, at, asOf).price}`, asOf })
    }
  }
  page.on('websocket', (socket) => {
    const read = reader()
    socket.on('framereceived', ({ payload }) => {
      const message = String(payload)
      if (message.startsWith('42["f",')) read(JSON.parse(message.slice(2))[1])
    })
  })
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/frames')) return
    const { frames } = pollFrames.reply.parse(await response.json())
    frames.forEach(reader())
  })
  return received
}

interface Look {
  connection: string | undefined
  quote: string | undefined
  price: string
}

/**
 * Hides the page, stops all of its code while messages and timers become due, and shows it again, as a browser does:
 * before any of that code runs. Gives all that the page has shown since then, from the moment the event ends.
 */
async function sleepAndWake(page: Page): Promise<() => Promise<Look[]>> {
  await page.route('**/asleep', async (route) => {
    await pause(ASLEEP_MS)
    await route.fulfill({ body: '' })
  })
  const asleepMs = await page.evaluate(() => {
    const turn = (state: DocumentVisibilityState): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    const looks: Look[] = []
    const look = (): void => {
      const { connection } = document.querySelector<HTMLElement>('[data-connection]')?.dataset ?? {}
      const shown = document.querySelector<HTMLElement>('[data-quote]')
      const price = shown?.textContent.replaceAll(/\D/g, '') ?? ''
      looks.push({ connection, quote: shown?.dataset['quote'], price })
    }
    turn('hidden')
    const began = performance.now()
    const request = new XMLHttpRequest()
    // Not asynchronous: nothing of the page runs until the answer comes.
    request.open('GET', '/asleep', false)
    request.send()
    const tookMs = performance.now() - began
    turn('visible')
    look()
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(document.body, all)
    Object.assign(window, { looks })
    return tookMs
  })
  expect(asleepMs).toBeGreaterThan(STALE_AFTER_MS + 1_000)
  return () => page.evaluate((): Look[] => Reflect.get(window, 'looks'))
}

test('a tab that slept shows nothing old as live, and lives again without a reload', async ({
  page,
  server,
}) => {
  const listed = await fetch(`${server.url}/api/products`)
  const { products } = listProducts.reply.parse(await listed.json())
  const bitcoin = products.find(({ symbol }) => symbol === 'BTCUSDT')
  const received = pricesReceived(page, bitcoin?.id ?? 0)
  const phone = new Phone(page, server)
  await phone.open(productPath('BTCUSDT'))
  await expect(live(page)).toBeVisible()
  const asleepFrom = server.now()
  const looksSince = await sleepAndWake(page)
  const pricesShown = async (): Promise<number> => {
    const looks = (await looksSince()).filter(({ quote }) => quote === 'live')
    return new Set(looks.map(({ price }) => price)).size
  }
  await expect.poll(pricesShown, { timeout: 60_000 }).toBeGreaterThan(1)
  const [first, ...later] = await looksSince()
  expect(first).toMatchObject({ connection: 'reconnecting', quote: 'stale' })
  // What was sent in the last moments of the sleep is not too old yet when the page reads it.
  const oldest = asleepFrom + ASLEEP_MS - STALE_AFTER_MS
  const isFresh = (shown: string): boolean =>
    received.some(({ price, asOf }) => price === shown && asOf >= oldest)
  const old = () =>
    later
      .filter(({ quote, price }) => quote === 'live' && !isFresh(price))
      .map(({ price }) => price)
  await expect.poll(old).toEqual([])
  await expect(page.locator('[data-connection=live]')).toBeVisible()
})

test.describe('without practice money', () => {
  test.use({ progress: { money: false } })

  test('double taps log in once and take practice money once', async ({
    books,
    page,
    server,
    user,
  }) => {
    const phone = new Phone(page, server)
    await phone.open(PATHS.login)
    const logIns = sentTo(page, '/api/session')
    await page.getByLabel('User name', { exact: true }).fill(user.account)
    await page.getByLabel('Login password').fill(user.password)
    await page.getByRole('button', { name: 'Log in' }).dblclick()
    await expect(phone.available).toBeVisible()
    expect(logIns).toHaveLength(1)
    const takes = sentTo(page, '/api/practice-money')
    await page.getByRole('button', { name: 'Get practice money' }).dblclick()
    await expect(phone.available).toContainText('10,000.00')
    expect(takes).toHaveLength(1)
    expect(await books.transfers('practice_issue')).toBe(1)
  })
})

test('parts that cannot be loaded take nothing else away, and come when they can be', async ({
  page,
  phone,
  server,
}) => {
  // What is loaded after the first picture: news, notices, reminders, the comparison of the history.
  const isLater = /\/assets\/(support-news|message-news|session-reminder|history-watch)-/
  const refused = new Set<string>()
  await page.route(isLater, (route) => {
    refused.add(isLater.exec(route.request().url())?.[1] ?? '')
    return route.abort()
  })
  await phone.openProduct('BTCUSDT')
  await expect.poll(() => refused.size).toBeGreaterThan(2)
  await phone.buy('up', '10', /^30 s/)
  const loads = page.waitForResponse(isLater)
  await page.unroute(isLater)
  await loads
  await phone.seeResult(() => server.play(30_000))
})

test('going offline with the ticket open pauses the order button and says why', async ({
  books,
  context,
  page,
  phone,
}) => {
  await phone.openProduct('BTCUSDT')
  const send = await phone.ticket('up', '10', /^1 min/)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(true)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(
    page.getByRole('dialog').getByText('You’re offline. Orders are paused.'),
  ).toBeVisible()
  await send.click({ force: true })
  await context.setOffline(false)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  expect(await books.balance('cash')).toBe(1_000_000n)
})

import type { BrowserContext, Page } from '@playwright/test'
import { PATHS } from '#lib/paths.ts'
import { BUILT_APP, expect, test } from './support/fixtures.ts'
import { Phone } from './support/phone.ts'
import type { RunningServer } from './support/server.ts'

const live = (page: Page) => page.locator('[data-quote=live]').first()

interface Weight {
  nodes: number
  listeners: number
  heap: number
}
async function weigh(page: Page): Promise<Weight> {
  const cdp = await page.context().newCDPSession(page)
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return { nodes, listeners: jsEventListeners, heap: usedSize }
}

test('opening a product and going back twenty times keeps one socket and no memory', async ({
  page,
  server,
}) => {
  let open = 0
  let most = 0
  let closedTopics = 0
  page.on('websocket', (socket) => {
    open += 1
    most = Math.max(most, open)
    socket.on('close', () => (open -= 1))
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"unsubscribe"')) closedTopics += 1
    })
  })
  const phone = new Phone(page, server)
  await phone.open(PATHS.products)
  /** There and back; resolves with how many topics were closed before the way back. */
  const round = async (): Promise<number> => {
    await page.locator('a[href*="symbol=GC"]').click()
    await expect(page.locator('.tv-lightweight-charts canvas').first()).toBeVisible()
    await expect(live(page)).toBeVisible()
    const closed = closedTopics
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    return closed
  }
  /** Weighed when the last visit's topic is closed, a second after it. */
  const weightAfter = async (rounds: number): Promise<Weight> => {
    for (let i = 1; i < rounds; i++) await round()
    const closed = await round()
    await expect.poll(() => closedTopics).toBeGreaterThan(closed)
    return weigh(page)
  }
  const before = await weightAfter(4)
  const after = await weightAfter(20)
  expect([open, most]).toEqual([1, 1])
  expect(after.nodes - before.nodes).toBeLessThan(400)
  expect(after.listeners - before.listeners).toBeLessThan(60)
  expect(after.heap - before.heap).toBeLessThan(2_000_000)
})

/** The app's code as a browser keeps it; calls go to the server, whether it runs or not. */
async function keepCode(context: BrowserContext, server: RunningServer): Promise<void> {
  await context.route(`${server.url}/assets/**`, (route) =>
    route.fulfill({ path: BUILT_APP + new URL(route.request().url()).pathname }),
  )
}

test('without a server the products stay as the page brought them, and tick when it is back', async ({
  page,
  context,
  server,
}) => {
  await keepCode(context, server)
  const phone = new Phone(page, server)
  await phone.open(PATHS.welcome)
  await expect(page.getByText('Practice money only')).toBeVisible()
  await server.kill()
  await page.getByRole('link', { name: 'See the products' }).click()
  await expect(page.getByText('Gold futures')).toBeVisible()
  await expect(page.locator('[data-quote=stale]').first()).toBeVisible()
  await expect(live(page)).toHaveCount(0)
  await server.start()
  await expect(live(page)).toBeVisible({ timeout: 30_000 })
})

/** How bright the chart's background is, as drawn. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.tv-lightweight-charts canvas')
    const pixel = canvas?.getContext('2d')?.getImageData(3, 3, 1, 1).data
    return pixel === undefined ? -1 : (pixel[0] ?? 0)
  })

test('turning dark or light draws the chart again', async ({ page, server }) => {
  const phone = new Phone(page, server)
  await page.emulateMedia({ colorScheme: 'light' })
  await phone.open(PATHS.products)
  await phone.openProduct('BTCUSDT')
  await expect.poll(() => brightness(page)).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => brightness(page)).toBeLessThan(60)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect.poll(() => brightness(page)).toBeGreaterThan(200)
})

/** The moment of a settlement as frames on a sheet: a win and a loss, each with movement and without. */
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { productPath } from '#lib/paths.ts'
import { pause } from '#support/until.ts'
import { logInAs } from '../tests/e2e/support/fixtures.ts'
import { settle } from '../tests/e2e/support/looking.ts'
import { placeOrder } from '../tests/e2e/support/ready-user.ts'
import { latestResult, TradeWorld, type Whose } from '../tests/e2e/support/trade-world.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const SHEET = { columns: 10, width: 195, height: 422, maxBytes: 300_000 }
const RESULTS = ['won', 'lost'] as const
const MOTIONS = { moving: 'no-preference', still: 'reduce' } as const
const ORDER_MS = 30_000
/** What is left of the order when the recording begins, and for how long it lasts after the result. */
const LEFT_MS = 5_000
const AFTER_MS = 2_200
/** The frames of a sheet, in ms from the result on. */
const FROM_MS = -300
const TO_MS = 1_600
const EVERY_MS = 100
/** Half of the orders are won. */
const TRIES = 10

interface Frame {
  /** Since 1970, as in the page. */
  atMs: number
  png: Buffer
}

/** Records what the browser draws until the returned function is called. */
async function record(page: Page): Promise<() => Promise<Frame[]>> {
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atMs: (metadata.timestamp ?? 0) * 1_000, png: Buffer.from(data, 'base64') })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 1 })
  return async () => {
    await session.send('Page.stopScreencast')
    return frames
  }
}

/** When the page showed the result. */
const resultAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector('[data-order-strip] [data-moment]') === null)
            requestAnimationFrame(look)
          else resolve(Date.now())
        }
        look()
      }),
  )

/** Each frame is what was last drawn at its time. */
function spread(frames: readonly Frame[], resultMs: number): Shot[] {
  const count = (TO_MS - FROM_MS) / EVERY_MS + 1
  return Array.from({ length: count }, (_, i) => {
    const passedMs = FROM_MS + i * EVERY_MS
    const frame = frames.findLast(({ atMs }) => atMs <= resultMs + passedMs)
    if (frame === undefined) throw new Error(`nothing was drawn at ${passedMs} ms`)
    const drawnMs = Math.round(frame.atMs - resultMs)
    return { name: `${passedMs} ms, drawn at ${drawnMs} ms`, png: frame.png }
  })
}

async function recordOrder(
  browser: Browser,
  { server, caller }: Whose,
  motion: keyof typeof MOTIONS,
): Promise<{ result: string | undefined; shots: Shot[] }> {
  const context = await browser.newContext({
    ...PHONE,
    deviceScaleFactor: 1,
    timezoneId: 'Europe/Berlin',
    reducedMotion: MOTIONS[motion],
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await logInAs(page, server, caller)
  await page.goto(`${server.url}/#${productPath('BTCUSDT')}`)
  await settle(page)
  await placeOrder(caller, { durationMs: ORDER_MS })
  // As long as it takes: after a leap of time the page counts down from another moment for a while.
  await pause(ORDER_MS - LEFT_MS)
  const stop = await record(page)
  const resultMs = await resultAt(page)
  await pause(AFTER_MS)
  const frames = await stop()
  await context.close()
  return { result: await latestResult(caller), shots: spread(frames, resultMs) }
}

/** Writes one sheet per result and motion. */
export async function takeSettlements(browser: Browser, folder: string): Promise<void> {
  const world = await TradeWorld.open(browser)
  try {
    for (const motion of ['moving', 'still'] as const) {
      const missing = new Set<string>(RESULTS)
      for (let i = 0; missing.size > 0; i += 1) {
        if (i === TRIES) throw new Error(`no order was ${[...missing].join(' or ')}`)
        const { result = '', shots } = await recordOrder(browser, await world.newUser(), motion)
        if (!missing.delete(result)) continue
        const path = join(folder, `settlement-${result}-${motion}.webp`)
        await writeContactSheet(path, shots, SHEET)
        console.log(path)
      }
    }
  } finally {
    await world.close()
  }
}

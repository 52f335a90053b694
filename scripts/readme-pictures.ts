/** Takes the pictures of the README from the real app: five at twice their size, and a moving one of an order. */
import { writeFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Picture } from '#support/picture-text.ts'
import { pause } from '#support/until.ts'
import { booksOf } from '../tests/e2e/support/books.ts'
import { type ClockedServer, startClockedServer } from '../tests/e2e/support/clocked.ts'
import { BEGIN, logInAs } from '../tests/e2e/support/fixtures.ts'
import { buyByMouse, searchOf } from '../tests/e2e/support/large-screen.ts'
import { settle } from '../tests/e2e/support/looking.ts'
import { Phone } from '../tests/e2e/support/phone.ts'
import {
  NOTICES,
  pictureFile,
  pictureLines,
  pictureTextFile,
} from '../tests/e2e/support/pictured.ts'
import { type ReadyUser, signUp } from '../tests/e2e/support/ready-user.ts'
import { ReceiptPage } from '../tests/e2e/support/receipt.ts'
import { writeWebp } from './webp.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESKTOP = { viewport: { width: 1_280, height: 800 } }
const STILL = { maxBytes: 300_000, best: 90 }
/** More effort takes minutes and saves a twentieth. */
const MOVING = { maxBytes: 3_000_000, best: 80, effort: 2, loop: 0 }
/** Ten seconds. */
const FRAMES = 100
const FRAME_MS = 100
const MOVING_WIDTH = 520
/** How long a person looks before the next tap, so that the moving picture can be followed. */
const LOOK_MS = 2_500
/** Prices that the live line begins with. */
const EARLIER_MS = 120_000

interface Stage {
  browser: Browser
  server: ClockedServer
  user: ReadyUser
}

async function openPhone(
  { browser, server, user }: Stage,
  options: BrowserContextOptions,
): Promise<Phone> {
  const context = await browser.newContext({
    ...options,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await logInAs(page, server, user.caller)
  return new Phone(page, server)
}

/** Takes a picture once all notices have gone, and records what it says. */
async function take(page: Page, name: Picture): Promise<void> {
  await expect(page.locator(`${NOTICES} p`)).toHaveCount(0, { timeout: 20_000 })
  await settle(page)
  const png = await page.screenshot()
  writeFileSync(pictureTextFile(name), `${(await pictureLines(page)).join('\n')}\n`)
  await writeWebp(sharp(png), pictureFile(name), STILL)
  console.log(pictureFile(name))
}

interface Frame {
  atMs: number
  png: Buffer
}

/** Takes one frame after the other until the returned function is called. */
function record(page: Page): () => Promise<Frame[]> {
  const frames: Frame[] = []
  const end = new AbortController()
  const taken = (async () => {
    while (!end.signal.aborted)
      frames.push({ atMs: performance.now(), png: await page.screenshot() })
  })()
  return async () => {
    end.abort()
    await taken
    return frames
  }
}

/** As many frames as the moving picture has, at equal distances of time. */
function spread(frames: readonly Frame[]): Buffer[] {
  const [from, to] = [frames[0]?.atMs ?? 0, frames.at(-1)?.atMs ?? 0]
  const times = Array.from({ length: FRAMES }, (_, i) => from + ((to - from) * i) / (FRAMES - 1))
  return times.flatMap((timeMs) => frames.findLast(({ atMs }) => atMs <= timeMs)?.png ?? [])
}

async function writeMoving(frames: readonly Frame[]): Promise<void> {
  const images = await Promise.all(
    spread(frames).map((png) => sharp(png).resize({ width: MOVING_WIDTH }).png().toBuffer()),
  )
  const path = pictureFile('order')
  await writeWebp(sharp(images, { join: { animated: true } }), path, { ...MOVING, delay: FRAME_MS })
  const seconds = ((frames.at(-1)?.atMs ?? 0) - (frames[0]?.atMs ?? 0)) / 1_000
  console.log(`${path}: ${frames.length} frames of ${seconds.toFixed(1)} s`)
}

/** An order of half a minute in real time: the moving picture, and pictures of the order and of its result. */
async function takeOrder(phone: Phone): Promise<void> {
  const { page } = phone
  const strip = page.getByRole('list', { name: 'Your orders' })
  await phone.openProduct('BTCUSDT')
  await settle(page)
  const stop = record(page)
  await pause(LOOK_MS)
  const send = await phone.ticket('up', '25', /^30 s/)
  await pause(LOOK_MS)
  await send.click()
  await strip.getByText(/^(Winning|Losing|Level) now/).waitFor()
  await pause(LOOK_MS)
  await take(page, 'live')
  await strip.getByText(/^(Won|Lost|Draw|Void)/).waitFor({ timeout: 60_000 })
  await pause(LOOK_MS)
  const frames = await stop()
  await take(page, 'result')
  await writeMoving(frames)
}

async function takePhone(stage: Stage): Promise<void> {
  const { server, user } = stage
  const phone = await openPhone(stage, PHONE)
  const { page } = phone
  await phone.openProducts()
  await phone.price()
  await take(page, 'list')
  await takeOrder(phone)
  // Signed at most a minute later.
  await server.play(90_000)
  const [order] = await booksOf(server, user.account).orders()
  await new ReceiptPage(page, server).open(order?.id ?? '')
  await take(page, 'receipt')
  await page.context().close()
}

async function takePanes(stage: Stage): Promise<void> {
  const phone = await openPhone(stage, DESKTOP)
  const { page } = phone
  await buyByMouse(phone, { isAtSide: true })
  await searchOf(page).fill('')
  await searchOf(page).blur()
  await take(page, 'panes')
  await page.context().close()
}

/** On a Monday, when all markets are open, for a user with a day's practice money. */
export async function takeReadmePictures(browser: Browser): Promise<void> {
  const server = await startClockedServer({ at: BEGIN })
  try {
    await server.play(EARLIER_MS)
    const stage = { browser, server, user: await signUp(server) }
    await takePhone(stage)
    await takePanes(stage)
  } finally {
    await server.stop()
  }
}

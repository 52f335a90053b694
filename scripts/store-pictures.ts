/**
 * Takes the pictures that others show of the app, from the real app in each language: screenshots for the manifest,
 * and one for previews of links to it. `node scripts/installable.ts` then writes the manifests with their sizes.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { expectLine } from '../tests/e2e/support/chart-ink.ts'
import { type ClockedServer, startClockedServer } from '../tests/e2e/support/clocked.ts'
import { BEGIN } from '../tests/e2e/support/fixtures.ts'
import { settle, watchRequests } from '../tests/e2e/support/looking.ts'
import { NOTICES } from '../tests/e2e/support/pictured.ts'
import { placeOrder, type ReadyUser, signUp } from '../tests/e2e/support/ready-user.ts'
import { speech } from '../tests/e2e/support/words.ts'
import { writeWebp } from './webp.ts'

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url))
const FOLDER = `${PUBLIC}pictures/`
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
}
const DESKTOP = { viewport: { width: 1_280, height: 800 } }
const PREVIEW = { width: 1_200, height: 630 }
const SCREENSHOT = { maxBytes: 60_000, best: 72 }
/** Prices that the live line begins with. */
const EARLIER_MS = 120_000
/** The line of prices has moved by then, so that it can be seen how the order is doing. */
const RUNNING_MS = 20_000
/** Then the order has its result, which the page shows for a minute. */
const AFTER_MS = 120_000

interface Stage {
  browser: Browser
  server: ClockedServer
  user: ReadyUser
}

async function openIn(
  { browser, server, user }: Stage,
  language: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addCookies([{ ...user.caller.cookie, url: server.url, httpOnly: true }])
  await context.addInitScript((code) => {
    // A blank page has no storage.
    if (origin === 'null') return
    localStorage.setItem('language', code)
    localStorage.setItem('token', 'known')
  }, language)
  const page = await context.newPage()
  watchRequests(page)
  return page
}

async function take(page: Page, { server }: Stage, path: string): Promise<Buffer> {
  await page.goto(`${server.url}/#${path}`)
  await settle(page)
  if (path.startsWith(PATHS.productDetail)) await expectLine(page)
  await expect(page.locator(`${NOTICES} p`)).toHaveCount(0, { timeout: 20_000 })
  return page.screenshot()
}

/** What the card has in common with the app's own pages. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.body)
    const colour = (name: string): string => style.getPropertyValue(`--color-${name}`)
    return {
      font: style.fontFamily,
      page: colour('page'),
      ink: colour('ink'),
      ink2: colour('ink-2'),
      brand: colour('brand'),
    }
  })

interface Card {
  language: string
  /** The screen of a phone. */
  screen: Buffer
  look: Awaited<ReturnType<typeof lookOf>>
}

/** Lines end between words, in languages too that write none of the spaces between them. */
const wrapped = (text: string, language: string): string =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
    .map(({ segment, isWordLike = false }) => (isWordLike ? '<wbr>' : '') + segment)
    .join('')

/** The app's name and what it is, beside a phone that the lower edge cuts. */
function cardPage({ language, screen, look }: Card): string {
  const text = (key: string): string => wrapped(speech(language)(key), language)
  const icon = readFileSync(`${PUBLIC}icon.svg`).toString('base64')
  return `<!doctype html><html lang="${language}"><style>
    body { margin: 0; height: 630px; overflow: hidden; display: flex; gap: 48px;
      background: ${look.page}; color: ${look.ink}; font-family: ${look.font}; }
    div { flex: 1; padding-left: 64px; align-self: center; }
    p { margin: 0; text-wrap: balance; word-break: keep-all; }
    .name { display: flex; align-items: center; gap: 20px; color: ${look.brand};
      font-size: 40px; font-weight: 700; }
    .title { margin: 32px 0 24px; font-size: 60px; font-weight: 700; line-height: 1.25; }
    .about { color: ${look.ink2}; font-size: 29px; line-height: 1.45; }
    .screen { width: 400px; margin: 48px 64px 0 0; align-self: start; border-radius: 36px;
      border: 8px solid ${look.ink}; }
  </style><body><div>
    <p class="name"><img src="data:image/svg+xml;base64,${icon}" width="64" height="64">Fairtick</p>
    <p class="title">${text('preview:title')}</p>
    <p class="about">${text('preview:description')}</p>
  </div><img class="screen" src="data:image/png;base64,${screen.toString('base64')}"></body></html>`
}

async function drawPreview(browser: Browser, card: Card): Promise<void> {
  const page = await browser.newPage({ viewport: PREVIEW })
  await page.setContent(cardPage(card))
  // JPEG, because some messengers show no WebP.
  const path = `${FOLDER}preview-${card.language}.jpg`
  await sharp(await page.screenshot())
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(path)
  await page.close()
}

async function takeLanguage(stage: Stage, language: string): Promise<void> {
  const { browser, server, user } = stage
  await placeOrder(user.caller, { durationMs: 60_000 })
  await server.play(RUNNING_MS)
  // Opened now, because a page that is open already learns only later that time has leapt.
  const phone = await openIn(stage, language, PHONE)
  const screen = await take(phone, stage, productPath('BTCUSDT'))
  await drawPreview(browser, { language, screen, look: await lookOf(phone) })
  const desktop = await openIn(stage, language, DESKTOP)
  const panes = await take(desktop, stage, productPath('BTCUSDT'))
  const list = await take(phone, stage, PATHS.products)
  for (const [name, png] of Object.entries({ list, order: screen, panes }))
    await writeWebp(sharp(png), `${FOLDER}${name}-${language}.webp`, SCREENSHOT)
  await phone.context().close()
  await desktop.context().close()
  // The next language begins with one order as well.
  await server.play(AFTER_MS)
  console.log(`${language}, the pictures for stores and previews`)
}

/** On a Monday, when all markets are open, for a user with a day's practice money. */
export async function takeStorePictures(browser: Browser): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const server = await startClockedServer({ at: BEGIN })
  try {
    await server.play(EARLIER_MS)
    const stage = { browser, server, user: await signUp(server) }
    for (const language of LANGUAGE_CODES) await takeLanguage(stage, language)
  } finally {
    await server.stop()
  }
}

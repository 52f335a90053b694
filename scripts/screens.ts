/**
 * Takes screenshots of every finished screen: `node scripts/screens.ts [folder] [languages] [widths] [themes]` writes
 * one file per screen. `npm run screens [-- languages]` puts all screens of a language on a sheet in docs/screens, and
 * those of the trade on one sheet per size of larger screens, and takes all that is named below. Each can be asked for
 * alone: `--trade [languages]` the sheets of the trade, `--readme` the pictures of the README, `--store` those for
 * stores and previews of links, `--states` the trading page in every state, and `--settlement` the frames of a
 * settlement. `--states` can be limited by `--size 390,1280`, `--theme dark`, `--language de` and `--state won`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from '../tests/e2e/support/chromium.ts'
import { startClockedServer } from '../tests/e2e/support/clocked.ts'
import { lookAs, open } from '../tests/e2e/support/looking.ts'
import {
  type Gallery,
  openGallery,
  openPositions,
  SCREENS,
  VIEWERS,
} from '../tests/e2e/support/screens.ts'
import { type SheetLayout, type Shot, writeContactSheet } from './contact-sheet.ts'
import { takeReadmePictures } from './readme-pictures.ts'
import { takeSettlements } from './settlement-frames.ts'
import { takeStorePictures } from './store-pictures.ts'
import { takeTradeStates } from './trade-sheets.ts'

const { values: wanted, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sheets: { type: 'boolean' },
    trade: { type: 'boolean' },
    readme: { type: 'boolean' },
    store: { type: 'boolean' },
    states: { type: 'boolean' },
    settlement: { type: 'boolean' },
    size: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
    state: { type: 'string' },
  },
})
/** Parts of `--sheets` that can be asked for alone. */
const PARTS = ['trade', 'readme', 'store', 'states', 'settlement'] as const
const all = PARTS.every((part) => wanted[part] !== true)
const isWanted = (part: (typeof PARTS)[number]): boolean => (all ? sheets : wanted[part] === true)
const sheets = wanted.sheets === true || !all
const [folder = 'docs/screens', languages = 'en,zh-CN', widths = '390', themes = 'light'] = sheets
  ? ['docs/screens', positionals[0] ?? LANGUAGE_CODES.join(',')]
  : positionals

interface Look {
  language: string
  width: number
  theme: string
}

/** The heights of screens by their width: phones, a phone on its side, a tablet and a desktop. */
const HEIGHTS: ReadonlyMap<number, number> = new Map([
  [320, 640],
  [844, 390],
  [820, 1180],
  [1280, 800],
])
const heightOf = (width: number): number => HEIGHTS.get(width) ?? 844
/** Wider screens are looked at without a touchscreen. */
const TOUCH_AT_MOST = 900

/** From the first visit to the results. */
const TRADE = [
  'home-visitor',
  'home-guest',
  'detail-guest',
  'results-guest',
  'products',
  'detail',
  'detail-closed',
  'ticket',
  'positions',
  'closed',
  'results',
  'results-days',
  'shared',
]
/** How the screens of the trade are laid out on a sheet, by their width. */
const TRADE_SHEETS: ReadonlyMap<number, SheetLayout> = new Map([
  [844, { columns: 5, width: 422, height: 195 }],
  [820, { columns: 7, width: 273, height: 393 }],
  [1280, { columns: 4, width: 448, height: 280 }],
])

/** Opens one browser context per viewer, so that the pages of a viewer share what they have loaded. */
async function shotsOf(
  browser: Browser,
  gallery: Gallery,
  { language, width, theme }: Look,
  names: readonly string[] = SCREENS.map(({ name }) => name),
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const viewer of VIEWERS) {
    const context = await browser.newContext({
      viewport: { width, height: heightOf(width) },
      deviceScaleFactor: 1,
      isMobile: width <= TOUCH_AT_MOST,
      hasTouch: width <= TOUCH_AT_MOST,
      timezoneId: 'Europe/Berlin',
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    for (const screen of SCREENS) {
      if (screen.viewer !== viewer || !names.includes(screen.name)) continue
      const page = await context.newPage()
      await lookAs(page, gallery, { viewer, language })
      // A large screen has the ticket beside the chart.
      const { tap, ...asLoaded } = screen
      await open(page, gallery, width > TOUCH_AT_MOST || tap === undefined ? asLoaded : screen)
      shots.push({ name: screen.name, png: await page.screenshot() })
      await page.close()
    }
    await context.close()
  }
  return shots
}

/** Writes each screen to its own file, or all screens of a language to one sheet. */
async function keep({ language, width, theme }: Look, shots: readonly Shot[]): Promise<void> {
  if (sheets) return writeContactSheet(join(folder, `all-${language}.webp`), shots)
  for (const { name, png } of shots) {
    writeFileSync(join(folder, `${name}-${language}-${width}-${theme}.png`), png)
  }
}

async function photograph(browser: Browser, gallery: Gallery): Promise<void> {
  for (const language of languages.split(',')) {
    for (const width of widths.split(',').map(Number)) {
      for (const theme of themes.split(',')) {
        const look = { language, width, theme }
        await openPositions(gallery)
        await keep(look, await shotsOf(browser, gallery, look))
        console.log(`${language}, ${width} px, ${theme}`)
      }
    }
  }
}

async function photographTrade(browser: Browser, gallery: Gallery): Promise<void> {
  for (const language of languages.split(',')) {
    await openPositions(gallery)
    for (const [width, layout] of TRADE_SHEETS) {
      const shots = await shotsOf(browser, gallery, { language, width, theme: 'light' }, TRADE)
      const path = join(folder, `trade-${language}-${width}x${heightOf(width)}.webp`)
      await writeContactSheet(path, shots, layout)
      console.log(`${language}, ${width} px, the trade`)
    }
  }
}

async function photographGallery(browser: Browser): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const server = await startClockedServer({ at: new Date().toISOString() })
  try {
    const gallery = await openGallery(server)
    if (all) await photograph(browser, gallery)
    if (isWanted('trade')) await photographTrade(browser, gallery)
  } finally {
    await server.stop()
  }
}

// The server serves what was built last.
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS })
try {
  if (all || wanted.trade === true) await photographGallery(browser)
  if (isWanted('readme')) await takeReadmePictures(browser)
  if (isWanted('store')) await takeStorePictures(browser)
  if (isWanted('states')) await takeTradeStates(browser, { folder, wish: wanted })
  if (isWanted('settlement')) await takeSettlements(browser, folder)
} finally {
  await browser.close()
}

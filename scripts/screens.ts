/**
 * Takes screenshots of every finished screen: `node scripts/screens.ts [folder] [languages] [widths] [themes]` writes
 * one file per screen; `npm run screens [-- languages]` puts all screens of a language on one sheet in docs/screens.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { startClockedServer } from '../tests/e2e/support/clocked.ts'
import { lookAs, open } from '../tests/e2e/support/looking.ts'
import {
  type Gallery,
  openGallery,
  openPositions,
  SCREENS,
  VIEWERS,
} from '../tests/e2e/support/screens.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'

const args = process.argv.slice(2)
const sheets = args[0] === '--sheets'
const [folder = 'docs/screens', languages = 'en,zh-CN', widths = '390', themes = 'light'] = sheets
  ? ['docs/screens', args[1] ?? LANGUAGE_CODES.join(',')]
  : args

interface Look {
  language: string
  width: number
  theme: string
}

/** Opens one browser context per viewer, so that the pages of a viewer share what they have loaded. */
async function shotsOf(
  browser: Browser,
  gallery: Gallery,
  { language, width, theme }: Look,
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const viewer of VIEWERS) {
    const context = await browser.newContext({
      viewport: { width, height: width < 350 ? 640 : 844 },
      deviceScaleFactor: 1,
      isMobile: true,
      hasTouch: true,
      timezoneId: 'Europe/Berlin',
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    for (const screen of SCREENS.filter((each) => each.viewer === viewer)) {
      const page = await context.newPage()
      await lookAs(page, gallery, { viewer, language })
      await open(page, gallery, screen)
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

mkdirSync(folder, { recursive: true })
const server = await startClockedServer({ at: new Date().toISOString() })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  await photograph(browser, await openGallery(server))
} finally {
  await browser.close()
  await server.stop()
}

/** Draws the icons from public/icon.svg and writes the manifest in each language. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { z } from 'zod'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS } from '#lib/paths.ts'
import { DEFAULT_LANGUAGE } from '#rules/match-language.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const svg = readFileSync(at('public/icon.svg'), 'utf8')
/**
 * Launchers crop the icon to their own shape, so the background fills the square and the symbol stays within the safe
 * zone.
 */
const fullBleed = svg.replace('rx="8" ', '')
if (fullBleed === svg) throw new Error('public/icon.svg has no rounded ground any more')

const ICONS = [
  { file: 'icon-192.png', size: 192, from: svg },
  { file: 'icon-512.png', size: 512, from: svg },
  { file: 'icon-maskable-512.png', size: 512, from: fullBleed },
  // iOS rounds the corners itself and paints transparent areas black.
  { file: 'icon-apple-180.png', size: 180, from: fullBleed },
]
for (const { file, size, from } of ICONS) {
  const drawn = sharp(Buffer.from(from), { density: (72 * size) / 32 }).resize(size, size)
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(at(`public/${file}`))
}

const textsOf = (language: string, namespace: string): unknown =>
  JSON.parse(readFileSync(at(`locales/${language}/${namespace}.json`), 'utf8'))
const tabs = z.object({ pages: z.record(z.string(), z.string()) })
const preview = z.object({
  description: z.string(),
  screens: z.object({ list: z.string(), order: z.string(), panes: z.string() }),
})

/** Those on a phone come first: stores show the first ones. */
const SCREENS = ['list', 'order', 'panes'] as const

/** `node scripts/screens.ts --store` takes the pictures. */
async function screenshot(language: string, name: (typeof SCREENS)[number], label: string) {
  const src = `/pictures/${name}-${language}.webp`
  const { width, height } = await sharp(at(`public${src}`)).metadata()
  return {
    src,
    sizes: `${width}x${height}`,
    type: 'image/webp',
    form_factor: width > height ? 'wide' : 'narrow',
    label,
  }
}

async function manifestIn(language: string) {
  const { pages } = tabs.parse(textsOf(language, 'tabs'))
  const { description, screens } = preview.parse(textsOf(language, 'preview'))
  const shortcut = (page: 'products' | 'orders' | 'fund') => ({
    name: pages[page],
    url: `/#${PATHS[page]}`,
    icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })
  return {
    id: '/',
    name: 'Fairtick',
    short_name: 'Fairtick',
    description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    // A shortcut or a link opens in the window that is there, where another one would be a second session of the app.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    background_color: '#f6f7fb',
    theme_color: '#f6f7fb',
    categories: ['finance'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: await Promise.all(
      SCREENS.map((name) => screenshot(language, name, screens[name])),
    ),
    shortcuts: [shortcut('products'), shortcut('orders'), shortcut('fund')],
  }
}

mkdirSync(at('public/manifests'), { recursive: true })
for (const language of LANGUAGE_CODES) {
  // The service worker stores the one at the top on every device.
  const file = language === DEFAULT_LANGUAGE ? 'manifest' : `manifests/${language}`
  const text = JSON.stringify(await manifestIn(language), null, 2)
  writeFileSync(at(`public/${file}.webmanifest`), `${text}\n`)
}

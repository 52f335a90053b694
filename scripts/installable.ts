/** Draws the icons from public/icon.svg and writes the manifest with its shortcuts in ten languages. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { z } from 'zod'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS } from '#lib/paths.ts'

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

const tabs = z.object({ pages: z.record(z.string(), z.string()) })
const nameOf = (language: string, page: string): string => {
  const text = readFileSync(at(`locales/${language}/tabs.json`), 'utf8')
  const name = tabs.parse(JSON.parse(text)).pages[page]
  if (name === undefined) throw new Error(`${language} has no name for ${page}`)
  return name
}
const shortcut = (page: 'products' | 'orders' | 'fund') => ({
  name: nameOf(DEFAULT_LANGUAGE, page),
  name_localized: Object.fromEntries(
    LANGUAGE_CODES.map((language) => [language, nameOf(language, page)]),
  ),
  url: `/#${PATHS[page]}`,
  icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
})

const manifest = {
  id: '/',
  name: 'Fairtick',
  short_name: 'Fairtick',
  lang: DEFAULT_LANGUAGE,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f7fb',
  theme_color: '#f6f7fb',
  categories: ['finance'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [shortcut('products'), shortcut('orders'), shortcut('fund')],
}
writeFileSync(at('public/manifest.webmanifest'), `${JSON.stringify(manifest, null, 2)}\n`)

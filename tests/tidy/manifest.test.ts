/** The manifests and the pictures for stores and previews: what they state is true of the files. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS } from '#lib/paths.ts'
import { DEFAULT_LANGUAGE } from '#rules/match-language.ts'
import { read, ROOT } from './repository.ts'

const image = z.object({ src: z.string(), sizes: z.string(), type: z.string() })
const manifest = z.object({
  id: z.literal('/'),
  lang: z.string(),
  description: z.string().min(20),
  categories: z.array(z.string()).min(1),
  display_override: z.array(z.string()).min(1),
  launch_handler: z.object({ client_mode: z.array(z.string()).min(1) }),
  icons: z.array(image).min(4),
  screenshots: z.array(image.extend({ form_factor: z.string(), label: z.string().min(1) })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(image) })),
})
const manifestOf = (language: string) => {
  const file = language === DEFAULT_LANGUAGE ? 'manifest' : `manifests/${language}`
  return manifest.parse(JSON.parse(read(`public/${file}.webmanifest`)))
}
const onDisk = (src: string): string => join(ROOT, 'public', src)
const TYPES: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
const SCREENSHOT_MAX_BYTES = 60_000
/** The first that messengers load of a page with many previews. */
const PREVIEW_MAX_BYTES = 100_000

describe.each(LANGUAGE_CODES)('%s', (language) => {
  it('names files that exist, of the size and the type that it states', async () => {
    const { lang, icons, screenshots, shortcuts } = manifestOf(language)
    expect(lang).toBe(language)
    for (const { src, sizes, type } of [
      ...icons,
      ...screenshots,
      ...shortcuts.flatMap((shortcut) => shortcut.icons),
    ]) {
      const { width, height, format } = await sharp(onDisk(src)).metadata()
      expect([src, format]).toEqual([src, TYPES[type]])
      if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
  })

  it('has small screenshots of a phone and of a desktop that stores accept', async () => {
    const { screenshots } = manifestOf(language)
    const forms = screenshots.map(({ form_factor }) => form_factor)
    expect(forms).toEqual(['narrow', 'narrow', 'wide'])
    for (const { src, form_factor } of screenshots) {
      const { width, height } = await sharp(onDisk(src)).metadata()
      const [short, long] = [Math.min(width, height), Math.max(width, height)]
      // Chromium ignores others.
      expect([short >= 320, long <= 3_840, long / short <= 2.3]).toEqual([true, true, true])
      expect(width > height).toBe(form_factor === 'wide')
      expect(statSync(onDisk(src)).size, src).toBeLessThan(SCREENSHOT_MAX_BYTES)
    }
  })

  it('has shortcuts to pages of the app', () => {
    const paths: readonly string[] = Object.values(PATHS)
    for (const { url } of manifestOf(language).shortcuts)
      expect(paths).toContain(url.replace('/#', ''))
  })

  it('has a picture for previews of links, of 1200 by 630', async () => {
    const path = onDisk(`pictures/preview-${language}.jpg`)
    const { width, height, format } = await sharp(path).metadata()
    expect([width, height, format]).toEqual([1_200, 630, 'jpeg'])
    expect(statSync(path).size).toBeLessThan(PREVIEW_MAX_BYTES)
  })
})

it('has no picture that nothing names', () => {
  const named = LANGUAGE_CODES.flatMap((language) => [
    `preview-${language}.jpg`,
    ...manifestOf(language).screenshots.map(({ src }) => src.replace('/pictures/', '')),
  ])
  expect(readdirSync(onDisk('pictures')).sort()).toEqual([...named].sort())
  expect(existsSync(onDisk(`manifests/${DEFAULT_LANGUAGE}.webmanifest`))).toBe(false)
})

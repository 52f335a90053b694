/**
 * Serves the built app. Files with a hash in their name are cached permanently, the page itself is always revalidated.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type BrandInForce, DEFAULT_BRAND } from '#contract/brand.ts'
import { DEFAULT_LANGUAGE } from '#rules/match-language.ts'
import { branded, type FirstPageParts, firstPage } from '#server/platform/http/first-page.ts'
import { acceptedLanguage, readLinkPreviews } from '#server/platform/http/link-preview.ts'

const YEAR_S = 31_536_000
/** Pictures for previews and stores have no hash in their names: a store reads their addresses months later. */
const DAY_S = 86_400
const OFFLINE_PAGE = 'fairtick-verify.html'

function cacheControl(path: string): string {
  if (path.startsWith('assets/')) return `public, max-age=${YEAR_S}, immutable`
  return path.startsWith('pictures/') ? `public, max-age=${DAY_S}` : 'no-cache'
}

/** What the built app is served with. */
interface BuiltAppParts extends Omit<FirstPageParts, 'previews'> {
  publicAddress: string | null
}

const manifest = z.record(z.string(), z.unknown())

/** A manifest of the build under the brand's names. Its screenshots show the name of the build. */
function brandedManifest(text: string, { name, shortName }: BrandInForce['brand']): string {
  const { screenshots, ...built } = manifest.parse(JSON.parse(text))
  const pictures = name === DEFAULT_BRAND.name && screenshots !== undefined ? { screenshots } : {}
  return JSON.stringify({ ...built, name, short_name: shortName, ...pictures })
}

type NamingParts = Pick<BuiltAppParts, 'folder' | 'brand'>

/** The page for browsers that are too old, which names the app. */
function oldBrowserRoute(app: FastifyInstance, { folder, brand }: NamingParts): void {
  app.get('/old-browser.html', async (_request, reply) => {
    const current = brand()
    if (current.revision === null) return reply.sendFile('old-browser.html')
    const html = await readFile(join(folder, 'old-browser.html'), 'utf8')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(branded(html, current))
  })
}

/** The manifest in the language that the browser asks for. */
function manifestRoute(app: FastifyInstance, { folder, brand }: NamingParts): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = acceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE
    reply.header('vary', 'accept-language')
    const isDefault = language === DEFAULT_LANGUAGE
    const file = isDefault ? 'manifest.webmanifest' : `manifests/${language}.webmanifest`
    const current = brand()
    if (current.revision === null) return reply.sendFile(file)
    const text = brandedManifest(await readFile(join(folder, file), 'utf8'), current.brand)
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
    return reply.send(text)
  })
}

/** Registers the routes of the built app. */
export async function builtApp(app: FastifyInstance, parts: BuiltAppParts): Promise<void> {
  const { folder, publicAddress } = parts
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The app is not built yet: npm start builds it.\n'),
    )
    return
  }
  firstPage(app, { ...parts, previews: await readLinkPreviews(publicAddress) })
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // A build of an older version may have left source maps.
    allowedPath: (path) => !path.endsWith('.map'),
    // The build writes compressed files beside the originals. Missing ones are skipped.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', cacheControl(relative(folder, path)))
      // This page is downloaded and opened from the device. Served here, its inline script would not run.
      if (path.includes(OFFLINE_PAGE)) {
        response.header('content-disposition', `attachment; filename="${OFFLINE_PAGE}"`)
      }
    },
  })
  manifestRoute(app, parts)
  oldBrowserRoute(app, parts)
}

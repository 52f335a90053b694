/**
 * The app's page as it is sent. It includes the current prices, what it says of itself in the language that the browser
 * asks for, and a policy that lists its own scripts by hash.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/language.ts'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { brandedPage, pageWith } from '#contract/page-elements.ts'
import { type BrandInForce, DEFAULT_BRAND } from '#contract/brand.ts'
import { brandStyles } from '#rules/brand-colours.ts'
import { ENCODERS, type Encoding, encodingFor } from '#server/platform/http/compression.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import {
  acceptedLanguage,
  type LinkPreviews,
  PREVIEW_LANGUAGE,
  withPreview,
} from '#server/platform/http/link-preview.ts'

/** What the app's page is made from. */
export interface FirstPageParts {
  /** The folder of the built client. */
  folder: string
  clock: MarketClock
  known(): PageSnapshot
  brand(): BrandInForce
  previews: LinkPreviews
}

interface Page {
  madeAt: number
  /** The modification time of the source file, so that a deploy takes effect at once. */
  changedAt: number
  /** The brand that it names. */
  revision: string | null
  policy: string
  encoded: Map<Encoding, Promise<Buffer>>
  html: string
}
type Fill = (html: string, language: Language) => string

/** Maximum age of the prices in a cached page, in ms. During many visits at once, one page serves many. */
const KEPT_MS = 250

const INLINE = /<script>([\s\S]*?)<\/script>/g

function policyOf(html: string): string {
  const hashes = [...html.matchAll(INLINE)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return hashes.length === 0 ? '' : `;script-src 'self' ${hashes.join(' ')}`
}

/** A page of the build as the brand has it. That of the build itself is left as it is. */
export function branded(html: string, { revision, brand }: BrandInForce): string {
  if (revision === null) return html
  const { name, colours } = brand
  return brandedPage(html, { revision, name, styles: colours === null ? '' : brandStyles(colours) })
}

function createPages({ folder, clock, brand }: FirstPageParts, fill: Fill) {
  const file = join(folder, 'index.html')
  const pages = new Map<Language, Page>()
  return async (language: Language): Promise<Page> => {
    const { mtimeMs: changedAt } = await stat(file)
    const now = clock.now()
    const kept = pages.get(language)
    const { revision } = brand()
    const isSame = kept?.changedAt === changedAt && kept.revision === revision
    if (isSame && now - kept.madeAt < KEPT_MS) return kept
    const bare = await readFile(file, 'utf8')
    const page: Page = {
      madeAt: now,
      changedAt,
      revision,
      policy: policyOf(bare),
      encoded: new Map(),
      html: fill(bare, language),
    }
    pages.set(language, page)
    return page
  }
}

function serve(
  app: FastifyInstance,
  path: string,
  current: (language: Language) => Promise<Page>,
): void {
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const language = acceptedLanguage(request.headers['accept-language']) ?? PREVIEW_LANGUAGE
    const { encoded, html, policy } = await current(language)
    const encoding = encodingFor(request)
    const bytes = encoded.get(encoding) ?? ENCODERS[encoding](Buffer.from(html))
    encoded.set(encoding, bytes)
    const common = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', common + policy).header('cache-control', 'no-cache')
    reply.header('vary', 'accept-encoding, accept-language').type('text/html; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await bytes)
  })
}

/**
 * Serves the app's page. `/index.html`, which the service worker caches, has no prices and no brand, because the worker
 * adds those of the last visit, and no preview, because only browsers that run scripts ask for it.
 */
export function firstPage(app: FastifyInstance, parts: FirstPageParts): void {
  const filled: Fill = (html, language) => {
    const preview = parts.previews.get(language)
    const brand = parts.brand()
    const isPictured = brand.brand.name === DEFAULT_BRAND.name
    const described = preview === undefined ? html : withPreview(html, preview, isPictured)
    return pageWith(branded(described, brand), parts.known())
  }
  serve(app, '/', createPages(parts, filled))
  serve(
    app,
    '/index.html',
    createPages(parts, (html) => html),
  )
}

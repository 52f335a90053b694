/** The app's page as it is sent. It includes the current prices and a policy that lists its own scripts by hash. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { pageWith } from '#contract/page-elements.ts'
import { ENCODERS, type Encoding, encodingFor } from '#server/platform/http/compression.ts'
import type { MarketClock } from '#server/platform/clock.ts'

/** What the app's page is made from. */
export interface FirstPageParts {
  /** The folder of the built client. */
  folder: string
  clock: MarketClock
  known(): PageSnapshot
}

interface Page {
  madeAt: number
  /** The modification time of the source file, so that a deploy takes effect at once. */
  changedAt: number
  policy: string
  encoded: Map<Encoding, Promise<Buffer>>
  html: string
}
type Fill = (html: string) => string

/** Maximum age of the prices in a cached page, in ms. During many visits at once, one page serves many. */
const KEPT_MS = 250

const INLINE = /<script>([\s\S]*?)<\/script>/g

function policyOf(html: string): string {
  const hashes = [...html.matchAll(INLINE)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return hashes.length === 0 ? '' : `;script-src 'self' ${hashes.join(' ')}`
}

function createPages({ folder, clock }: FirstPageParts, fill: Fill) {
  const file = join(folder, 'index.html')
  let page: Page | null = null
  return async (): Promise<Page> => {
    const { mtimeMs: changedAt } = await stat(file)
    const now = clock.now()
    if (page?.changedAt === changedAt && now - page.madeAt < KEPT_MS) return page
    const bare = await readFile(file, 'utf8')
    page = {
      madeAt: now,
      changedAt,
      policy: policyOf(bare),
      encoded: new Map(),
      html: fill(bare),
    }
    return page
  }
}

function serve(app: FastifyInstance, path: string, current: () => Promise<Page>): void {
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { encoded, html, policy } = await current()
    const encoding = encodingFor(request)
    const bytes = encoded.get(encoding) ?? ENCODERS[encoding](Buffer.from(html))
    encoded.set(encoding, bytes)
    const common = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', common + policy).header('cache-control', 'no-cache')
    reply.header('vary', 'accept-encoding').type('text/html; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await bytes)
  })
}

/**
 * Serves the app's page. `/index.html`, which the service worker caches, has no prices, because the worker has newer
 * ones.
 */
export function firstPage(app: FastifyInstance, parts: FirstPageParts): void {
  const filled: Fill = (html) => pageWith(html, parts.known())
  serve(app, '/', createPages(parts, filled))
  serve(
    app,
    '/index.html',
    createPages(parts, (html) => html),
  )
}

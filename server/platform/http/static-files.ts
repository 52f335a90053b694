/**
 * Serves the built app. Files with a hash in their name are cached permanently, the page itself is always revalidated.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type FirstPageParts, firstPage } from '#server/platform/http/first-page.ts'

const YEAR_S = 31_536_000
const OFFLINE_PAGE = 'fairtick-verify.html'

/** Registers the routes of the built app. */
export async function builtApp(app: FastifyInstance, parts: FirstPageParts): Promise<void> {
  const { folder } = parts
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The app is not built yet: npm start builds it.\n'),
    )
    return
  }
  firstPage(app, parts)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    // A build of an older version may have left source maps.
    allowedPath: (path) => !path.endsWith('.map'),
    // The build writes compressed files beside the originals. Missing ones are skipped.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes(join(folder, 'assets'))
      response.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      // This page is downloaded and opened from the device. Served here, its inline script would not run.
      if (path.includes(OFFLINE_PAGE)) {
        response.header('content-disposition', `attachment; filename="${OFFLINE_PAGE}"`)
      }
    },
  })
}

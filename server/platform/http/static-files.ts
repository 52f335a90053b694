/** The built app: hashed files for ever, the page itself always fresh. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type FirstPageParts, firstPage } from '#server/platform/http/first-page.ts'

const YEAR_S = 31_536_000
const OFFLINE_PAGE = 'fairtick-verify.html'

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
    // A build of an older version may have left some.
    allowedPath: (path) => !path.endsWith('.map'),
    // Written beside the files by the build; absent ones are passed over.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes(join(folder, 'assets'))
      response.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      // To be kept and opened from the device: here its script, which stands inside it, would not run.
      if (path.includes(OFFLINE_PAGE)) {
        response.header('content-disposition', `attachment; filename="${OFFLINE_PAGE}"`)
      }
    },
  })
}

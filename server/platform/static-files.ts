/** The built app and its headers: hashed files for ever, the page itself always fresh, nothing from elsewhere. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type FirstPageParts, firstPage } from '#server/platform/first-page.ts'

const YEAR_S = 31_536_000
const OFFLINE_PAGE = 'fairtick-verify.html'

export async function secureHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'connect-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        // The chart and the dialogs set styles on elements; scripts stay our own files.
        'style-src': ["'self'", "'unsafe-inline'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: YEAR_S },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self)')
  })
}

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

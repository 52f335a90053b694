/** `/robots.txt` (RFC 9309): what programs that index the web may read. */
import type { FastifyInstance } from 'fastify'
import { hostName } from '#server/platform/http/origin.ts'

const FRESH_S = 3_600
/** The endpoints, which include shared receipts, the socket and the desk. The app's one page and its files remain. */
const PRIVATE = ['/api/', '/socket.io/', '/metrics', '/desk']

const APP = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), ''].join('\n')
const DESK = 'User-agent: *\nDisallow: /\n'

/** Registers the route. `deskHosts`: the names that serve the desk alone. */
export function robotsTxtRoute(app: FastifyInstance, deskHosts: readonly string[]): void {
  app.get('/robots.txt', async ({ headers }, reply) => {
    const isDesk = deskHosts.includes(hostName(headers.host ?? '') ?? '')
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${FRESH_S}`)
      .send(isDesk ? DESK : APP)
  })
}

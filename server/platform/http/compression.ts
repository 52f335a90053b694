/** Compression of what is made per request. Files of the app are compressed by the build. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A higher quality would cost more time than it saves in transfer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
export const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
}
export type Encoding = keyof typeof ENCODERS

export function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** What fits into one packet arrives no sooner when it is smaller. */
const LEAST_CHARACTERS = 1_400

/**
 * Compresses the answers that are the same for everyone. Those to a session stay as they are: how well they compress
 * would tell a stranger, who can make the browser send a text of their own, what they contain.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.access !== 'public' || endpoint.method !== 'GET') return payload
    if (typeof payload !== 'string' || payload.length < LEAST_CHARACTERS) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding)
    return ENCODERS[encoding](Buffer.from(payload))
  })
}

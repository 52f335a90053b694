/** The API document for people, at /api/docs, under the same content policy as everything else. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiDocument } from '#server/platform/http/api-document.ts'

export const API_DOCS_PATH = '/api/docs'

/** Its JSON is at `/api/docs/json`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = apiDocument()
  await app.register(async (own) => {
    own.addHook('onSend', withOwnMarkup)
    await own.register(swagger, { mode: 'static', specification: { document } })
    await own.register(swaggerUi, {
      routePrefix: API_DOCS_PATH,
      // The page asks nobody else whether the document is valid.
      uiConfig: { validatorUrl: null, docExpansion: 'none', supportedSubmitMethods: [] },
      logo: {
        type: 'image/svg+xml',
        content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
      theme: { title: 'Fairtick API' },
    })
  })
}

/** The page's library writes HTML from our own document: no text of anybody else comes into it. */
async function withOwnMarkup(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = String(reply.getHeader('content-security-policy'))
  const without = policy.replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, '')
  reply.header('content-security-policy', without)
}

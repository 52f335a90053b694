/** The API documentation for people, at /api/docs, under the same content security policy as all pages. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiDocument } from '#server/platform/http/api-document.ts'

/** The path of the API documentation. */
const API_DOCS_PATH = '/api/docs'

/** Serves the documentation, and its JSON at `/api/docs/json`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = apiDocument()
  await app.register(async (own) => {
    own.addHook('onSend', withOwnMarkup)
    await own.register(swagger, { mode: 'static', specification: { document } })
    await own.register(swaggerUi, {
      routePrefix: API_DOCS_PATH,
      // The page must not send the document to a validator on another host.
      uiConfig: { validatorUrl: null, docExpansion: 'none', supportedSubmitMethods: [] },
      logo: {
        type: 'image/svg+xml',
        content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
      theme: { title: 'Fairtick API' },
    })
  })
}

/** The page's library writes HTML from our own document. No text of users is in it. */
async function withOwnMarkup(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = String(reply.getHeader('content-security-policy'))
  const without = policy.replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, '')
  reply.header('content-security-policy', without)
}

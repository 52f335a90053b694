/** The API document for people, at /api/docs, under the same content policy as everything else. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { apiDocument } from '#server/platform/api-document.ts'

export const API_DOCS_PATH = '/api/docs'

/** Its JSON is at `/api/docs/json`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = apiDocument()
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: API_DOCS_PATH,
    // The page asks nobody else whether the document is valid.
    uiConfig: { validatorUrl: null, docExpansion: 'none', supportedSubmitMethods: [] },
    logo: {
      type: 'image/svg+xml',
      content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
    theme: { title: 'Fairtick API' },
  })
}

/** The security headers of all replies. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000
/** Where browsers report what the policy stopped. */
export const POLICY_REPORTS = '/api/content-policy-reports'

/** The headers of refusals that are sent before any hook runs, such as those for paths that cannot be decoded. */
export const bareHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  ...(https && { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }),
})

/** Adds the security headers to all replies. `https`: the server is reached by HTTPS. */
export async function secureHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'connect-src': ["'self'"],
        'img-src': ["'self'", 'blob:'],
        // The chart and the dialogs set styles on elements. Scripts are limited to our own files.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Only the policy in src/lib/own-script.ts may turn text into HTML or a script address.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['fairtick'],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'report-uri': [POLICY_REPORTS],
        'report-to': ['policy'],
      },
    },
    strictTransportSecurity: https && { maxAge: YEAR_S },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('reporting-endpoints', `policy="${POLICY_REPORTS}"`)
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self)')
  })
}

/** The security headers of all replies, and the violation reports that browsers send about them. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { whereAbouts } from '#server/platform/http/route.ts'

const YEAR_S = 31_536_000
const REPORTS = '/api/content-policy-reports'
const REPORT_MAX_BYTES = 16 * 1024
const REPORTS_PER_MINUTE = 20
const REPORTS_AT_ONCE = 5
const WORDS_MAX = 200

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
        'report-uri': [REPORTS],
        'report-to': ['policy'],
      },
    },
    strictTransportSecurity: https && { maxAge: YEAR_S },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('reporting-endpoints', `policy="${REPORTS}"`)
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self)')
  })
}

const words = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, WORDS_MAX))
/** An address without its query and fragment, which may identify the reader. */
const place = words.transform((text) => text.replace(/[?#].*$/, ''))
/** Browsers send two formats of reports; the newer one is a list. */
const report = z.union([
  z
    .object({
      'csp-report': z.object({
        'document-uri': place,
        'violated-directive': words,
        'blocked-uri': place,
      }),
    })
    .transform(({ 'csp-report': violation }) => [
      {
        page: violation['document-uri'],
        rule: violation['violated-directive'],
        blocked: violation['blocked-uri'],
      },
    ]),
  z.array(
    z
      .object({
        body: z.object({ documentURL: place, effectiveDirective: words, blockedURL: place }),
      })
      .transform(({ body: violation }) => ({
        page: violation.documentURL,
        rule: violation.effectiveDirective,
        blocked: violation.blockedURL,
      })),
  ),
])

/** Writes each violation report to the security log. Browsers send the reports automatically. */
export async function policyReports(app: FastifyInstance): Promise<void> {
  await app.register(async (own) => {
    const types = ['application/csp-report', 'application/reports+json']
    own.addContentTypeParser(
      types,
      { parseAs: 'string' },
      own.getDefaultJsonParser('error', 'error'),
    )
    const config = { rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: 60_000 } }
    own.post(REPORTS, { bodyLimit: REPORT_MAX_BYTES, config }, async (request, reply) => {
      const { success, data } = report.safeParse(request.body)
      for (const about of success ? data.slice(0, REPORTS_AT_ONCE) : []) {
        app.edge.securityLog({ code: 'content_policy', ...whereAbouts(request), about })
      }
      return reply.code(204).send()
    })
  })
}

/**
 * The violation reports that browsers send about the content security policy: a line of the security log each, and a
 * count for the desk.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReportPage } from '#contract/client-reports.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { whereAbouts } from '#server/platform/http/route.ts'
import { POLICY_REPORTS } from '#server/platform/http/secure-headers.ts'
import type { Reports } from '#server/reports/reports.ts'

const REPORT_MAX_BYTES = 16 * 1024
const REPORTS_PER_MINUTE = 20
const REPORTS_AT_ONCE = 5
const WORDS_MAX = 200

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

const RULES: readonly string[] = [
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]
const KEYWORDS: readonly string[] = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self']

/** What was stopped, in words of lists: an address of elsewhere may be of anything that a user has installed. */
export function policyName(rule: string, blocked: string): string {
  const [directive = ''] = rule.split(' ')
  const named = RULES.includes(directive) ? directive : 'other'
  const [scheme = ''] = blocked.split(':')
  const what = KEYWORDS.includes(scheme) ? scheme : 'elsewhere'
  return `${named} ${what}`
}

const pageOf = (address: string): ReportPage =>
  URL.parse(address)?.pathname.startsWith('/desk') === true ? 'desk' : 'app'

/** Registers the endpoint of violation reports. Browsers send them automatically. */
export async function policyReports(app: FastifyInstance, reports: Reports): Promise<void> {
  const types = ['application/csp-report', 'application/reports+json']
  app.addContentTypeParser(types, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  const config = { rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: 60_000 } }
  app.post(POLICY_REPORTS, { bodyLimit: REPORT_MAX_BYTES, config }, async (request, reply) => {
    const { success, data } = report.safeParse(request.body)
    for (const about of success ? data.slice(0, REPORTS_AT_ONCE) : []) {
      app.edge.securityLog({ code: 'content_policy', ...whereAbouts(request), about })
      const name = policyName(about.rule, about.blocked)
      reports.notePolicy(pageOf(about.page), name, clientAddress(request))
    }
    return reply.code(204).send()
  })
}

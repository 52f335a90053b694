/** The HTTP server itself, before any area is bound to it: limits, headers, errors and the shared edge. */
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { PHOTO_MEDIA_TYPES } from '#contract/verification.ts'
import type { Config } from '#server/platform/config.ts'
import { proxyTrust } from '#server/platform/http/client-address.ts'
import { sendProblem, setErrorReplies } from '#server/platform/http/error-replies.ts'
import { Rejected } from '#server/platform/errors.ts'
import { isAmbiguousJson } from '#server/platform/http/ambiguous-json.ts'
import type { Logger } from '#server/platform/logging.ts'
import { metricsRoutes } from '#server/platform/metrics.ts'
import { hostAllowed, hostName } from '#server/platform/http/origin.ts'
import { createSecurityLog } from '#server/platform/http/security-log.ts'
import type { Operators, Sessions } from '#server/platform/session-reader.ts'
import { bareHeaders, policyReports, secureHeaders } from '#server/platform/http/secure-headers.ts'
import { createPendingKeys } from '#server/platform/http/pending-keys.ts'
import { createUploadPlaces } from '#server/platform/http/upload-places.ts'

export interface HttpParts {
  config: Config
  log: Logger
  sessions: Sessions
  operators: Operators
  metrics: Registry
}

const BODY_MAX_BYTES = 64 * 1024
/** Each holds up to 8 MiB until it is decoded; two sides of a document may come together. */
const UPLOADS_MAX = 8
const UPLOADS_OF_ONE_USER = 2
/** Network timeouts of the app are 60 s; the server gives up a little earlier, so that it is the one to say so. */
const REQUEST_TIMEOUT_MS = 55_000
/** A header is small: a client that needs longer only holds a connection, before or after the upgrade to a socket. */
const HEADERS_TIMEOUT_MS = 12_000
/** How often Node looks for connections past their time; its default of 30 s would triple the limit above. */
const TIMEOUT_CHECK_MS = 2_000
/** Longer than the 60 s for which common proxies keep idle connections, so that the proxy is the one to close them. */
const KEEP_ALIVE_MS = 70_000
/** A passkey's id is the longest. */
const PARAM_MAX = 400
/** Its page, its files and its endpoints. */
const DESK_ONLY = /desk/i
const APP_PAGE = /^\/+(index\.html)?$/

/** As bytes, whatever they claim to be; each row says how many (contract/endpoint.ts, `upload`). */
function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser([...PHOTO_MEDIA_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** What one parser takes as the last of two values, another takes as the first: then two programs see two requests. */
function readJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isAmbiguousJson(body)) return done(new Rejected('validation_failed'))
      return parseJson(request, body, done)
    },
  )
}

function refuseForeignNames(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!hostAllowed(headers.host, allowed)) throw new Rejected('host_refused')
  })
}

/** Two origins: no script of the app, however it came there, can use a desk session, nor the other way round. */
function keepDeskApart(app: FastifyInstance, deskHosts: readonly string[]): void {
  if (deskHosts.length === 0) return
  app.addHook('onRequest', async ({ headers, url }) => {
    const onDesk = deskHosts.includes(hostName(headers.host ?? '') ?? '')
    const [written = ''] = url.split(/[?#]/)
    const path = decodeURIComponent(written)
    const wrong = onDesk ? APP_PAGE.test(path) : DESK_ONLY.test(path)
    if (wrong) throw new Rejected('not_found')
  })
}

export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, sessions, operators, metrics } = parts
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: { maxParamLength: PARAM_MAX },
    trustProxy: config.trustProxy.length > 0 && proxyTrust(config.trustProxy),
    forceCloseConnections: 'idle',
    // Requests that arrive while stopping get a plain refusal instead of hanging.
    return503OnClosing: true,
    // Paths that nobody can decode never come to a route.
    frameworkErrors: (_error, _request, reply) => {
      void sendProblem(
        reply.headers(bareHeaders(config.secureCookies)),
        new Rejected('validation_failed'),
      )
    },
  })
  app.decorate('edge', {
    sessions,
    operators,
    allowedOrigins: config.allowedOrigins,
    rateFactor: config.rateFactor,
    securityLog: createSecurityLog(log),
    uploads: createUploadPlaces(UPLOADS_MAX, UPLOADS_OF_ONE_USER),
    pending: createPendingKeys(),
  })
  readJson(app)
  readUploads(app)
  setErrorReplies(app)
  // Before hooks that refuse, so that their answers carry the headers too.
  await secureHeaders(app, config.secureCookies)
  refuseForeignNames(app, config.allowedHosts)
  keepDeskApart(app, config.deskHosts)
  await app.register(rateLimit, { global: false })
  await policyReports(app)
  metricsRoutes(app, metrics)
  return app
}

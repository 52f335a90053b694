/** The HTTP server before any area is bound to it: limits, headers, errors and the shared edge. */
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { PHOTO_MEDIA_TYPES } from '#contract/verification.ts'
import type { Config } from '#server/platform/config.ts'
import { fairQueue } from '#server/platform/fair-queue.ts'
import { clientAddress, proxyTrust } from '#server/platform/http/client-address.ts'
import { refuseMalformedTypes } from '#server/platform/http/content-type.ts'
import { COSTLY } from '#server/platform/http/costly-route.ts'
import { sendProblem, setErrorReplies } from '#server/platform/http/error-replies.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { FreeSpace } from '#server/platform/free-space.ts'
import type { Logger } from '#server/platform/logging.ts'
import { metricsRoutes } from '#server/platform/metrics.ts'
import { hostAllowed, hostName } from '#server/platform/http/origin.ts'
import { createSecurityLog } from '#server/platform/http/security-log.ts'
import type { Operators, Sessions } from '#server/platform/session-reader.ts'
import { compressReplies } from '#server/platform/http/compression.ts'
import { bareHeaders, secureHeaders } from '#server/platform/http/secure-headers.ts'
import { createPendingKeys } from '#server/platform/http/pending-keys.ts'
import { createPlaces } from '#server/platform/http/places.ts'
import { createRequestId, followRequests, REQUEST_ID } from '#server/platform/http/request-ids.ts'
import { createTurns } from '#server/platform/http/turns.ts'

/** What the HTTP server needs. */
export interface HttpParts {
  config: Config
  log: Logger
  sessions: Sessions
  operators: Operators
  metrics: Registry
  space: Pick<FreeSpace, 'refuses'>
}

const BODY_MAX_BYTES = 64 * 1024
/**
 * Maximum uploads at once. Each holds up to 8 MiB until it is decoded; the two sides of a document may arrive together.
 */
const UPLOADS_MAX = 8
const UPLOADS_OF_ONE_USER = 2
/** One takes up to a millisecond, so a turn of the event loop takes little longer than its other work. */
const BEGUN_PER_TURN = 16
/** The app's network timeouts are 60 s. The server times out a little earlier, so that it can send the error itself. */
const REQUEST_TIMEOUT_MS = 55_000
/**
 * Headers are small, so a client that needs longer only occupies a connection, before or after the upgrade to a socket.
 */
const HEADERS_TIMEOUT_MS = 12_000
/** How often Node looks for expired connections. Its default of 30 s would triple the limit above. */
const TIMEOUT_CHECK_MS = 2_000
/** Longer than the 60 s for which common proxies keep idle connections, so that the proxy closes them first. */
const KEEP_ALIVE_MS = 70_000
/** The longest parameter is the id of a passkey. */
const PARAM_MAX = 400
/** The desk's page, files and endpoints. */
const DESK_ONLY = /desk/i
const APP_PAGE = /^\/+(index\.html)?$/

/**
 * Reads uploads as bytes, whatever their content type. Each row sets its own limit (contract/endpoint.ts, `upload`).
 */
function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser([...PHOTO_MEDIA_TYPES], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Finds JSON that different parsers read differently, although JSON.parse accepts it. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object has two values under one name, or a string has an unpaired surrogate, which the database cannot
 * store. For text that is not JSON the result is undefined.
 */
export function isAmbiguousJson(json: string): boolean {
  // Null stands for an array, which has no names.
  const open: (Set<string> | null)[] = []
  let text = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') {
      // Escapes are another spelling of the same text.
      text = token.includes('\\') ? unescaped(token) : token.slice(1, -1)
      if (!text.isWellFormed()) return true
    } else {
      const names = open.at(-1)
      if (names?.has(text)) return true
      names?.add(text)
    }
  }
  return false
}

function unescaped(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

/**
 * Rejects JSON with repeated names. Parsers differ in which value they take, so two programs could see two requests.
 */
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

/** Serves desk and app from separate origins, so that no script of one can use a session of the other. */
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

/** Creates the HTTP server. It does not listen yet. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, sessions, operators, metrics, space } = parts
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: createRequestId,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    routerOptions: { maxParamLength: PARAM_MAX },
    trustProxy: config.trustProxy.length > 0 && proxyTrust(config.trustProxy),
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown get a 503 reply instead of hanging.
    return503OnClosing: true,
    // Paths that cannot be decoded never reach a route.
    frameworkErrors: (_error, { id }, reply) => {
      const headers = { ...bareHeaders(config.secureCookies), [REQUEST_ID]: id }
      void sendProblem(reply.headers(headers), new Rejected('validation_failed'))
    },
  })
  app.decorate('edge', {
    sessions,
    operators,
    allowedOrigins: config.allowedOrigins,
    rateFactor: config.rateFactor,
    securityLog: createSecurityLog(log),
    uploads: createPlaces(UPLOADS_MAX, UPLOADS_OF_ONE_USER),
    pending: createPendingKeys(),
    space,
  })
  app.decorate('costly', fairQueue(COSTLY))
  const inTurn = createTurns(BEGUN_PER_TURN)
  app.addHook('onRequest', (request, _reply, done) => inTurn(clientAddress(request), done))
  followRequests(app, config.trustProxy)
  readJson(app)
  readUploads(app)
  setErrorReplies(app, config.rateFactor)
  // Registered before the hooks that refuse requests, so that refusals carry the headers too.
  await secureHeaders(app, config.secureCookies)
  compressReplies(app)
  refuseForeignNames(app, config.allowedHosts)
  keepDeskApart(app, config.deskHosts)
  refuseMalformedTypes(app)
  await app.register(rateLimit, { global: false })
  metricsRoutes(app, metrics, config.metricsToken)
  return app
}

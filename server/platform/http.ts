/** The HTTP server itself, before any area is bound to it: limits, headers, errors and the shared edge. */
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '#server/platform/config.ts'
import { setErrorReplies } from '#server/platform/error-replies.ts'
import type { Logger } from '#server/platform/logging.ts'
import { metricsRoutes } from '#server/platform/metrics.ts'
import type { Sessions } from '#server/platform/session-reader.ts'
import { secureHeaders } from '#server/platform/static-files.ts'

export interface HttpParts {
  config: Config
  log: Logger
  sessions: Sessions
  metrics: Registry
}

const BODY_MAX_BYTES = 64 * 1024
/** Network timeouts of the app are 60 s; the server gives up a little earlier, so that it is the one to say so. */
const REQUEST_TIMEOUT_MS = 55_000
const PARAM_MAX = 100

export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, sessions, metrics } = parts
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: PARAM_MAX },
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    forceCloseConnections: 'idle',
    // Requests that arrive while stopping get a plain refusal instead of hanging.
    return503OnClosing: true,
  })
  app.decorate('edge', {
    sessions,
    allowedOrigins: config.allowedOrigins,
    rateFactor: config.rateFactor,
  })
  setErrorReplies(app)
  await secureHeaders(app, config.secureCookies)
  await app.register(rateLimit, { global: false })
  metricsRoutes(app, metrics)
  return app
}

/**
 * The last handler of all errors at the HTTP edge. It replies with problem+json and reveals nothing of unexpected
 * errors.
 */
import { setTimeout } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorsOf } from '#contract/endpoint.ts'
import { ERRORS, type ErrorCode, type Problem } from '#contract/errors.ts'
import { DatabaseGone } from '#server/platform/db/database.ts'
import { problemOf, Rejected } from '#server/platform/errors.ts'
import { createPace } from '#server/platform/pace.ts'
import { asPartOf } from '#server/platform/http/request-ids.ts'
import { whereAbouts } from '#server/platform/http/route.ts'
import { isLogged } from '#server/platform/http/security-log.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The client disconnected while it was sending. */
const CLIENT_GONE = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/

function byStatus(status: number): ErrorCode {
  if (status === 413) return 'payload_too_large'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 400 && status < 500 ? 'validation_failed' : 'internal'
}

/** The refusal that a caller sees for any error. */
export function rejectionOf(error: FastifyError | Error): Rejected {
  const known = rejectedFrom(error)
  if (known !== undefined) return known
  const gone = 'code' in error && CLIENT_GONE.test(error.code)
  if (gone || error instanceof DatabaseGone) return new Rejected('unavailable')
  return new Rejected(byStatus('statusCode' in error ? (error.statusCode ?? 500) : 500))
}

const MEBIBYTE = 1024 * 1024

/** Translates Fastify's errors about request bodies to refusals about photos. */
function rejectionTo(request: FastifyRequest, error: FastifyError): Rejected {
  const rejection = rejectionOf(error)
  const upload = request.routeOptions.config.endpoint?.upload
  if (upload === undefined) return rejection
  if (error.statusCode === ERRORS.photo_unsupported.status) return new Rejected('photo_unsupported')
  return rejection.code === 'payload_too_large'
    ? new Rejected('photo_too_large', { limit: `${upload.maxBytes / MEBIBYTE} MiB` })
    : rejection
}

/**
 * Sends a refusal as problem+json, with the id of the request. A signed refusal of an order has the id in its header
 * alone: its body is repeated for the same key.
 */
export function sendProblem(reply: FastifyReply, rejection: Rejected): FastifyReply {
  const refused = problemOf(rejection)
  const { id: requestId } = reply.request
  const problem: Problem = refused.refusal === undefined ? { ...refused, requestId } : refused
  const { retryAfterMs } = rejection.params
  if (typeof retryAfterMs === 'number') {
    reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  }
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem))
}

/** What the log says of an answer whose code its endpoint does not declare. */
export const UNDECLARED = 'undeclared error code'

function declared(request: FastifyRequest, code: ErrorCode): boolean {
  const row = request.routeOptions.config.endpoint
  return row === undefined || errorsOf(row).includes(code)
}

/** Logs a defect with its stack trace. Overload, a database outage and an aborted upload are one line each. */
function logFault({ log, url }: FastifyRequest, { code }: Rejected, error: Error): void {
  if (code === 'internal') log.error({ err: error, url }, 'request failed')
  else if (ERRORS[code].status >= 500) log.warn({ code, url, why: error.message }, 'not now')
}

/**
 * The pace of refusals to callers over a limit, for all of them together. Most clients send their next request after
 * the reply, so a flood slows down to this pace. A single caller who was too fast does not wait.
 */
const REFUSALS = { perSecond: 200, atOnce: 50, waitMaxMs: 5_000 } as const

/** Installs the error handlers of the server. `rateFactor` multiplies the pace of refusals. */
export function setErrorReplies(app: FastifyInstance, rateFactor: number): void {
  const pace = createPace({ ...REFUSALS, perSecond: REFUSALS.perSecond * rateFactor })
  const answer = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const rejection = rejectionTo(request, error)
    const { code } = rejection
    const where = whereAbouts(request)
    if (isLogged(code, where)) app.edge.securityLog({ code, ...where })
    logFault(request, rejection, error)
    if (!declared(request, rejection.code)) {
      request.log.error({ code: rejection.code, url: request.url }, UNDECLARED)
    }
    const waitMs = code === 'rate_limited' ? pace() : 0
    if (waitMs === null) {
      reply.hijack()
      request.raw.destroy()
      return reply
    }
    if (waitMs > 0) await setTimeout(waitMs)
    return sendProblem(reply, rejection)
  }
  app.setErrorHandler((error: FastifyError, request, reply) =>
    asPartOf(request, () => answer(error, request, reply)),
  )
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, new Rejected('not_found')))
}

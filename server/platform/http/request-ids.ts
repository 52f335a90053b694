/**
 * The id of each request: in the header of its reply, in problem bodies and in every line that it logs. The server
 * makes it, because clients could choose ids that mislead a reader of the log.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { proxyTrust } from '#server/platform/http/client-address.ts'
import { logFields } from '#server/platform/logging.ts'

/** The header of replies. */
export const REQUEST_ID = 'x-request-id'

/** Crockford's alphabet: no letter looks or sounds like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 40 bits: with the time, which is on the same line, an id is unique. */
const CHARACTERS = 8

/** Creates an id that can be read out: two groups of four characters, like `7K3M-9QX2`. */
export function createRequestId(): string {
  const text = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${text.slice(0, CHARACTERS / 2)}-${text.slice(CHARACTERS / 2)}`
}

/** What every line of a request says about it. */
export interface RequestFields {
  requestId: string
  /** The id that a trusted proxy gave the request, to find it in the log of the proxy. */
  proxyRequestId?: string
}

const PROXY_ID = /^[\w.:=+/-]{1,64}$/

/** Returns the fields of a request. An id that it came with is only logged, and only if a trusted proxy sent it. */
export function requestFieldsOf(
  trustProxy: readonly string[],
): (request: IncomingMessage, requestId: string) => RequestFields {
  const isProxy = proxyTrust(trustProxy)
  return ({ headers, socket }, requestId) => {
    const theirs = headers[REQUEST_ID]
    const isKept =
      typeof theirs === 'string' && PROXY_ID.test(theirs) && isProxy(socket.remoteAddress ?? '')
    return { requestId, ...(isKept && { proxyRequestId: theirs }) }
  }
}

const known = new WeakMap<FastifyRequest, RequestFields>()

/** Runs code whose log lines are lines of a request. */
export function asPartOf<T>(request: FastifyRequest, run: () => T): T {
  return logFields.run(known.get(request) ?? { requestId: request.id }, run)
}

/** Adds the id to each reply and to each line that is logged while the request is handled. */
export function followRequests(app: FastifyInstance, trustProxy: readonly string[]): void {
  const fieldsOf = requestFieldsOf(trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    known.set(request, fieldsOf(request.raw, request.id))
    asPartOf(request, done)
  })
  // A body is read by events of the connection, which serves other requests too.
  app.addHook('preValidation', (request, _reply, done) => asPartOf(request, done))
}

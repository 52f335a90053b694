/**
 * Binds a row of contract/endpoints to a handler. Limits, origin, session, parsing and the reply all follow from the
 * row.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { intentKey } from '#contract/scalars.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { FreeSpace } from '#server/platform/free-space.ts'
import { originAllowed } from '#server/platform/http/origin.ts'
import { parsePart } from '#server/platform/http/parse-part.ts'
import type { PendingKeys } from '#server/platform/http/pending-keys.ts'
import {
  accessEvent,
  type SecurityEvent,
  type SecurityLog,
} from '#server/platform/http/security-log.ts'
import type {
  Operators,
  OperatorSession,
  Session,
  Sessions,
} from '#server/platform/session-reader.ts'
import type { Places } from '#server/platform/http/places.ts'

/** What all routes of a server share, as `app.edge`. */
interface Edge {
  sessions: Sessions
  operators: Operators
  allowedOrigins: readonly string[]
  /** Multiplies the `perMinute` limit of each row. */
  rateFactor: number
  securityLog: SecurityLog
  uploads: Places<bigint>
  /** The commands in progress. */
  pending: PendingKeys
  space: Pick<FreeSpace, 'refuses'>
}

/** Identifies one command of one user. The answer is stored under it. */
export interface CommandKey {
  userId: bigint
  /** The name of the endpoint's row. The same key may be used for two operations. */
  operation: string
  key: string
  bodyHash: Buffer
}

declare module 'fastify' {
  interface FastifyInstance {
    edge: Edge
  }
}

interface SessionByAccess {
  public: Session | null
  guest: Session
  user: Session
  operator: OperatorSession
}
type Parsed<E, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends z.ZodMiniType> ? z.output<S> : undefined

/** The parsed request as a handler receives it. */
export interface Call<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  /** The bytes of an upload as sent, otherwise the parsed body. */
  body: E extends { upload: object } ? Buffer : Parsed<E, 'body'>
  session: SessionByAccess[E['access']]
  /** The client's key for this intent and a digest of its content. Only rows of commands have it. */
  command: E extends { command: string } ? CommandKey : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer that already exists as text, such as a stored one. It is sent byte for byte. */
export class RawReply {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}
/** The reply 304: the caller already has the current version. */
export const NOT_MODIFIED = Symbol('not modified')

/** Wraps a JSON text as a raw reply. */
export const rawReply = (json: string): RawReply => new RawReply(json)

/** What a handler of an endpoint returns. */
export type ReplyOf<E extends Endpoint> = E extends { download: string }
  ? Readable | Buffer
  : E['reply'] extends z.ZodMiniType
    ? z.output<E['reply']> | RawReply | Readable | typeof NOT_MODIFIED
    : void

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
function keyOf(request: FastifyRequest): string {
  const header = request.headers['idempotency-key']
  if (header === undefined) throw new Rejected('key_missing')
  const key = intentKey.safeParse(header)
  if (key.success) return key.data
  throw new Rejected('validation_failed', {}, [{ path: 'Idempotency-Key', code: 'format' }])
}

/** A digest of the request's meaning, not its bytes: fields in the schema's order, decoded amounts, no secrets. */
function digest(row: Endpoint, params: unknown, body: unknown): Buffer {
  const canonical = [row.params, row.body].map((schema, i) =>
    schema === undefined ? null : z.encode<z.ZodMiniType>(schema, i === 0 ? params : body),
  )
  const { secrets } = row
  // A replacer is called for each field, so rows without secrets have none.
  const text = JSON.stringify(
    canonical,
    secrets && ((field, value: unknown) => (secrets.includes(field) ? undefined : value)),
  )
  return createHash('sha256').update(text).digest()
}

type Caller = Session | OperatorSession | null
type Callers = { user: Session | null; operator: OperatorSession | null }
type Limit = (request: FastifyRequest, caller: Callers) => Promise<void>

const forUsers = ({ access }: Endpoint): boolean => access === 'user' || access === 'guest'

/**
 * The rate limit of a row. Rows for users and guests count per user, so that people behind one address do not affect
 * each other.
 */
function rateLimit(app: FastifyInstance, row: Endpoint): Limit {
  const callers = new WeakMap<FastifyRequest, string>()
  const limit = app.createRateLimit({
    max: row.perMinute * app.edge.rateFactor,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${row.method} ${row.path} ${callers.get(request)}`,
  })
  return async (request, { user, operator }) => {
    const byUser = forUsers(row) && user !== null
    const name = byUser ? `user ${user.userId}` : `operator ${operator?.operatorId}`
    callers.set(request, byUser || operator !== null ? name : clientAddress(request))
    const verdict = await limit(request)
    if (verdict.isAllowed || !verdict.isExceeded) return
    throw new Rejected('rate_limited', { retryAfterMs: verdict.ttl })
  }
}

/** Rejects unauthorised callers before the body is read. */
async function authorise(
  edge: Edge,
  row: Endpoint,
  request: FastifyRequest,
  limit: Limit,
): Promise<Caller> {
  const { headers } = request
  if (!SAFE.has(request.method) && !originAllowed(headers, edge.allowedOrigins)) {
    throw new Rejected('origin_refused')
  }
  const desk = row.access === 'operator'
  const user = desk ? null : await edge.sessions.read(headers.cookie, clientAddress(request))
  // Pages refresh themselves with safe methods. Unsafe methods follow from an action of a person.
  const byHand = !SAFE.has(request.method)
  const operator = desk ? await edge.operators.read(headers.cookie, { byHand }) : null
  callers.set(request, operator ?? user)
  await limit(request, { user, operator })
  if (row.stores && edge.space.refuses(row.stores)) throw new Rejected('storage_low')
  if (forUsers(row) && user === null) throw new Rejected('not_logged_in')
  // Guests reach only what a row opens to them.
  if (row.access === 'user' && user?.guest === true) throw new Rejected('registration_required')
  if (desk && operator === null) {
    edge.securityLog({ code: 'desk_refused', ...whereAbouts(request) })
    throw new Rejected('not_found')
  }
  return operator ?? user
}

/** The callers of current requests, as far as they are known. */
const callers = new WeakMap<FastifyRequest, Caller>()

/** The fields of the security log that describe a request. */
export function whereAbouts(request: FastifyRequest): Omit<SecurityEvent, 'code'> {
  const caller = callers.get(request) ?? null
  const { url: route } = request.routeOptions
  return {
    method: request.method,
    ...(route !== undefined && { route }),
    address: clientAddress(request),
    ...(caller !== null &&
      ('userId' in caller ? { user: `${caller.userId}` } : { operator: caller.name })),
  }
}

/** Names who has just logged in with a request, for the security log: such a request has no session when it arrives. */
export const setCaller = (request: FastifyRequest, session: Session): void =>
  void callers.set(request, session)

/** Logs a log-in or a change of access. The session of an operator's log-in is read from the cookie in the answer. */
async function logAccess(edge: Edge, row: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const code = accessEvent(row)
  if (code === undefined) return
  const [first] = [reply.getHeader('set-cookie')].flat()
  if (code === 'logged_in' && row.path.startsWith('/desk') && typeof first === 'string') {
    callers.set(request, await edge.operators.read(first.split(';')[0]))
  }
  edge.securityLog({ code, done: true, ...whereAbouts(request) })
}

function readCall(row: Endpoint, request: FastifyRequest, session: Caller) {
  const key = row.command === undefined ? undefined : keyOf(request)
  const params = parsePart(row.params, request.params)
  const query = parsePart(row.query, request.query)
  const body = row.upload === undefined ? parsePart(row.body, request.body) : request.body
  const call = { params, query, body, session, request }
  if (row.command === undefined || key === undefined) return { ...call, command: undefined }
  if (session === null || !('userId' in session)) throw new Error(`${row.path} needs access: user`)
  const bodyHash = digest(row, params, body)
  return { ...call, command: { userId: session.userId, operation: row.command, key, bodyHash } }
}

function send(row: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  // Answers that depend on a user or a moment are not cached. Public pages set their own cache headers.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (answer === NOT_MODIFIED) return reply.code(304).send()
  if (row.download !== undefined) return reply.type(row.download).send(answer)
  if (answer instanceof Readable) return reply.send(answer)
  if (answer instanceof RawReply) return reply.type('application/json').send(answer.json)
  if (row.reply === null) return reply.code(204).send()
  return reply.type('application/json').send(JSON.stringify(z.encode(row.reply, answer)))
}

/** Refuses calls before their body is read, by limits of a costly row's own. Throws `Rejected`. */
export type Gate<E extends Endpoint> = (
  session: Call<E>['session'],
  request: FastifyRequest,
) => void

/** Binds an endpoint to its handler. The handler runs only after all checks of the row have passed, and the gate. */
export function bindRoute<const E extends Endpoint>(
  app: FastifyInstance,
  row: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
  gate?: Gate<E>,
): void {
  const limit = rateLimit(app, row)
  const bodyLimit = row.upload?.maxBytes ?? row.bodyMaxBytes
  app.route({
    method: row.method,
    url: `/api${row.path}`,
    config: { endpoint: row },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: async (request, reply) => {
      const caller = await authorise(app.edge, row, request, limit)
      // The row's access says which session its callers have.
      gate?.(caller as Call<E>['session'], request)
      if (row.upload === undefined || caller === null || !('userId' in caller)) return
      reply.raw.once('close', app.edge.uploads.enter(caller.userId))
    },
    handler: async (request, reply) => {
      const { command, ...read } = readCall(row, request, callers.get(request) ?? null)
      // The row's schemas parsed every part, so the call has the type of the row.
      const call = { ...read, command, reply } as Call<E>
      const work = async () => handler(call)
      const answer =
        command === undefined ? await work() : await app.edge.pending.inTurn(command, work)
      await logAccess(app.edge, row, request, reply)
      return send(row, reply, answer)
    },
  })
}

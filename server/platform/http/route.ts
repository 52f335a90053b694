/** Binds a row of contract/endpoints to a handler: limits, origin, session, parsing and the reply come from the row. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { intentKey } from '#contract/scalars.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { Rejected } from '#server/platform/errors.ts'
import { fieldIssues } from '#contract/field-issues.ts'
import { originAllowed } from '#server/platform/http/origin.ts'
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
import type { UploadPlaces } from '#server/platform/http/upload-places.ts'

/** What every route of one server shares; `app.decorate('edge', …)`. */
export interface Edge {
  sessions: Sessions
  operators: Operators
  allowedOrigins: readonly string[]
  /** Multiplies each row's `perMinute`. */
  rateFactor: number
  securityLog: SecurityLog
  uploads: UploadPlaces
  /** The commands that this server is doing. */
  pending: PendingKeys
}

/** One command of one user; its answer is stored under these. */
export interface CommandKey {
  userId: bigint
  /** What the key is for: the name of the endpoint's row. The same key may serve two. */
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
  user: Session
  operator: OperatorSession
}
type Parsed<E, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

export interface Call<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  /** The bytes of an upload, as sent. */
  body: E extends { upload: object } ? Buffer : Parsed<E, 'body'>
  session: SessionByAccess[E['access']]
  /** The client's key for this intent, and a digest of what it intends; only on rows of commands. */
  command: E extends { command: string } ? CommandKey : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer that exists as text already: stored answers go out byte for byte. */
export class RawReply {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}
/** 304: whoever asked has it already. */
export const NOT_MODIFIED = Symbol('not modified')

export const rawReply = (json: string): RawReply => new RawReply(json)

export type ReplyOf<E extends Endpoint> = E extends { download: string }
  ? Readable | Buffer
  : E['reply'] extends z.ZodType
    ? z.output<E['reply']> | RawReply | Readable | typeof NOT_MODIFIED
    : void

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const MINUTE_MS = 60_000

/** What no schema takes is refused, also where a row takes nothing: a misspelt name is never silently ignored. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  const result = (schema ?? z.object({})).safeParse(value ?? {}, { reportInput: true })
  if (!result.success) throw new Rejected('validation_failed', {}, fieldIssues(result.error))
  const path = unknownField(value, result.data)
  if (path !== null) throw new Rejected('validation_failed', {}, [{ path, code: 'format' }])
  return schema === undefined ? undefined : result.data
}

const isObject = (it: unknown): it is Record<string, unknown> =>
  typeof it === 'object' && it !== null

/** The path of the first field that was sent and that no schema took; null: all were taken. */
function unknownField(sent: unknown, taken: unknown): string | null {
  if (!isObject(sent) || !isObject(taken)) return null
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(taken, name)) return name
    const inner = unknownField(value, taken[name])
    if (inner !== null) return `${name}.${inner}`
  }
  return null
}

function keyOf(request: FastifyRequest): string {
  const header = request.headers['idempotency-key']
  if (header === undefined) throw new Rejected('key_missing')
  const key = intentKey.safeParse(header)
  if (key.success) return key.data
  throw new Rejected('validation_failed', {}, [{ path: 'Idempotency-Key', code: 'format' }])
}

/** Of the meaning, not the bytes: fields in the schema's order, amounts as decoded, secrets left out. */
function digest(row: Endpoint, params: unknown, body: unknown): Buffer {
  const canonical = [row.params, row.body].map((schema, i) =>
    schema === undefined ? null : z.encode<z.ZodType>(schema, i === 0 ? params : body),
  )
  const text = JSON.stringify(canonical, (field, value: unknown) =>
    row.secrets?.includes(field) ? undefined : value,
  )
  return createHash('sha256').update(text).digest()
}

type Caller = Session | OperatorSession | null
type Callers = { user: Session | null; operator: OperatorSession | null }
type Limit = (request: FastifyRequest, caller: Callers) => Promise<void>

/** Rows for users count by user, so that people behind one address do not pay for each other. */
function rateLimit(app: FastifyInstance, row: Endpoint): Limit {
  const callers = new WeakMap<FastifyRequest, string>()
  const limit = app.createRateLimit({
    max: row.perMinute * app.edge.rateFactor,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${row.method} ${row.path} ${callers.get(request)}`,
  })
  return async (request, { user, operator }) => {
    const byUser = row.access === 'user' && user !== null
    const name = byUser ? `user ${user.userId}` : `operator ${operator?.operatorId}`
    callers.set(request, byUser || operator !== null ? name : clientAddress(request))
    const verdict = await limit(request)
    if (verdict.isAllowed || !verdict.isExceeded) return
    throw new Rejected('rate_limited', { retryAfterMs: verdict.ttl })
  }
}

/** Before any byte of a body is read: whoever may not call is not listened to. */
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
  const user = desk ? null : await edge.sessions.read(headers.cookie)
  // Pages read again by themselves; whatever changes something is done by hand.
  const byHand = !SAFE.has(request.method)
  const operator = desk ? await edge.operators.read(headers.cookie, { byHand }) : null
  callers.set(request, operator ?? user)
  await limit(request, { user, operator })
  if (row.access === 'user' && user === null) throw new Rejected('not_logged_in')
  if (desk && operator === null) {
    edge.securityLog({ code: 'desk_refused', ...whereAbouts(request) })
    throw new Rejected('not_found')
  }
  return operator ?? user
}

/** Who asks, as far as it is known yet. */
const callers = new WeakMap<FastifyRequest, Caller>()

/** What the security log says of a request. */
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

/** A log-in has no session yet when it comes; the cookie that its answer sets names the one that it began. */
async function logAccess(edge: Edge, row: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const code = accessEvent(row)
  if (code === undefined) return
  const [first] = [reply.getHeader('set-cookie')].flat()
  if (code === 'logged_in' && typeof first === 'string') {
    const reader = row.path.startsWith('/desk') ? edge.operators : edge.sessions
    callers.set(request, await reader.read(first.split(';')[0]))
  }
  edge.securityLog({ code, done: true, ...whereAbouts(request) })
}

function readCall(row: Endpoint, request: FastifyRequest, session: Caller) {
  const key = row.command === undefined ? undefined : keyOf(request)
  const params = parse(row.params, request.params)
  const query = parse(row.query, request.query)
  const body = row.upload === undefined ? parse(row.body, request.body) : request.body
  const call = { params, query, body, session, request }
  if (row.command === undefined || key === undefined) return { ...call, command: undefined }
  if (session === null || !('userId' in session)) throw new Error(`${row.path} needs access: user`)
  const bodyHash = digest(row, params, body)
  return { ...call, command: { userId: session.userId, operation: row.command, key, bodyHash } }
}

function send(row: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  // Whatever names a user or a moment is out of date as soon as it is stored; public pages say what holds for them.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (answer === NOT_MODIFIED) return reply.code(304).send()
  if (row.download !== undefined) return reply.type(row.download).send(answer)
  if (answer instanceof Readable) return reply.send(answer)
  if (answer instanceof RawReply) return reply.type('application/json').send(answer.json)
  if (row.reply === null) return reply.code(204).send()
  return reply.type('application/json').send(JSON.stringify(z.encode(row.reply, answer)))
}

export function bindRoute<const E extends Endpoint>(
  app: FastifyInstance,
  row: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
): void {
  const limit = rateLimit(app, row)
  app.route({
    method: row.method,
    url: `/api${row.path}`,
    config: { endpoint: row },
    ...(row.upload !== undefined && { bodyLimit: row.upload.maxBytes }),
    onRequest: async (request, reply) => {
      const caller = await authorise(app.edge, row, request, limit)
      if (row.upload === undefined || caller === null || !('userId' in caller)) return
      reply.raw.once('close', app.edge.uploads.enter(caller.userId))
    },
    handler: async (request, reply) => {
      const { command, ...read } = readCall(row, request, callers.get(request) ?? null)
      // The row's schemas parsed every part: `Call<E>` is what they say it is.
      const call = { ...read, command, reply } as Call<E>
      const work = async () => handler(call)
      const answer =
        command === undefined ? await work() : await app.edge.pending.inTurn(command, work)
      await logAccess(app.edge, row, request, reply)
      return send(row, reply, answer)
    },
  })
}

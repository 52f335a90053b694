/** Generates the AsyncAPI 3 document of the socket from the table of topics. */
import { z } from 'zod/mini'
import { ERROR_CODES, SOCKET_ERRORS } from '#contract/errors.ts'
import { SOCKET_LIMITS, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { TopicRow } from '#contract/topic-row.ts'
import { subscribeRequest, topicParams, TOPICS, visibleRequest } from '#contract/topics.ts'
import { contractComment } from '#server/platform/http/contract-comments.ts'
import { timeMs } from '#contract/scalars.ts'
import { schemaOf } from './async-api-schemas.ts'

type Json = Record<string, unknown>

/** The names of the numbers in tuples, in their order. */
const TUPLES: Readonly<Record<string, readonly string[]>> = {
  stats: ['productId', 'last', 'reference', 'high', 'low', 'volume', 'amount'],
  candles: ['openTimeMs', 'open', 'high', 'low', 'close', 'volume'],
}
const FRAME = ['topicKey', 'epoch', 'seq', 'kind', 'serverTimeMs', 'data'] as const

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of tuples with a title for each of their items. */
function titled(schema: Json, names: readonly string[] | undefined): Json {
  const { items: tuple } = schema
  if (names === undefined || !isJson(tuple) || !Array.isArray(tuple['items'])) return schema
  const named = tuple['items'].map((item: unknown, at) => ({
    title: names[at] ?? '',
    ...(isJson(item) && item),
  }))
  if (named.length !== names.length) throw new Error(`a tuple without names: ${names.join()}`)
  return { ...schema, items: { ...tuple, description: `[${names.join(', ')}]`, items: named } }
}

/** The schema of an envelope with this kind and this data. */
function frame(kind: string, data: Json): Json {
  return {
    type: 'array',
    minItems: 6,
    maxItems: 6,
    items: [
      { title: FRAME[0], type: 'string', description: 'The topic with its parameters' },
      {
        title: FRAME[1],
        type: 'string',
        maxLength: 40,
        description:
          'Changes when continuity is lost; empty in frames that go on from the snapshot before',
      },
      { title: FRAME[2], type: 'integer', minimum: 0, description: 'The sequence number' },
      { title: FRAME[3], const: kind },
      { title: FRAME[4], ...schemaOf(timeMs), description: 'When it was sent, ms since 1970' },
      { title: FRAME[5], ...data },
    ],
  }
}

const message = (name: string, summary: string, payload?: Json): Json => ({
  name,
  summary,
  ...(payload !== undefined && { payload }),
})

/** What the table of topics says of a topic. */
const aboutTopic = (name: string): string =>
  contractComment('market-topics', 'MARKET_TOPICS').fields.get(name) ??
  contractComment('account-topics', 'ACCOUNT_TOPICS').fields.get(name) ??
  ''

function topicMessages(name: string, row: TopicRow): Json {
  const dataOf = (schema: z.core.$ZodType): Json => titled(schemaOf(schema), TUPLES[name])
  return {
    snapshot: message(
      'snapshot',
      'The whole state of the topic: it replaces what the client has',
      frame('snapshot', dataOf(row.snapshot)),
    ),
    delta: message(
      'delta',
      'A change of the state, as the channel describes it',
      frame('delta', dataOf(row.delta)),
    ),
  }
}

function topicSummary(row: TopicRow): string {
  const who = row.role === 'operator' ? 'operators' : row.login ? 'the logged-in user' : 'anyone'
  const how =
    row.delivery === 'latest'
      ? 'the server may skip outdated values'
      : 'every delta is delivered, in order'
  const stale = row.staleAfterMs === null ? '' : `; stale after ${row.staleAfterMs} ms`
  return `For ${who}; ${how}${stale}`
}

const keyOf = (name: string, row: TopicRow): string =>
  [name, ...row.params.map((param) => `{${param}}`)].join(':')

function channelOf(name: string, row: TopicRow): Json {
  return {
    address: SOCKET_EVENTS.frame,
    title: keyOf(name, row),
    summary: topicSummary(row),
    description: aboutTopic(name),
    messages: topicMessages(name, row),
    'x-topic': keyOf(name, row),
    'x-parameters': Object.fromEntries(
      row.params.map((param) => [param, schemaOf(topicParams[param])]),
    ),
    ...(row.login && {
      'x-session': row.role === 'operator' ? "an operator's cookie" : "a user's cookie",
    }),
  }
}

/** The schema of what a client sends, with the comments of the contract. */
function requestOf(schema: z.core.$ZodType, name: string): Json {
  const { text, fields } = contractComment('topics', name)
  const { properties, ...made } = schemaOf(schema)
  const described = Object.entries(isJson(properties) ? properties : {}).map(([field, value]) => [
    field,
    { ...(isJson(value) && value), description: fields.get(field) ?? '' },
  ])
  return { description: text, ...made, properties: Object.fromEntries(described) }
}

const refusal = (codes: readonly string[]): Json => ({
  type: 'object',
  properties: { ok: { const: false }, code: { enum: codes } },
  required: ['ok', 'code'],
})
const replies = (accepted: Json, codes: readonly string[]): Json => ({
  anyOf: [accepted, refusal(codes)],
})
const OK: Json = { type: 'object', properties: { ok: { const: true } }, required: ['ok'] }

/** An event that does not belong to a single topic. */
interface Control {
  action: 'send' | 'receive'
  summary: string
  /** Absent if the event has no data. */
  payload?: Json
  acknowledgement?: Json
}
/** The events that do not belong to a single topic. Each has its own channel, under the name that socket.io uses. */
const CONTROL: Record<string, Control> = {
  heartbeat: {
    action: 'send',
    summary:
      'The newest sequence number of the topic. Every topic but typing, quotes and stats sends one every 8000 ms, ' +
      `whether deltas come or not, and never later than after ${SOCKET_LIMITS.heartbeatMs} ms; quotes and stats ` +
      `send one after ${SOCKET_LIMITS.quoteHeartbeatMs} ms without another frame`,
    payload: frame('heartbeat', { type: 'null' }),
  },
  gap: {
    action: 'send',
    summary: 'Continuity is lost; the state so far is void, and a snapshot follows',
    payload: frame('gap', { type: 'null' }),
  },
  error: {
    action: 'send',
    summary:
      'The topic ends with an error code of the catalogue. Reserved: the server sends none, and refuses topics by ' +
      'acknowledgements',
    payload: frame('error', { enum: ERROR_CODES }),
  },
  ended: {
    action: 'send',
    summary:
      'The session has ended. The event has no data: `42["ended"]`. The server cuts the connection 250 ms later, ' +
      'without a close frame (close code 1006)',
  },
  subscribe: {
    action: 'receive',
    summary: 'Subscribes to a topic; acknowledged',
    payload: requestOf(subscribeRequest, 'subscribeRequest'),
    acknowledgement: replies(OK, SOCKET_ERRORS),
  },
  unsubscribe: {
    action: 'receive',
    summary: 'Unsubscribes from a topic; acknowledged, also if there is no such subscription',
    payload: schemaOf(z.pick(subscribeRequest, { topic: true })),
    acknowledgement: replies(OK, ['validation_failed', 'rate_limited']),
  },
  visible: {
    action: 'receive',
    summary:
      'Names the products that this page shows. Send it before quotes and stats: they carry no others. ' +
      'Not acknowledged; a malformed one is ignored',
    payload: requestOf(visibleRequest, 'visibleRequest'),
  },
  clock: {
    action: 'receive',
    summary:
      'Asks for the server’s time, which is the acknowledgement, in ms. The event needs no data',
    acknowledgement: replies(schemaOf(timeMs), ['rate_limited']),
  },
}
const FRAMES = new Set(['heartbeat', 'gap', 'error'])

function controlChannel(name: string): Json {
  const { summary = '', payload, acknowledgement } = CONTROL[name] ?? {}
  return {
    address: FRAMES.has(name) ? SOCKET_EVENTS.frame : name,
    summary,
    messages: { [name]: message(name, summary, payload) },
    ...(acknowledgement !== undefined && { 'x-acknowledgement': acknowledgement }),
  }
}

const SERVERS: Json = {
  fairtick: {
    host: '127.0.0.1:8460',
    pathname: '/socket.io/?EIO=4&transport=websocket',
    protocol: 'ws',
    protocolVersion: '13',
    description:
      'Behind HTTPS it is `wss`. The handshake: (1) an HTTP upgrade with the session cookie of `POST /api/session` ' +
      'or `POST /api/guest` (`fairtick`, behind HTTPS `__Host-fairtick`); without one only public topics answer. ' +
      '`Origin`, if it is sent, must be that of the server or one of ALLOWED_ORIGINS; programs may leave it out. ' +
      '(2) The server sends `0{…}`. (3) The client sends `40`, or `40{"desk":true}` to be known by its desk cookie ' +
      '(`fairtick-desk`) instead of its user cookie. (4) The server answers `40{"sid":…}`. It sends `2` every five ' +
      'seconds, which the client answers with `3`.',
  },
}

const operation = (action: string, channel: string): Json => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
})

/** The document as plain JSON. It is written from the server's side: the server sends frames and receives commands. */
export function asyncApi(): Json {
  const topics = Object.entries<TopicRow>(TOPICS)
  const control = Object.keys(CONTROL)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Fairtick socket API',
      version: '1.0.0',
      description:
        'docs/SOCKET.md shows a session. One connection carries every topic: engine.io 4 and socket.io 5 over ' +
        'WebSocket, without polling. Every state is sent as the event ' +
        `\`${SOCKET_EVENTS.frame}\`: [${FRAME.join(', ')}]. ${contractComment('topics', 'envelope').text}`,
      'x-limits': SOCKET_LIMITS,
    },
    servers: SERVERS,
    defaultContentType: 'application/json',
    channels: Object.fromEntries([
      ...topics.map(([name, row]) => [name, channelOf(name, row)]),
      ...control.map((name) => [name, controlChannel(name)]),
    ]),
    operations: Object.fromEntries([
      ...topics.map(([name]) => [`send-${name}`, operation('send', name)]),
      ...control.map((name) => [
        `${CONTROL[name]?.action}-${name}`,
        operation(CONTROL[name]?.action ?? 'send', name),
      ]),
    ]),
  }
}

export const asyncApiText = (): string => `${JSON.stringify(asyncApi(), null, 2)}\n`

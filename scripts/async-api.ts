/** Generates the AsyncAPI 3 document of the socket from the table of topics. */
import { z } from 'zod/mini'
import { ERRORS } from '#contract/errors.ts'
import { SOCKET_LIMITS, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import {
  subscribeReply,
  subscribeRequest,
  topicParams,
  TOPICS,
  type TopicRow,
  visibleRequest,
} from '#contract/topics.ts'
import { timeMs } from '#contract/scalars.ts'

type Json = Record<string, unknown>

/** The JSON Schema of a value as it is sent, in draft 7, which AsyncAPI extends. */
function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
  return made
}

const FRAME = '[topicKey, epoch, seq, kind, serverTimeMs, data]'

/** The schema of an envelope with this kind and this data. */
function frame(kind: string, data: Json): Json {
  return {
    type: 'array',
    minItems: 6,
    maxItems: 6,
    items: [
      { type: 'string', description: 'The topic key' },
      {
        type: 'string',
        maxLength: 40,
        description: 'The epoch, which changes when continuity is lost',
      },
      { type: 'integer', minimum: 0, description: 'The sequence number' },
      { const: kind },
      schemaOf(timeMs),
      data,
    ],
  }
}

const message = (name: string, summary: string, payload: Json): Json => ({ name, summary, payload })

function topicMessages(row: TopicRow): Json {
  return {
    snapshot: message(
      'snapshot',
      'The whole state of the topic',
      frame('snapshot', schemaOf(row.snapshot)),
    ),
    delta: message('delta', 'A change of the state', frame('delta', schemaOf(row.delta))),
  }
}

function topicSummary(row: TopicRow): string {
  const who = row.role === 'operator' ? 'operators' : row.login ? 'the logged-in user' : 'anyone'
  const how =
    row.delivery === 'latest' ? 'the server may skip outdated values' : 'every item is delivered'
  const stale = row.staleAfterMs === null ? '' : `; stale after ${row.staleAfterMs} ms`
  return `For ${who}; ${how}${stale}`
}

function channelOf(name: string, row: TopicRow): Json {
  return {
    address: [name, ...row.params.map((param) => `{${param}}`)].join(':'),
    summary: topicSummary(row),
    messages: topicMessages(row),
    parameters: Object.fromEntries(
      row.params.map((param) => [
        param,
        { description: `Matches ${JSON.stringify(schemaOf(topicParams[param]))}` },
      ]),
    ),
    ...(row.login && {
      'x-session': row.role === 'operator' ? "an operator's cookie" : "a user's cookie",
    }),
  }
}

const codes = Object.keys(ERRORS)
/** Events that do not belong to a single topic. Each has its own channel, under the name that socket.io uses. */
const CONTROL: Record<string, { action: 'send' | 'receive'; summary: string; payload: Json }> = {
  heartbeat: {
    action: 'send',
    summary: 'Nothing has changed; the sequence number is the newest one',
    payload: frame('heartbeat', { type: 'null' }),
  },
  gap: {
    action: 'send',
    summary: 'Continuity is lost; subscribe again',
    payload: frame('gap', {}),
  },
  error: {
    action: 'send',
    summary: 'The topic ends with an error code of the catalogue',
    payload: frame('error', { enum: codes }),
  },
  ended: {
    action: 'send',
    summary: 'The session has ended; the server closes the socket next',
    payload: { type: 'null' },
  },
  subscribe: {
    action: 'receive',
    summary: 'Subscribes to a topic; acknowledged',
    payload: schemaOf(subscribeRequest),
  },
  unsubscribe: {
    action: 'receive',
    summary: 'Unsubscribes from a topic; acknowledged',
    payload: schemaOf(z.pick(subscribeRequest, { topic: true })),
  },
  visible: {
    action: 'receive',
    summary: 'Reports the products that this page shows',
    payload: schemaOf(visibleRequest),
  },
  clock: {
    action: 'receive',
    summary: 'Asks for the server’s time, which is the acknowledgement',
    payload: { type: 'null' },
  },
}
const FRAMES = new Set(['heartbeat', 'gap', 'error'])

function controlChannel(name: string): Json {
  const control = CONTROL[name]
  return {
    address: FRAMES.has(name) ? SOCKET_EVENTS.frame : name,
    summary: control?.summary,
    messages: { [name]: message(name, control?.summary ?? '', control?.payload ?? {}) },
    ...(name === 'subscribe' && { 'x-acknowledgement': schemaOf(subscribeReply) }),
  }
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
        'One socket.io connection, WebSocket only. ' +
        `Every state is sent as the event \`${SOCKET_EVENTS.frame}\`: ${FRAME}.`,
      'x-limits': SOCKET_LIMITS,
    },
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

/** The AsyncAPI 3 document of the socket, made from the topics' table. */
import { z } from 'zod'
import { ERRORS } from '#contract/errors.ts'
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import {
  SOCKET_LIMITS,
  subscribeReply,
  subscribeRequest,
  topicParams,
  TOPICS,
  type TopicRow,
  visibleRequest,
} from '#contract/topics.ts'
import { timeMs } from '#contract/scalars.ts'

type Json = Record<string, unknown>

/** As on the wire, in the dialect that AsyncAPI extends. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
  return made
}

const FRAME = '[topicKey, epoch, seq, kind, serverTimeMs, data]'

/** An envelope with this kind and this data. */
function frame(kind: string, data: Json): Json {
  return {
    type: 'array',
    minItems: 6,
    maxItems: 6,
    items: [
      { type: 'string', description: 'The topic key' },
      { type: 'string', maxLength: 40, description: 'Epoch: changes when continuity is lost' },
      { type: 'integer', minimum: 0, description: 'Sequence number' },
      { const: kind },
      schemaOf(timeMs),
      data,
    ],
  }
}

const message = (name: string, summary: string, payload: Json): Json => ({ name, summary, payload })

function topicMessages(row: TopicRow): Json {
  return {
    snapshot: message('snapshot', 'The whole state', frame('snapshot', schemaOf(row.snapshot))),
    delta: message('delta', 'A change of it', frame('delta', schemaOf(row.delta))),
  }
}

function topicSummary(row: TopicRow): string {
  const who = row.role === 'operator' ? 'operators' : row.login ? 'the logged-in user' : 'everybody'
  const how = row.delivery === 'latest' ? 'values in between may be dropped' : 'every item counts'
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
        { description: `As ${JSON.stringify(schemaOf(topicParams[param]))}` },
      ]),
    ),
    ...(row.login && {
      'x-session': row.role === 'operator' ? "an operator's cookie" : "a user's cookie",
    }),
  }
}

const codes = Object.keys(ERRORS)
/** Events that belong to no one topic; each has its own channel, as socket.io names it. */
const CONTROL: Record<string, { action: 'send' | 'receive'; summary: string; payload: Json }> = {
  heartbeat: {
    action: 'send',
    summary: 'Nothing new; its sequence number is the newest',
    payload: frame('heartbeat', { type: 'null' }),
  },
  gap: { action: 'send', summary: 'Continuity is lost: ask again', payload: frame('gap', {}) },
  error: {
    action: 'send',
    summary: 'The topic ends with a code of the catalogue',
    payload: frame('error', { enum: codes }),
  },
  ended: {
    action: 'send',
    summary: 'This session has ended; the socket closes next',
    payload: { type: 'null' },
  },
  subscribe: {
    action: 'receive',
    summary: 'Begin a topic; acknowledged',
    payload: schemaOf(subscribeRequest),
  },
  unsubscribe: {
    action: 'receive',
    summary: 'End a topic; acknowledged',
    payload: schemaOf(subscribeRequest.pick({ topic: true })),
  },
  visible: {
    action: 'receive',
    summary: 'The products that this page shows',
    payload: schemaOf(visibleRequest),
  },
  clock: {
    action: 'receive',
    summary: 'Asks for the server’s time, which acknowledges it',
    payload: { type: 'null' },
  },
}
const FRAMES = new Set(['heartbeat', 'gap', 'error'])

function controlChannel(name: string): Json {
  const it = CONTROL[name]
  return {
    address: FRAMES.has(name) ? SOCKET_EVENTS.frame : name,
    summary: it?.summary,
    messages: { [name]: message(name, it?.summary ?? '', it?.payload ?? {}) },
    ...(name === 'subscribe' && { 'x-acknowledgement': schemaOf(subscribeReply) }),
  }
}

const operation = (action: string, channel: string): Json => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
})

/** Plain JSON. From the server's side: it sends frames and receives commands. */
export function asyncApi(): Json {
  const topics = Object.entries<TopicRow>(TOPICS)
  const control = Object.keys(CONTROL)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Fairtick, the socket',
      version: '1.0.0',
      description:
        'One socket.io connection, WebSocket only. ' +
        `State comes as event \`${SOCKET_EVENTS.frame}\`: ${FRAME}.`,
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

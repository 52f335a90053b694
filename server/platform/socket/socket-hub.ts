/** The socket.io server of this process: connections, requests of pages, and the topics. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'socket.io'
import { SOCKET_LIMITS, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createFleetingTopics } from '#server/platform/socket/fleeting-topics.ts'
import type { OutboxEvent, QuoteSource, SocketHub } from '#server/platform/socket/hub.ts'
import { createPrivateTopics } from '#server/platform/socket/private-topics.ts'
import { createPublicTopics } from '#server/platform/socket/public-topics.ts'
import { createQuoteWheel } from '#server/platform/socket/quote-wheel.ts'
import { pollFrames } from '#server/platform/socket/polled-page.ts'
import { createRateBucket } from '#server/platform/rate-bucket.ts'
import { createSocketClient, type SocketClient } from '#server/platform/socket/socket-client.ts'
import { createSocketReaders, PROBE_EVERY_MS } from '#server/platform/socket/socket-readers.ts'
import { rawSocketOf } from '#server/platform/socket/socket-raw.ts'
import {
  type Answer,
  createSocketPage,
  type SocketPage,
  type SocketTopics,
} from '#server/platform/socket/socket-page.ts'
import {
  createSocketServer,
  openingOf,
  type SocketServerOptions,
} from '#server/platform/socket/socket-server.ts'
import { type Connected, createSocketSessions } from '#server/platform/socket/socket-sessions.ts'

export interface SocketHubOptions extends SocketServerOptions {
  database: Database
  clock: MarketClock
  quotes: QuoteSource
}

/** Eight letters, as short as an epoch can be and still differ from those before. */
const EPOCH_BYTES = 6
const HEARTBEAT_MS = SOCKET_LIMITS.heartbeatMs - 2_000
/** A page that reconnects sends the requests for all its topics at once. */
const REQUEST_BURST = 80
/** Requests beyond the limit are refused. After this number of refusals the page is cut. */
const STRIKES_MAX = 50

export function createSocketHub(options: SocketHubOptions): SocketHub {
  const { clock, onError, quotes, database } = options
  const readers = createSocketReaders()
  const { io, whoIs } = createSocketServer(options)
  // Every frame names it.
  const epoch = randomBytes(EPOCH_BYTES).toString('base64url')
  const nowMs = (): number => clock.now()
  const topics: SocketTopics = {
    wheel: createQuoteWheel(quotes, clock, epoch),
    publicTopics: createPublicTopics({ epoch, nowMs }),
    privateTopics: createPrivateTopics({ database, nowMs, onError }),
    fleetingTopics: createFleetingTopics({ epoch, nowMs }),
  }
  const connected = new Set<Connected>()
  const sessions = createSocketSessions({ ...options, connected })

  io.on('connection', (socket: Socket) => {
    const client = createSocketClient(socket, whoIs(socket))
    if (sessions.hasEnded(client)) return client.end()
    if (!sessions.hasRoom(client)) return client.cut()
    const raw = rawSocketOf(socket.conn.transport)
    const unwatch = raw === null ? () => undefined : readers.watch(raw, client.cut)
    const page = createSocketPage(client, topics)
    const { cookie } = socket.request.headers
    const entry: Connected = { client, leave: page.leave, cookie }
    connected.add(entry)
    limitRequests(socket, client)
    serve(socket, page, options)
    socket.on('disconnect', () => {
      unwatch()
      connected.delete(entry)
      page.leave()
    })
  })
  const listeners: ((events: readonly OutboxEvent[]) => void)[] = []
  const stopLooking = clock.every(PROBE_EVERY_MS, readers.look)
  const stopBeating = clock.every(HEARTBEAT_MS, () => {
    topics.publicTopics.heartbeat()
    topics.privateTopics.sweep().catch(onError)
  })
  return {
    addPrivate: (topic) => topics.privateTopics.add(topic),
    addPublic: (topic) => topics.publicTopics.add(topic),
    addFleeting: (topic) => topics.fleetingTopics.add(topic),
    pass: (userId, name, data) => topics.fleetingTopics.pass(userId, name, data),
    broadcast: (key, seq, data) => topics.publicTopics.broadcast(key, seq, data),
    deliver: (events) => {
      topics.privateTopics.deliver(events)
      for (const listener of listeners) listener(events)
    },
    onDelivered: (listener) => void listeners.push(listener),
    poll: (who, request) => pollFrames({ topics, nowMs }, who, request),
    endSession: (sessionId) => sessions.end(`user ${sessionId}`),
    endDesk: (sessionId) => sessions.end(`desk ${sessionId}`),
    close: async () => {
      stopBeating()
      stopLooking()
      sessions.close()
      topics.wheel.close()
      for (const { client } of connected) client.cut()
      // Not `io.close()`, because the app closes the HTTP server.
      io.engine.close()
    },
  }
}

function serve(socket: Socket, page: SocketPage, { clock, onError }: SocketHubOptions): void {
  const { visible } = openingOf(socket)
  if (visible !== undefined) {
    page.visible(visible)
    page.subscribe({ topic: 'quotes' }, () => undefined).catch(onError)
  }
  const on = (event: string, serveIt: (payload: unknown, answer: Answer<unknown>) => void) =>
    socket.on(event, (...sent: unknown[]) => {
      // The function that acknowledges is last, and alone if the page sent no payload.
      const [payload] = typeof sent.at(-1) === 'function' ? sent.slice(0, -1) : sent
      serveIt(payload, answerOf(sent.at(-1)))
    })
  on(SOCKET_EVENTS.subscribe, (payload, answer) => {
    page.subscribe(payload, answer).catch(onError)
  })
  on(SOCKET_EVENTS.unsubscribe, (payload, answer) => page.unsubscribe(payload, answer))
  on(SOCKET_EVENTS.visible, (payload) => page.visible(payload))
  on(SOCKET_EVENTS.clock, (_payload, answer) => answer(clock.now()))
}

/** Answers at most once. If the page wants no answer, none is sent. */
function answerOf(answer: unknown): Answer<unknown> {
  let answered = false
  return (reply) => {
    if (answered || typeof answer !== 'function') return
    answered = true
    answer(reply)
  }
}

function limitRequests(socket: Socket, client: SocketClient): void {
  const bucket = createRateBucket(
    () => performance.now(),
    SOCKET_LIMITS.messagesPerSecond,
    REQUEST_BURST,
  )
  let strikes = 0
  socket.use((packet, next) => {
    if (bucket.take()) return next()
    strikes += 1
    if (strikes > STRIKES_MAX) return client.cut()
    answerOf(packet.at(-1))({ ok: false, code: 'rate_limited' })
  })
}

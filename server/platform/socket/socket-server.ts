/**
 * Decides who may connect: origin, limits of handshakes and anonymous pages per address, and the session of the cookie.
 */
import { OPENING_PARAM, SOCKET_LIMITS, type SocketOpening } from '#contract/socket-protocol.ts'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { handshakeAddress } from '#server/platform/http/client-address.ts'
import { hostAllowed, originAllowed } from '#server/platform/http/origin.ts'
import { createRequestId, REQUEST_ID, requestFieldsOf } from '#server/platform/http/request-ids.ts'
import { logFields } from '#server/platform/logging.ts'
import type { Operators, Sessions } from '#server/platform/session-reader.ts'
import type { Who } from '#server/platform/socket/socket-client.ts'
import {
  ANONYMOUS_MAX,
  createSocketGate,
  type GatePlace,
  type SocketGate,
} from '#server/platform/socket/socket-gate.ts'
import { rawSocketOf } from '#server/platform/socket/socket-raw.ts'

export interface SocketServerOptions {
  server: HttpServer
  sessions: Sessions
  operators: Operators
  /** Host names besides localhost and addresses. */
  allowedHosts: readonly string[]
  /** Origins besides the server's own host. */
  allowedOrigins: readonly string[]
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[]
  /** Multiplies the limits per address. */
  rateFactor: number
  /** Maximum pages without a session, of all addresses. Default: `ANONYMOUS_MAX`. */
  anonymousMax?: number
  /** A handshake was refused. `why`: `origin`, `host`, `too_often` or `no_room`. */
  onRefused?(why: string, address: string): void
  onError(error: unknown): void
}

/** Both sides notice a dead connection within 10 s. */
const PING_INTERVAL_MS = 5_000
const PING_TIMEOUT_MS = 5_000
/** From the handshake to the first packet, which identifies the page, in ms. */
const FIRST_WORD_MS = 10_000
/** From the close of a connection to that of its TCP socket, in ms. */
const LINE_CLOSED_MS = 1_000

/** Handshakes of users with a session that were accepted although the anonymous limit was reached. */
const known = new WeakSet<IncomingMessage>()

/**
 * Why a handshake is refused. Null if it is accepted. Queries the database only if it matters whether there is a
 * session.
 */
async function refusalOf(
  request: IncomingMessage,
  address: string,
  { gate, options }: { gate: SocketGate; options: SocketServerOptions },
): Promise<string | null> {
  const { headers } = request
  const { allowedHosts, allowedOrigins, sessions, operators, onError } = options
  if (!hostAllowed(headers.host, allowedHosts)) return 'host'
  if (!originAllowed(headers, allowedOrigins)) return 'origin'
  if (!gate.knock(address)) return 'too_often'
  if (gate.hasRoom(address)) return null
  const { cookie } = headers
  if (cookie === undefined) return 'no_room'
  try {
    const who = (await sessions.read(cookie)) ?? (await operators.read(cookie))
    if (who !== null) known.add(request)
    return who === null ? 'no_room' : null
  } catch (error) {
    onError(error)
    return 'no_room'
  }
}

/** The ids of handshakes. A refused one has it in the log alone: its reply has no headers of ours. */
const requestIds = new WeakMap<IncomingMessage, string>()

const places = new WeakMap<IncomingMessage, GatePlace>()

const NOBODY: Who = { session: null, operator: null }
const people = new WeakMap<Socket, Who>()
const whoIs = (socket: Socket): Who => people.get(socket) ?? NOBODY

/** What a page sent with its first packet, which is not parsed yet. */
export function openingOf({ handshake }: Socket): Readonly<Record<keyof SocketOpening, unknown>> {
  const auth: unknown = handshake.auth
  return { desk: undefined, visible: undefined, ...(typeof auth === 'object' && auth) }
}

/** socket.io's packet for joining, without engine.io's prefix. */
const JOIN = '0'

/** Takes the first packet from the address of a connection, if it is there, as if the page had sent it. */
function takeOpening(connection: Socket['conn']): void {
  const { searchParams } = new URL(connection.request.url ?? '', 'http://localhost')
  const opening = searchParams.get(OPENING_PARAM)
  // socket.io listens to this event for packets.
  if (opening !== null) connection.emit('data', JOIN + opening)
}

/** Pages of the desk identify themselves in the handshake, because one browser may have both cookies. */
const isDesk = (socket: Socket): boolean => openingOf(socket).desk === true

async function admit(
  socket: Socket,
  { sessions, operators, onError }: SocketServerOptions,
  next: (refusal?: Error) => void,
): Promise<void> {
  try {
    const { cookie } = socket.request.headers
    const who = isDesk(socket)
      ? { session: null, operator: await operators.read(cookie) }
      : { session: await sessions.read(cookie), operator: null }
    people.set(socket, who)
    if (who.session !== null || who.operator !== null) places.get(socket.request)?.known()
  } catch (error) {
    onError(error)
    return next(new Error('unavailable'))
  }
  next()
}

/** Creates the socket.io server on the HTTP server, and reads the session of each socket. */
export function createSocketServer(options: SocketServerOptions): {
  io: Server
  whoIs: (socket: Socket) => Who
} {
  const gate = createSocketGate({
    rateFactor: options.rateFactor,
    anonymousMax: options.anonymousMax ?? ANONYMOUS_MAX,
  })
  const addressOf = handshakeAddress(options.trustProxy)
  const fieldsOf = requestFieldsOf(options.trustProxy)
  const io = new Server(options.server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: SOCKET_LIMITS.inboundBytes,
    perMessageDeflate: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: FIRST_WORD_MS,
    // CORS does not cover WebSocket.
    allowRequest: (request, done) => {
      const address = addressOf(request)
      const fields = fieldsOf(request, createRequestId())
      requestIds.set(request, fields.requestId)
      logFields.run(fields, () => {
        void refusalOf(request, address, { gate, options }).then((why) => {
          if (why !== null) options.onRefused?.(why, address)
          done(null, why === null)
        })
      })
    },
  })
  io.engine.on('headers', (headers: Record<string, unknown>, request: IncomingMessage) => {
    headers[REQUEST_ID] = requestIds.get(request)
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const { request } = connection
    const place = gate.enter(addressOf(request))
    places.set(request, place)
    if (known.has(request)) place.known()
    connection.once('close', () => {
      place.leave()
      // A client that does not answer the close would keep its connection for half a minute.
      setTimeout(() => rawSocketOf(connection.transport)?.terminate(), LINE_CLOSED_MS)
    })
    takeOpening(connection)
  })
  io.use((socket, next) => void admit(socket, options, next))
  return { io, whoIs }
}

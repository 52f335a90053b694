/**
 * Takes over the socket that the page opened before the app's code was loaded, so that the handshake runs in parallel
 * with loading.
 */
import { WebSocket as WebSocketTransport } from 'socket.io-client'

/** The socket that an inline script of the page opened. */
export interface EarlySocket {
  socket: WebSocket
  /** The first two packets, of engine.io and of the namespace, as far as they have arrived. */
  opening: string[]
  /** True once the app has taken the socket over; the inline script then ignores it. */
  taken: boolean
}

/** The first packet of a socket.io client. The address of this socket contained it already. */
const CONNECT = '40'

/**
 * The part of the WebSocket interface that socket.io's transport uses. It replays the first two packets to the
 * transport.
 */
class TakenSocket {
  binaryType = 'arraybuffer'
  onopen: () => void = () => undefined
  onmessage: (event: { data: unknown }) => void = () => undefined
  onclose: (event: unknown) => void = () => undefined
  onerror: (event: unknown) => void = () => undefined
  readonly #socket: WebSocket

  constructor({ socket, opening }: EarlySocket) {
    this.#socket = socket
    socket.addEventListener('close', (event) => this.onclose(event))
    socket.addEventListener('error', (event) => this.onerror(event))
    const begin = (): void => {
      this.onopen()
      for (const data of opening) this.onmessage({ data })
      socket.addEventListener('message', ({ data }: { data: unknown }) => this.onmessage({ data }))
    }
    // Runs after the transport has set its handlers.
    if (socket.readyState === socket.OPEN) queueMicrotask(begin)
    else socket.addEventListener('open', begin)
  }
  send(data: string | ArrayBuffer): void {
    if (data !== CONNECT) this.#socket.send(data)
  }
  close(): void {
    this.#socket.close()
  }
}

const isAlive = ({ socket }: EarlySocket): boolean =>
  socket.readyState === socket.OPEN || socket.readyState === socket.CONNECTING

/**
 * The transport of a first connection, which uses the early socket. If that socket has closed by then, a new one is
 * opened.
 */
export function takingOver(early: EarlySocket): typeof WebSocketTransport {
  return class extends WebSocketTransport {
    override createSocket(
      uri: string,
      protocols: string | string[] | undefined,
      options: Record<string, unknown>,
    ) {
      if (early.taken || !isAlive(early)) return super.createSocket(uri, protocols, options)
      early.taken = true
      return new TakenSocket(early)
    }
  }
}

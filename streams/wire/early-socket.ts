/** Takes over the socket that the page opened before the code came: its handshake has then been made meanwhile. */
import { WebSocket as WebSocketTransport } from 'socket.io-client'

export interface EarlySocket {
  socket: WebSocket
  /** The two openings, of the engine and of the namespace, as far as they came. */
  opening: string[]
  /** From now on the page leaves the socket to whoever took it. */
  taken: boolean
}

/** What socket.io says first; the page has said it already. */
const CONNECT = '40'

/** As much of a WebSocket as socket.io's transport uses; the openings come again for it. */
class TakenSocket {
  binaryType: BinaryType = 'arraybuffer'
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
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
        this.onmessage({ data }),
      )
    }
    // After the transport has put its handlers on.
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

/** The transport of a first connection; one that has died meanwhile is opened anew. */
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

/** The real transport: one socket.io connection per attempt. The link decides when to reconnect. */
import { io } from 'socket.io-client'
import { SOCKET_EVENTS, type SocketOpening } from '#contract/socket-protocol.ts'
import { type EarlySocket, takingOver } from '#streams/wire/early-socket.ts'
import type { Transport } from '#streams/wire/transport.ts'

/** The options of a page's socket. */
export interface SocketOptions {
  /** The origin of the server; the default is the page's own. */
  url?: string | undefined
  /** Whether this is a page of the operator desk, where the desk cookie is used. */
  desk?: boolean | undefined
  /** The socket that the page opened before the app's code was loaded. The first attempt takes it over. */
  early?: EarlySocket | undefined
}

/** Creates the transport. socket.io's own reconnection is turned off, because the link reconnects. */
export const socketTransport = ({ url, desk, early }: SocketOptions = {}): Transport => {
  return (handlers) => {
    const isFirst = early !== undefined && !early.taken
    const transports = isFirst ? [takingOver(early)] : ['websocket' as const]
    const fresh = { transports, reconnection: false, forceNew: true }
    const auth: SocketOpening = { desk: true }
    const options = desk === true ? { ...fresh, auth } : fresh
    const socket = url === undefined ? io(options) : io(url, options)
    let over = false
    const finish = (): boolean => {
      if (over) return false
      over = true
      socket.off()
      socket.io.off()
      socket.disconnect()
      return true
    }
    const lose = (): void => {
      if (finish()) handlers.down()
    }
    socket.on('connect', () => handlers.up())
    socket.on('connect_error', lose)
    socket.on('disconnect', lose)
    socket.on(SOCKET_EVENTS.frame, (data: unknown) => handlers.frame(data))
    socket.on(SOCKET_EVENTS.ended, () => handlers.ended())
    socket.io.on('ping', () => handlers.alive())
    return {
      send: (event, payload) => void socket.emit(event, payload),
      request: (event, payload, answer) => void socket.emit(event, payload, answer),
      close: () => void finish(),
    }
  }
}

/** The real transport: one socket.io connection an attempt; when to try again is the link's to decide. */
import { io } from 'socket.io-client'
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import { type EarlySocket, takingOver } from '#streams/wire/early-socket.ts'
import type { Transport } from '#streams/wire/transport.ts'

export interface SocketOptions {
  /** The server's origin; left out, the page's own. */
  url?: string | undefined
  /** A page of the operator desk: another cookie counts. */
  desk?: boolean | undefined
  /** Opened by the page before the code came: the first attempt takes it over. */
  early?: EarlySocket | undefined
}

export const socketTransport = ({ url, desk, early }: SocketOptions = {}): Transport => {
  return (handlers) => {
    const isFirst = early !== undefined && !early.taken
    const transports = isFirst ? [takingOver(early)] : ['websocket' as const]
    const fresh = { transports, reconnection: false, forceNew: true }
    const options = desk === true ? { ...fresh, auth: { desk } } : fresh
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

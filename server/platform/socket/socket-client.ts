/** One connected page as the topics see it: its session, how to send to it, and how far behind it is. */
import type { Socket } from 'socket.io'
import { framePacket } from '#contract/frame-text.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { OperatorSession, Session } from '#server/platform/session-reader.ts'
import { rawSocketOf, waitingPackets } from '#server/platform/socket/socket-raw.ts'

/** A connected page. */
export interface SocketClient {
  readonly session: Session | null
  /** The operator if it is a page of the desk, which has no user. Otherwise null. */
  readonly operator: OperatorSession | null
  /** Sends in order with all other frames that are sent this way. */
  send(envelope: string): void
  /** Writes bytes directly to the websocket. False, and nothing is sent, if the page is behind. */
  sendNow(bytes: Buffer, envelope: string): boolean
  /** Notifies the page that its session has ended, and closes the connection. */
  end(): void
  /** Closes the connection at once, because the page reads too slowly or sends too many requests. */
  cut(): void
}

/** A page with more unread bytes than this gets fewer, merged frames. */
const BEHIND_BYTES = 8_192
/** Maximum durable frames that may wait for a page before it is cut. It replays them when it reconnects. */
const WAITING_PACKETS_MAX = 256
/** Maximum bytes of those frames, so that a page that does not read cannot fill the memory. */
const WAITING_BYTES_MAX = 1_048_576
/** The time for `ended` to arrive before the connection is closed, in ms. */
const FAREWELL_MS = 250

/** The session of a page, of a user or an operator. */
export type Who = Pick<SocketClient, 'session' | 'operator'>

/** Wraps a socket. */
export function createSocketClient(socket: Socket, who: Who): SocketClient {
  const { conn } = socket
  const raw = rawSocketOf(conn.transport)
  const cut = (): void => {
    if (raw === null) socket.disconnect(true)
    else raw.terminate()
  }
  /** The bytes sent since no packet was waiting. */
  let waitingBytes = 0
  const hasRoom = (): boolean =>
    waitingPackets(conn) < WAITING_PACKETS_MAX &&
    (waitingBytes <= WAITING_BYTES_MAX || waitingPackets(conn) === 0) &&
    (raw?.bufferedAmount ?? 0) <= WAITING_BYTES_MAX
  const send = (envelope: string): void => {
    if (!socket.connected) return
    if (waitingPackets(conn) === 0) waitingBytes = 0
    waitingBytes += envelope.length
    // Not `emit`, because stored payloads are sent byte for byte, without parsing and serialising them.
    if (hasRoom()) conn.write(framePacket(envelope))
    else cut()
  }
  return {
    ...who,
    send,
    cut,
    sendNow: (bytes, envelope) => {
      if (!socket.connected) return false
      // Bytes would overtake packets that still wait, including the snapshot that they build on.
      if (waitingPackets(conn) > 0) return false
      if (raw === null) send(envelope)
      else if (raw.bufferedAmount > BEHIND_BYTES) return false
      else raw._sender.sendFrame([bytes])
      return true
    },
    end: () => {
      socket.emit(SOCKET_EVENTS.ended)
      setTimeout(cut, FAREWELL_MS)
    },
  }
}

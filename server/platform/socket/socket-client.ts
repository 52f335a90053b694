/** One connected page as the topics see it: who it is, how to send to it, and how far behind it is. */
import type { Socket } from 'socket.io'
import { framePacket } from '#contract/frame-text.ts'
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import type { OperatorSession, Session } from '#server/platform/session-reader.ts'
import { rawSocketOf, waitingPackets } from '#server/platform/socket/socket-raw.ts'

export interface SocketClient {
  readonly session: Session | null
  /** Not null: a page of the desk; then there is no user. */
  readonly operator: OperatorSession | null
  /** In order with everything else that is sent this way. */
  send(envelope: string): void
  /** Bytes straight to the websocket; false, and nothing sent, when the page lags behind. */
  sendNow(bytes: Buffer, envelope: string): boolean
  /** Tells it that its session has ended, and closes. */
  end(): void
  /** Closes at once: it reads too slowly or asks too much. */
  cut(): void
}

/** A page with more unread bytes than this gets fewer, merged frames. */
const BEHIND_BYTES = 8_192
/** Durable frames that may wait for a page before it is cut; it replays when it comes back. */
const WAITING_PACKETS_MAX = 256
/** And so many bytes of them: a page that asks for much and reads none of it must not fill the memory. */
const WAITING_BYTES_MAX = 1_048_576
/** Time for `ended` to arrive before the line is closed. */
const FAREWELL_MS = 250

export type Who = Pick<SocketClient, 'session' | 'operator'>

export function createSocketClient(socket: Socket, who: Who): SocketClient {
  const { conn } = socket
  const raw = rawSocketOf(conn.transport)
  const cut = (): void => {
    if (raw === null) socket.disconnect(true)
    else raw.terminate()
  }
  /** Of what was sent since nothing waited. */
  let waitingBytes = 0
  const hasRoom = (): boolean =>
    waitingPackets(conn) < WAITING_PACKETS_MAX &&
    (waitingBytes <= WAITING_BYTES_MAX || waitingPackets(conn) === 0) &&
    (raw?.bufferedAmount ?? 0) <= WAITING_BYTES_MAX
  const send = (envelope: string): void => {
    if (!socket.connected) return
    if (waitingPackets(conn) === 0) waitingBytes = 0
    waitingBytes += envelope.length
    // Not `emit`: stored payloads go out byte for byte, without a parse and a second serialisation.
    if (hasRoom()) conn.write(framePacket(envelope))
    else cut()
  }
  return {
    ...who,
    send,
    cut,
    sendNow: (bytes, envelope) => {
      if (!socket.connected) return false
      // Behind packets that still wait, bytes would overtake the snapshot they build on.
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

/** A page of the hub without a socket: keeps what it is sent, and can stop reading. */
import { type Envelope, envelope } from '#contract/topics.ts'
import type { Session } from '#server/platform/session-reader.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

export interface FakeSocketClient extends SocketClient {
  frames: Envelope[]
  /** Bytes sent past socket.io, as they were. */
  bytes: Buffer[]
  /** True: `sendNow` is refused. */
  behind: boolean
  isCut: boolean
  isEnded: boolean
}

export function fakeSocketClient(session: Session | null = null): FakeSocketClient {
  const keep = (text: string): void => void client.frames.push(envelope.parse(JSON.parse(text)))
  const client: FakeSocketClient = {
    session,
    operator: null,
    frames: [],
    bytes: [],
    behind: false,
    isCut: false,
    isEnded: false,
    send: keep,
    sendNow: (bytes, text) => {
      if (client.behind) return false
      client.bytes.push(bytes)
      keep(text)
      return true
    },
    end: () => {
      client.isEnded = true
    },
    cut: () => {
      client.isCut = true
    },
  }
  return client
}

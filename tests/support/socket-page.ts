/** A page for tests of the hub: a plain socket.io client that keeps every frame, in order. */
import { io, type Socket } from 'socket.io-client'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { type Envelope, envelope, subscribeReply, type VisibleRequest } from '#contract/topics.ts'
import { HANG_MS, until } from '#support/until.ts'

export interface TestPage {
  socket: Socket
  frames: Envelope[]
  ended: boolean
  of(topic: string): Envelope[]
  /** Resolves with the answer, which comes before the first frame. */
  subscribe(topic: string, after?: { epoch: string; seq: number }): Promise<unknown>
  /** Resolves with the snapshot: what changes from here on is a delta. Rejects if the topic is refused. */
  watch(topic: string): Promise<Envelope>
  visible(request: VisibleRequest | { list: number[]; detail: number[] }): void
  close(): void
}

export interface PageOptions {
  cookie?: string
  origin?: string
  /** A page of the operator desk. */
  desk?: boolean
  /** What it asks for with its first packet. */
  visible?: unknown
}

/** Rejects when the handshake is refused. */
export function openPage(
  url: string,
  { cookie, origin, desk, visible }: PageOptions = {},
): Promise<TestPage> {
  const extraHeaders = {
    ...(cookie !== undefined && { cookie }),
    ...(origin !== undefined && { origin }),
  }
  const auth = { ...(desk === true && { desk }), ...(visible !== undefined && { visible }) }
  const plain = { transports: ['websocket'], reconnection: false, forceNew: true }
  const options = { ...plain, extraHeaders, auth }
  const socket = io(url, options)
  const page: TestPage = {
    socket,
    frames: [],
    ended: false,
    of: (topic) => page.frames.filter(([key]) => key === topic),
    subscribe: (topic, after) =>
      socket
        .timeout(HANG_MS)
        .emitWithAck(SOCKET_EVENTS.subscribe, { topic, ...(after && { after }) }),
    watch: async (topic) => {
      const reply = subscribeReply.parse(await page.subscribe(topic))
      if (!reply.ok) throw new Error(`${topic} is refused: ${reply.code}`)
      return until(`the snapshot of ${topic}`, () => page.of(topic)[0])
    },
    visible: (request) => void socket.emit(SOCKET_EVENTS.visible, request),
    close: () => void socket.disconnect(),
  }
  socket.on(SOCKET_EVENTS.frame, (data: unknown) => void page.frames.push(envelope.parse(data)))
  socket.on(SOCKET_EVENTS.ended, () => {
    page.ended = true
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(page))
    socket.once('connect_error', (error) => {
      socket.disconnect()
      reject(error)
    })
  })
}

/** What the wire needs of a socket, so that a fake can stand in: one call opens one connection attempt. */

export interface TransportHandlers {
  up(): void
  /** The attempt failed or the connection is gone; comes at most once, nothing follows it. */
  down(): void
  /** One envelope, not yet parsed. */
  frame(data: unknown): void
  /** A sign of life without a frame. */
  alive(): void
  /** The server ended this session. */
  ended(): void
}

export interface TransportConnection {
  send(event: string, payload: unknown): void
  /** `answer` is called once, or never when the reply is lost. */
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void
  /** No handler is called after it. */
  close(): void
}

export type Transport = (handlers: TransportHandlers) => TransportConnection

/** Connects once `clear` is true; an attempt for which it comes out false has failed. */
export const onceClear =
  (clear: () => true | Promise<boolean>, transport: Transport): Transport =>
  (handlers) => {
    const isClear = clear()
    if (isClear === true) return transport(handlers)
    let closed = false
    let connection: TransportConnection | null = null
    void isClear.then((now) => {
      if (closed) return
      if (now) connection = transport(handlers)
      else handlers.down()
    })
    return {
      send: (event, payload) => connection?.send(event, payload),
      request: (event, payload, answer) => connection?.request(event, payload, answer),
      close: () => {
        closed = true
        connection?.close()
      },
    }
  }

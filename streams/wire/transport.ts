/**
 * The interface of a socket that the wire needs, so that tests can replace it. Each call opens one connection attempt.
 */

/** The callbacks of one connection attempt. */
export interface TransportHandlers {
  up(): void
  /** The attempt failed or the connection was lost. It is called at most once, and no other handler afterwards. */
  down(): void
  /** Receives one envelope, which is not parsed yet. */
  frame(data: unknown): void
  /** The server sent a ping. */
  alive(): void
  /** The server ended this session. */
  ended(): void
}

/** One connection attempt or open connection. */
export interface TransportConnection {
  send(event: string, payload: unknown): void
  /** Sends an event that is acknowledged. `answer` is called once, or never if the reply is lost. */
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void
  /** Closes the connection. No handler is called afterwards. */
  close(): void
}

/** Opens one connection attempt. */
export type Transport = (handlers: TransportHandlers) => TransportConnection

/** A transport that connects once `clear` is true. If its promise resolves to false, the attempt fails. */
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

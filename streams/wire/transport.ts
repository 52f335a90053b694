/**
 * The interface of a socket that the wire needs, so that tests can replace it. Each call opens one connection attempt.
 */

/** The callbacks of one connection attempt. */
export interface TransportHandlers {
  /**
   * The connection is up. `polled` if it asks the server again and again because sockets are blocked. Called again when
   * a socket takes over, and when that is lost to polling: everything has to be requested again then.
   */
  up(polled?: true): void
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

/** Opens one connection attempt. `attempt` is the number of failed ones since it was up; a loss counts as one. */
export type Transport = (handlers: TransportHandlers, attempt: number) => TransportConnection

/** A transport that is chosen at each attempt. If the promise resolves to false, the attempt fails. */
const chosen =
  (choose: (attempt: number) => Transport | Promise<Transport | false>): Transport =>
  (handlers, attempt) => {
    const now = choose(attempt)
    if (typeof now === 'function') return now(handlers, attempt)
    let closed = false
    let connection: TransportConnection | null = null
    void now.then((transport) => {
      if (closed) return
      if (transport) connection = transport(handlers, attempt)
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

/** A transport that connects once `clear` is true. If its promise resolves to false, the attempt fails. */
export const onceClear = (clear: () => true | Promise<boolean>, transport: Transport): Transport =>
  chosen(() => {
    const isClear = clear()
    return isClear === true ? transport : isClear.then((now) => now && transport)
  })

/**
 * The socket, and from its first failure or loss on the transport that `load` creates. While that cannot be loaded, the
 * socket alone is tried again.
 */
export function withFallback(socket: Transport, load: () => Promise<Transport>): Transport {
  let fallback: Transport | undefined
  const loaded = async (): Promise<Transport> => {
    try {
      return (fallback = await load())
    } catch {
      return socket
    }
  }
  return chosen((attempt) => fallback ?? (attempt > 0 ? loaded() : socket))
}

/** Private parts of engine.io and ws that fast sending needs. If a new version moves them, the slow path is used. */

/** The part of `ws` beneath engine.io's transport that is used here. */
export interface RawSocket {
  /** Bytes that the kernel has not accepted yet. */
  readonly bufferedAmount: number
  readonly _sender: { sendFrame(list: Buffer[]): void }
  /** Sends a ping frame. The other side echoes the bytes. */
  ping(bytes: Buffer): void
  on(event: 'pong', listener: (echo: Buffer) => void): unknown
  /** Closes the connection without waiting for the other side. */
  terminate(): void
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isRawSocket(value: unknown): value is RawSocket {
  return (
    isObject(value) &&
    '_sender' in value &&
    isObject(value._sender) &&
    'sendFrame' in value._sender &&
    typeof value._sender.sendFrame === 'function' &&
    'bufferedAmount' in value &&
    typeof value.bufferedAmount === 'number' &&
    ['terminate', 'ping', 'on'].every((name) => typeof Reflect.get(value, name) === 'function')
  )
}

/** The websocket of a transport. Null if it is not a websocket of `ws`. */
export function rawSocketOf(transport: unknown): RawSocket | null {
  const raw = isObject(transport) && 'socket' in transport ? transport.socket : null
  return isRawSocket(raw) ? raw : null
}

/** The number of packets that engine.io holds until the transport is writable. */
export function waitingPackets(connection: unknown): number {
  if (!isObject(connection) || !('writeBuffer' in connection)) return 0
  return Array.isArray(connection.writeBuffer) ? connection.writeBuffer.length : 0
}

/** The private parts of engine.io and ws that speed needs, behind guards: when they move, the slow path serves. */

/** What we use of `ws` beneath engine.io's transport. */
export interface RawSocket {
  /** Bytes that the kernel would not take yet. */
  readonly bufferedAmount: number
  readonly _sender: { sendFrame(list: Buffer[]): void }
  /** Sends a ping frame; the other side echoes the bytes. */
  ping(bytes: Buffer): void
  on(event: 'pong', listener: (echo: Buffer) => void): unknown
  /** Closes without waiting for the other side. */
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

/** Null when the transport is not a websocket of `ws`. */
export function rawSocketOf(transport: unknown): RawSocket | null {
  const raw = isObject(transport) && 'socket' in transport ? transport.socket : null
  return isRawSocket(raw) ? raw : null
}

/** Packets that engine.io holds back until the transport is writable again. */
export function waitingPackets(connection: unknown): number {
  if (!isObject(connection) || !('writeBuffer' in connection)) return 0
  return Array.isArray(connection.writeBuffer) ? connection.writeBuffer.length : 0
}

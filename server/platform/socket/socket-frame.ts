/** Frames as bytes: a packet is encoded once, and one buffer is sent to all clients that get the same frame. */

const FINAL_TEXT_FRAME = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127
const MAX_16 = 0xffff

/** A whole WebSocket text frame (RFC 6455 section 5.2, unmasked) with one engine.io message. ASCII only. */
export function websocketFrame(packet: string): Buffer {
  const length = packet.length + 1
  const head = length < LENGTH_16 ? 2 : length <= MAX_16 ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + length)
  bytes[0] = FINAL_TEXT_FRAME
  if (head === 2) bytes[1] = length
  else if (head === 4) {
    bytes[1] = LENGTH_16
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = LENGTH_64
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(`4${packet}`, head, 'latin1')
  return bytes
}

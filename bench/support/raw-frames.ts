/** WebSocket frames as bytes (RFC 6455, section 5.2): whole messages, whose mask changes nothing. */

/** The first byte of a frame. */
export const TEXT = 0x81
export const PING = 0x89
export const PONG = 0x8a
const MASKED = 0x80
const LENGTH_16 = 126
const NO_MASK = Buffer.alloc(4)

/** A frame of a client. The mask is zero, so the bytes are sent as they are. */
export function frameOf(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(body.length < LENGTH_16 ? 2 : 4)
  head[0] = kind
  head[1] = MASKED | Math.min(body.length, LENGTH_16)
  if (head.length > 2) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, NO_MASK, body])
}
export const textFrame = (text: string): Buffer => frameOf(TEXT, Buffer.from(text))

/**
 * Reads all whole frames of a server in the first `length` bytes, and returns where they end. `onFrame` is given where
 * the body is: millions of them are only counted. A body has at most 64 KiB.
 */
export function readFrames(
  data: Buffer,
  length: number,
  onFrame: (kind: number, from: number, to: number) => void,
): number {
  let at = 0
  while (at + 2 <= length) {
    const short = (data[at + 1] ?? 0) & 127
    const isShort = short < LENGTH_16
    if (short > LENGTH_16) throw new Error('a frame has more than 64 KiB')
    if (!isShort && at + 4 > length) break
    const from = at + (isShort ? 2 : 4)
    const to = from + (isShort ? short : data.readUInt16BE(at + 2))
    if (to > length) break
    onFrame(data[at] ?? 0, from, to)
    at = to
  }
  return at
}

/** Frames as text and as bytes: an envelope is written once, and one buffer serves every client it is the same for. */
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import { type TopicName } from '#contract/topics.ts'
import type { Kind } from '#server/platform/hub.ts'

export interface FrameHead {
  /** The topic's key with its parameters. */
  topic: TopicName | (string & {})
  epoch: string
  seq: bigint | number
  kind: Kind
  timeMs: number
}

/** `dataJson` is JSON already: stored payloads travel as they were written. */
export const envelopeText = (head: FrameHead, dataJson: string): string =>
  `["${head.topic}","${head.epoch}",${head.seq},"${head.kind}",${head.timeMs},${dataJson}]`

/** The socket.io packet of a frame event in the default namespace, as engine.io's message data. */
export const framePacket = (envelope: string): string => `2["${SOCKET_EVENTS.frame}",${envelope}]`

const FINAL_TEXT_FRAME = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127
const MAX_16 = 0xffff

/** A whole WebSocket text frame (RFC 6455 section 5.2, unmasked) holding one engine.io message; ASCII only. */
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

/** Encodes socket frames as text. The schemas in contract/topics.ts parse what these functions produce. */
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { Envelope, TopicName } from '#contract/topics.ts'

/** In place of an epoch: that of the snapshot that the frame builds on. */
export const SAME_EPOCH = ''

/** The fields of an envelope before its data (contract/topics.ts, envelope). */
export interface FrameHead {
  /** The topic key including its parameters, such as `candles:EURUSD:1m`. */
  topic: TopicName | (string & {})
  epoch: string
  seq: bigint | number
  kind: Envelope[3]
  timeMs: number
}

/** Encodes an envelope. `dataJson` is already JSON, so that stored payloads are sent exactly as they were written. */
export const envelopeText = (head: FrameHead, dataJson: string): string =>
  `["${head.topic}","${head.epoch}",${head.seq},"${head.kind}",${head.timeMs},${dataJson}]`

/** Wraps an envelope into a socket.io packet of the default namespace, in the form of engine.io message data. */
export const framePacket = (envelope: string): string => `2["${SOCKET_EVENTS.frame}",${envelope}]`

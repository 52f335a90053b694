/** Frames as text: the encoder of what the schemas of contract/topics.ts read. */
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import type { Envelope, TopicName } from '#contract/topics.ts'

export interface FrameHead {
  /** The topic's key with its parameters. */
  topic: TopicName | (string & {})
  epoch: string
  seq: bigint | number
  kind: Envelope[3]
  timeMs: number
}

/** Encodes an envelope. `dataJson` is JSON already: stored payloads are sent as they were written. */
export const envelopeText = (head: FrameHead, dataJson: string): string =>
  `["${head.topic}","${head.epoch}",${head.seq},"${head.kind}",${head.timeMs},${dataJson}]`

/** A product's prices over one interval, as scaled integers. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
}

/** Encodes one product of a quotes frame, with a leading comma so that parts can be concatenated; age in ms. */
export function quotePart(
  productId: number,
  { open, high, low, close }: Bar,
  ageMs: number,
): string {
  return `,${productId},${close},${open - close},${high - close},${low - close},${ageMs}`
}

/** Encodes the data of a quotes frame (`quotesData`) from the count of ticks it starts at and its parts. */
export const quotesText = (fromSeq: number, parts: string): string => `[${fromSeq}${parts}]`

/** The socket.io packet of a frame event in the default namespace, as engine.io's message data. */
export const framePacket = (envelope: string): string => `2["${SOCKET_EVENTS.frame}",${envelope}]`

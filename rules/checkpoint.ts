/**
 * The canonical text of a checkpoint: the statement about the newest record of every product that the server signs each
 * minute.
 */

/** The newest record of one product in a checkpoint. */
export interface CheckpointHead {
  symbol: string
  /** The sequence number; 0, with the genesis hash, while the product has no record. */
  seq: number
  hash: string
}

/** The content of a checkpoint. */
export interface CheckpointFacts {
  number: number
  timeMs: number
  /** The SHA-256 of the previous checkpoint's text; 64 zeros in the first checkpoint. */
  previous: string
  /** The heads, ordered by product id. */
  heads: readonly CheckpointHead[]
}

/**
 * The text of a checkpoint: lines joined by \n, without a line break at the end. The signature is Ed25519 over its
 * UTF-8 bytes, base64.
 */
export function checkpointText({ number, timeMs, previous, heads }: CheckpointFacts): string {
  const lines = heads.map(({ symbol, seq, hash }) => `${symbol} ${seq} ${hash}`)
  return ['fairtick-checkpoint-1', number, timeMs, previous, ...lines].join('\n')
}

const HEAD_LINE = /^([A-Z0-9]{2,12}) (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

/** Parses the text of a checkpoint. Null unless it is the exact canonical text of one. */
export function readCheckpointText(text: string): CheckpointFacts | null {
  const [format, number, timeMs, previous, ...lines] = text.split('\n')
  if (format !== 'fairtick-checkpoint-1' || previous === undefined) return null
  const heads = lines.map((line) => {
    const [, symbol = '', seq, hash = ''] = HEAD_LINE.exec(line) ?? []
    return { symbol, seq: Number(seq), hash }
  })
  const facts = { number: Number(number), timeMs: Number(timeMs), previous, heads }
  // A text that is not canonical would not be reproduced exactly.
  return checkpointText(facts) === text ? facts : null
}

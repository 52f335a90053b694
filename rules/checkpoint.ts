/** The checkpoint's canonical text: what the server signs each minute about the newest record of every product. */

export interface CheckpointHead {
  symbol: string
  /** 0 and the genesis hash while the product has no record. */
  seq: number
  hash: string
}

export interface CheckpointFacts {
  number: number
  timeMs: number
  /** SHA-256 of the previous checkpoint's text; 64 zeros before the first. */
  previous: string
  /** Ordered by product id. */
  heads: readonly CheckpointHead[]
}

/** Lines joined by \n without one at the end; the signature is Ed25519 over its UTF-8 bytes, base64. */
export function checkpointText({ number, timeMs, previous, heads }: CheckpointFacts): string {
  const lines = heads.map(({ symbol, seq, hash }) => `${symbol} ${seq} ${hash}`)
  return ['fairtick-checkpoint-1', number, timeMs, previous, ...lines].join('\n')
}

const HEAD_LINE = /^([A-Z0-9]{2,12}) (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

/** What a checkpoint's text says; null: it is no checkpoint. */
export function readCheckpointText(text: string): CheckpointFacts | null {
  const [format, number, timeMs, previous, ...lines] = text.split('\n')
  if (format !== 'fairtick-checkpoint-1' || previous === undefined) return null
  const heads = lines.map((line) => {
    const [, symbol = '', seq, hash = ''] = HEAD_LINE.exec(line) ?? []
    return { symbol, seq: Number(seq), hash }
  })
  const facts = { number: Number(number), timeMs: Number(timeMs), previous, heads }
  // Whatever was not read exactly is not written again exactly.
  return checkpointText(facts) === text ? facts : null
}

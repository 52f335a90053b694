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

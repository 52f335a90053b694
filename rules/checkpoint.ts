/**
 * The canonical text of a checkpoint: the statement about the newest record of every product that the server signs each
 * minute.
 */

/** A checkpoint is written each minute. One that comes later than this after what it states is overdue. */
export const CHECKPOINT_DELAY_MAX_MS = 120_000

/** The newest record of one product in a checkpoint. */
export interface CheckpointHead {
  symbol: string
  /** The sequence number; 0, with the genesis hash, while the product has no record. */
  seq: number
  hash: string
}

/** The newest record of a public chain: its number and hash, or 0 and the genesis hash. */
export interface HeadOfChain {
  seq: number
  hash: string
}

/** What checkpoints of format 2 state besides the heads of the price logs. */
export interface Anchors {
  /** The Merkle tree (RFC 6962) of the acceptances and refusals since the checkpoint before: leaves and root. */
  orders: { size: number; root: string }
  /** The chain of the keys that devices registered. */
  devices: HeadOfChain
  /** The chain of the simulated feed's promises. */
  seeds: HeadOfChain
}

/** The content of a checkpoint. */
export interface CheckpointFacts {
  number: number
  timeMs: number
  /** The SHA-256 of the previous checkpoint's text; 64 zeros in the first checkpoint. */
  previous: string
  /** Null in checkpoints of format 1, which name the price logs only. */
  anchors: Anchors | null
  /** The heads, ordered by product id. */
  heads: readonly CheckpointHead[]
}

const anchorLines = ({ orders, devices, seeds }: Anchors): string[] => [
  `orders ${orders.size} ${orders.root}`,
  `devices ${devices.seq} ${devices.hash}`,
  `seeds ${seeds.seq} ${seeds.hash}`,
]

/**
 * The text of a checkpoint: lines joined by \n, without a line break at the end. The signature is Ed25519 over its
 * UTF-8 bytes, base64.
 */
export function checkpointText(facts: CheckpointFacts): string {
  const { number, timeMs, previous, anchors, heads } = facts
  const lines = heads.map(({ symbol, seq, hash }) => `${symbol} ${seq} ${hash}`)
  return anchors === null
    ? ['fairtick-checkpoint-1', number, timeMs, previous, ...lines].join('\n')
    : ['fairtick-checkpoint-2', number, timeMs, previous, ...anchorLines(anchors), ...lines].join(
        '\n',
      )
}

const HEAD_LINE = /^([A-Z0-9]{2,12}|orders|devices|seeds) (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

function readHead(line: string | undefined): CheckpointHead {
  const [, symbol = '', seq, hash = ''] = HEAD_LINE.exec(line ?? '') ?? []
  return { symbol, seq: Number(seq), hash }
}

function readAnchors(lines: readonly string[]): Anchors {
  const [orders, devices, seeds] = [readHead(lines[0]), readHead(lines[1]), readHead(lines[2])]
  return { orders: { size: orders.seq, root: orders.hash }, devices, seeds }
}

/** Parses the text of a checkpoint. Null unless it is the exact canonical text of one. */
export function readCheckpointText(text: string): CheckpointFacts | null {
  const [format, number, timeMs, previous, ...lines] = text.split('\n')
  if (previous === undefined) return null
  const anchors = format === 'fairtick-checkpoint-1' ? null : readAnchors(lines)
  const heads = lines.slice(anchors === null ? 0 : 3).map(readHead)
  const facts = { number: Number(number), timeMs: Number(timeMs), previous, anchors, heads }
  const numbers = [facts.number, facts.timeMs, ...heads.map(({ seq }) => seq)]
  const isWhole = numbers.every((each) => Number.isSafeInteger(each) && each >= 0)
  // With two heads of one product, readers could take different ones.
  const isUnique = new Set(heads.map(({ symbol }) => symbol)).size === heads.length
  // A text that is not canonical would not be reproduced exactly.
  return isWhole && isUnique && checkpointText(facts) === text ? facts : null
}

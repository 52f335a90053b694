/**
 * The canonical text of a checkpoint: the statement about the newest record of every product that the server signs
 * every ten seconds.
 */
import type { SignedText } from '#contract/signed-text.ts'
import type { TreeHead } from '#rules/growing-tree.ts'

/** The interval of checkpoints. docs/decisions/0098-checkpoints.md says why. */
export const CHECKPOINT_EVERY_MS = 10_000
/**
 * Up to format 4 a checkpoint was written each minute. One that comes later than this after what it states is overdue,
 * and proves nothing.
 */
export const CHECKPOINT_DELAY_MAX_MS = 120_000
/** From this format on, a receipt shows for how long the server was away (`silencesIn` in rules/outage.ts) instead. */
export const SILENCE_SHOWN_SINCE = 5

/** The newest record of one product in a checkpoint. */
export interface CheckpointHead {
  symbol: string
  /** The sequence number; 0, with the genesis hash, while the product has no record. */
  seq: number
  hash: string
  /** From format 4 on: the ids of the product's terms in force since the checkpoint before, mostly one. */
  terms?: readonly string[] | undefined
}

/** The newest record of a public chain: its number and hash, or 0 and the genesis hash. */
export interface HeadOfChain {
  seq: number
  hash: string
}

/** What checkpoints from format 2 on state besides the heads of the price logs. */
export interface Anchors {
  /**
   * The Merkle tree (RFC 6962) of the refusals since the checkpoint before, and up to format 3 of the acceptances too:
   * leaves and root.
   */
  orders: TreeHead
  /** The chain of the keys that devices registered. */
  devices: HeadOfChain
  /** The chain of the simulated feed's promises. */
  seeds: HeadOfChain
  /** The chain of the operator log. Null in checkpoints of format 2. */
  operators: HeadOfChain | null
  /**
   * The root of the tree of all checkpoints before this one, whose leaves are the hashes of their texts
   * (rules/growing-tree.ts). Null up to format 3. A checkpoint with it also says that acceptances are in the price
   * logs.
   */
  earlier: string | null
  /** The chain of the server's starts and restores. Null up to format 4. */
  starts: HeadOfChain | null
}

/** The content of a checkpoint. */
export interface CheckpointFacts {
  number: number
  timeMs: number
  /** The SHA-256 of the previous checkpoint's text; 64 zeros in the first checkpoint. */
  previous: string
  /** Null in checkpoints of format 1, which name the price logs only. */
  anchors: Anchors | null
  /** The tree of the lines of all products (rules/checkpoint-products.ts). Missing up to format 5. */
  products?: TreeHead | undefined
  /**
   * The heads, ordered by product id. From format 6 on the text does not have them: they are those that were shown with
   * it and are in its tree.
   */
  heads: readonly CheckpointHead[]
}

/** What says of which format a checkpoint is. */
type Formatted = Pick<CheckpointFacts, 'anchors' | 'products'>

/** The format of a checkpoint. A server never goes back to an older one. */
export function formatOf({ anchors, products }: Formatted): 1 | 2 | 3 | 4 | 5 | 6 {
  if (anchors === null) return 1
  if (products !== undefined) return 6
  if (anchors.earlier !== null) return anchors.starts === null ? 4 : 5
  return anchors.operators === null ? 2 : 3
}

const anchorLines = ({ orders, devices, seeds, operators, earlier, starts }: Anchors): string[] => [
  `orders ${orders.size} ${orders.root}`,
  `devices ${devices.seq} ${devices.hash}`,
  `seeds ${seeds.seq} ${seeds.hash}`,
  ...(operators === null ? [] : [`operators ${operators.seq} ${operators.hash}`]),
  ...(earlier === null ? [] : [`earlier ${earlier}`]),
  ...(starts === null ? [] : [`starts ${starts.seq} ${starts.hash}`]),
]

/** The line of a product. */
export const headLine = ({ symbol, seq, hash, terms }: CheckpointHead): string =>
  [symbol, seq, hash, ...(terms === undefined ? [] : [terms.join(',')])].join(' ')

/**
 * The text of a checkpoint: lines joined by \n, without a line break at the end. The signature is Ed25519 over its
 * UTF-8 bytes, base64.
 */
export function checkpointText(facts: CheckpointFacts): string {
  const { number, timeMs, previous, anchors, products, heads } = facts
  const named = anchors === null ? [] : anchorLines(anchors)
  const lines =
    products === undefined ? heads.map(headLine) : [`products ${products.size} ${products.root}`]
  const format = `fairtick-checkpoint-${formatOf(facts)}`
  return [format, number, timeMs, previous, ...named, ...lines].join('\n')
}

/** The public chains whose heads a checkpoint names. */
const CHAINS = ['devices', 'seeds', 'operators', 'starts'] as const

const HEAD_LINE =
  /^([A-Z0-9]{2,12}|orders|devices|seeds|operators|starts|products) (0|[1-9]\d{0,15}) ([0-9a-f]{64})(?: ([0-9a-f,]+))?$/
const EARLIER_LINE = /^earlier ([0-9a-f]{64})$/
const TERMS_ID = /^[0-9a-f]{16}$/
/** In capitals, so that no line of a chain is taken for one of a product. */
const SYMBOL = /^[A-Z0-9]{2,12}$/

function readHead(line: string | undefined): CheckpointHead {
  const [, symbol = '', seq, hash = '', terms] = HEAD_LINE.exec(line ?? '') ?? []
  return { symbol, seq: Number(seq), hash, ...(terms !== undefined && { terms: terms.split(',') }) }
}

/** The number of lines with anchors, by the first line of the text. */
const ANCHOR_LINES: Readonly<Record<string, number>> = {
  'fairtick-checkpoint-1': 0,
  'fairtick-checkpoint-2': 3,
  'fairtick-checkpoint-3': 4,
  'fairtick-checkpoint-4': 5,
  'fairtick-checkpoint-5': 6,
  'fairtick-checkpoint-6': 6,
}
const WITH_PRODUCTS = 'fairtick-checkpoint-6'

function readAnchors(lines: readonly string[]): Anchors {
  const [orders, devices, seeds] = [readHead(lines[0]), readHead(lines[1]), readHead(lines[2])]
  const operators = lines[3] === undefined ? null : readHead(lines[3])
  const earlier = lines[4] === undefined ? null : (EARLIER_LINE.exec(lines[4])?.[1] ?? '')
  const starts = lines[5] === undefined ? null : readHead(lines[5])
  const tree = { size: orders.seq, root: orders.hash }
  return { orders: tree, devices, seeds, operators, earlier, starts }
}

/** The heads of products on these lines. Null unless each line is the canonical one of another product. */
export function readHeadLines(
  lines: readonly string[],
  { areTermed }: { areTermed: boolean },
): CheckpointHead[] | null {
  const heads = lines.map(readHead)
  const isEach = heads.every(
    (head, n) =>
      SYMBOL.test(head.symbol) &&
      Number.isSafeInteger(head.seq) &&
      (areTermed
        ? head.terms?.every((id) => TERMS_ID.test(id)) === true
        : head.terms === undefined) &&
      headLine(head) === lines[n],
  )
  // With two heads of one product, readers could take different ones.
  const isUnique = new Set(heads.map(({ symbol }) => symbol)).size === heads.length
  return isEach && isUnique ? heads : null
}

/**
 * Parses the text of a checkpoint. Null unless it is the exact canonical text of one. From format 6 on it has no heads:
 * `readProven` (rules/checkpoint-line.ts) and `readWhole` (rules/checkpoint-products.ts) read those shown beside it.
 */
export function readCheckpointText(text: string): CheckpointFacts | null {
  const [format = '', number, timeMs, previous, ...lines] = text.split('\n')
  const count = ANCHOR_LINES[format]
  if (previous === undefined || count === undefined) return null
  const anchors = count === 0 ? null : readAnchors(lines.slice(0, count))
  const tree = format === WITH_PRODUCTS ? readHead(lines[count]) : null
  const products = tree === null ? {} : { products: { size: tree.seq, root: tree.hash } }
  const heads = tree === null ? readHeadLines(lines.slice(count), { areTermed: count >= 5 }) : []
  if (heads === null) return null
  const facts = { number: Number(number), timeMs: Number(timeMs), previous, anchors, heads }
  const chains = CHAINS.flatMap((chain) => anchors?.[chain]?.seq ?? [])
  const sizes = [anchors?.orders.size ?? 0, tree?.seq ?? 0]
  const isWhole = [facts.number, facts.timeMs, ...sizes, ...chains].every(
    (each) => Number.isSafeInteger(each) && each >= 0,
  )
  const read = { ...facts, ...products }
  // A text that is not canonical would not be reproduced exactly.
  return isWhole && checkpointText(read) === text ? read : null
}

const isShorterOrAnother = (now: HeadOfChain, before: HeadOfChain): boolean =>
  now.seq < before.seq || (now.seq === before.seq && now.hash !== before.hash)

/**
 * Whether a later checkpoint contradicts an earlier one: it is of an older format, or one of its chains is shorter, or
 * of the same length with another hash.
 */
export function goesBack(later: Formatted, earlier: Formatted): boolean {
  if (formatOf(later) < formatOf(earlier)) return true
  return CHAINS.some((chain) => {
    const [before, now] = [earlier.anchors?.[chain] ?? null, later.anchors?.[chain] ?? null]
    return before !== null && now !== null && isShorterOrAnother(now, before)
  })
}

/** A signed checkpoint as it is shown to those who need all its products. */
export interface StatedText extends SignedText {
  /** From format 6 on the heads of all products, which the text does not have. */
  heads?: readonly CheckpointHead[] | undefined
}

/** A checkpoint whose signature was verified. */
export interface SignedCheckpoint {
  signed: SignedText
  /** The SHA-256 of the text. */
  textHash: string
  facts: CheckpointFacts
}

function contradicts(later: SignedCheckpoint, earlier: SignedCheckpoint): boolean {
  const distance = later.facts.number - earlier.facts.number
  const heads = new Map(earlier.facts.heads.map((head) => [head.symbol, head]))
  if (distance === 0) {
    // A tree can have two lines of one product, each of which is shown to someone else.
    const isAnother = (now: CheckpointHead): boolean =>
      headLine(heads.get(now.symbol) ?? now) !== headLine(now)
    return later.textHash !== earlier.textHash || later.facts.heads.some(isAnother)
  }
  if (later.facts.timeMs < earlier.facts.timeMs) return true
  if (distance === 1 && later.facts.previous !== earlier.textHash) return true
  return (
    goesBack(later.facts, earlier.facts) ||
    later.facts.heads.some((now) => {
      const before = heads.get(now.symbol)
      return before !== undefined && isShorterOrAnother(now, before)
    })
  )
}

/**
 * Two of the checkpoints that no honest server signs both, the lower number first; null if there are none. They have
 * the same number and other texts or another line of one product, or the later one does not continue the earlier one:
 * its time is earlier, or it has another `previous`, an older format, or a chain or price log that is shorter, or as
 * long with another hash.
 */
export function findContradiction(
  checkpoints: readonly SignedCheckpoint[],
): [earlier: SignedCheckpoint, later: SignedCheckpoint] | null {
  const ordered = [...checkpoints].sort((a, b) => a.facts.number - b.facts.number)
  for (const [i, later] of ordered.entries()) {
    const earlier = ordered.slice(0, i).find((each) => contradicts(later, each))
    if (earlier !== undefined) return [earlier, later]
  }
  return null
}

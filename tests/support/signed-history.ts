/** A server's signed checkpoints, as a test writes them: honest ones, and those of a server that changes history. */
import { generateKeyPairSync } from 'node:crypto'
import type { SignedText } from '#contract/signed-text.ts'
import { type ChainRecord, chainRecord } from '#contract/record-chain.ts'
import { hash, timeMs } from '#contract/scalars.ts'
import { type Checkpoint, checkpoint, type CheckpointProof } from '#contract/tick-log.ts'
import { checkpointText, type HeadOfChain } from '#rules/checkpoint.ts'
import { consistencyRanges, inclusionRanges, type LeafRange } from '#rules/growing-tree.ts'
import { productsOf } from '#rules/checkpoint-products.ts'
import { bytesOfHex, rootOf, treeOf } from '#rules/merkle-tree.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { sha256Bytes } from '#server/market/product-log.ts'
import { type Signer, signerOf } from '#server/platform/signer.ts'

export const newSigner = (): Signer => signerOf(generateKeyPairSync('ed25519').privateKey)
export const keysOf = (...signers: readonly Signer[]) =>
  signers.map(({ keyId, publicKeyPem }) => ({ keyId, publicKey: publicKeyPem }))

export const HISTORY_STARTS_MS = 1_700_000_000_000

interface Signs {
  signer: Pick<Signer, 'keyId' | 'sign'>
  /** The hash that the heads of a number have; another one is another history. */
  headOf?: (number: number) => string
  /** The newest start that a checkpoint names, as they do from format 5 on. */
  startsOf?: (number: number) => HeadOfChain
  timeOf?: (number: number) => number
  /** Whether checkpoints are of format 6, and name the trees of all before them and of their products. */
  growing?: boolean
}

/** The root of the tree of checkpoints with these texts. */
export const rootOfTexts = (texts: readonly string[]): string =>
  rootOver(texts.map((text) => bytesOfHex(sha256Hex(text))))
const leavesOf = (history: readonly SignedText[]): Uint8Array[] =>
  history.map(({ text }) => bytesOfHex(sha256Hex(text)))
const rootOver = (leaves: readonly Uint8Array[]): string =>
  rootOf(treeOf(leaves, sha256Bytes), sha256Bytes)

/** What a server with this history proves of one of its checkpoints and one before it. */
export function proofIn(
  history: readonly SignedText[],
  { number, of }: { number: number; of: number },
): CheckpointProof {
  const leaves = leavesOf(history)
  const roots = (ranges: readonly LeafRange[]) =>
    ranges.map(({ from, to }) => hash.parse(rootOver(leaves.slice(from, to))))
  return {
    inclusion: roots(inclusionRanges(of - 1, number - 1)),
    consistency: roots(consistencyRanges(of - 1, number - 1)),
  }
}

const NO_CHAIN = { seq: 0, hash: GENESIS_HASH }
const NO_ANCHORS = {
  orders: { size: 0, root: sha256Hex('') },
  devices: NO_CHAIN,
  seeds: NO_CHAIN,
  operators: NO_CHAIN,
}

/** The records of the chain of starts with these texts. */
export function startsChain(texts: readonly string[]): ChainRecord[] {
  const records: ChainRecord[] = []
  for (const text of texts) {
    const at = { seq: records.length + 1, timeMs: timeMs.parse(HISTORY_STARTS_MS), text }
    const before = records.at(-1)?.hash ?? GENESIS_HASH
    records.push(
      chainRecord.parse({ ...at, hash: sha256Hex(chainRecordText('starts', at, before)) }),
    )
  }
  return records
}

const minuteOf = (number: number): number => HISTORY_STARTS_MS + number * 60_000

/** The checkpoint after those before, a minute later. */
function nextCheckpoint(
  history: readonly Checkpoint[],
  {
    signer,
    growing = false,
    startsOf = () => NO_CHAIN,
    timeOf = minuteOf,
    headOf = (number) => sha256Hex(`record ${number}`),
  }: Signs,
): Checkpoint {
  const before = history.at(-1)
  const number = (before?.number ?? 0) + 1
  const terms = { terms: ['0123456789abcdef'] }
  const head = { symbol: 'EURUSD', seq: number, hash: headOf(number), ...(growing && terms) }
  const heads = [head, ...(growing ? [{ ...head, symbol: 'GC', hash: GENESIS_HASH }] : [])]
  const facts = {
    number,
    timeMs: timeOf(number),
    previous: before === undefined ? GENESIS_HASH : sha256Hex(before.text),
    anchors: growing
      ? { ...NO_ANCHORS, earlier: rootOver(leavesOf(history)), starts: startsOf(number) }
      : null,
    ...(growing && { products: productsOf(heads, sha256Bytes) }),
    heads,
  }
  const text = checkpointText(facts)
  return checkpoint.parse({ ...facts, text, signature: signer.sign(text), keyId: signer.keyId })
}

/** The checkpoints 1 to `length`; the last one continues `start`, if there is a start. */
export function historyOf(
  length: number,
  signs: Signs,
  start: readonly Checkpoint[] = [],
): Checkpoint[] {
  const history = [...start]
  while (history.length < length) history.push(nextCheckpoint(history, signs))
  return history
}

/** A server's signed checkpoints, as a test writes them: honest ones, and those of a server that changes history. */
import { generateKeyPairSync } from 'node:crypto'
import type { SignedText } from '#contract/settlement-receipt.ts'
import { type Checkpoint, checkpoint } from '#contract/tick-log.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { type Signer, signerOf } from '#server/platform/signer.ts'

export const newSigner = (): Signer => signerOf(generateKeyPairSync('ed25519').privateKey)
export const keysOf = (...signers: readonly Signer[]) =>
  signers.map(({ keyId, publicKeyPem }) => ({ keyId, publicKey: publicKeyPem }))

export const HISTORY_STARTS_MS = 1_700_000_000_000

interface Signs {
  signer: Pick<Signer, 'keyId' | 'sign'>
  /** The hash that the heads of a number have; another one is another history. */
  headOf?: (number: number) => string
}

/** The checkpoint after `before`, a minute later. */
export function nextCheckpoint(
  before: (SignedText & { number: number }) | undefined,
  { signer, headOf = (number) => sha256Hex(`record ${number}`) }: Signs,
): Checkpoint {
  const number = (before?.number ?? 0) + 1
  const facts = {
    number,
    timeMs: HISTORY_STARTS_MS + number * 60_000,
    previous: before === undefined ? GENESIS_HASH : sha256Hex(before.text),
    anchors: null,
    heads: [{ symbol: 'EURUSD', seq: number, hash: headOf(number) }],
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
  while (history.length < length) history.push(nextCheckpoint(history.at(-1), signs))
  return history
}

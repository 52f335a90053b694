/** A receipt whose history the server lost, with the files that say so. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { settledReceipt as settledReceiptSchema } from '#contract/settlement-receipt.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { HISTORY_STARTS_MS, historyOf, newSigner, startsChain } from '#support/signed-history.ts'
import { ordinaryLog, settledReceipt, signed } from '#support/settled-receipt.ts'

/** Writes a receipt, the chain of starts with a restore, a checkpoint that names it, and the key. */
export function lostReceiptIn(folder: string) {
  const receipt = settledReceipt(ordinaryLog(100_010))
  const { number, timeMs } = readCheckpointText(receipt.exit.checkpoint?.text ?? '') ?? {}
  const words = (atMs: number, last: number) => `${atMs} checkpoint ${last} ${GENESIS_HASH}`
  const records = startsChain([
    `start ${words(HISTORY_STARTS_MS, 0)}`,
    `restored ${words(Number(timeMs) + 60_000, Number(number) - 1)}`,
  ])
  const { seq = 0, hash = GENESIS_HASH } = records.at(-1) ?? {}
  const signs = { signer: newSigner(), growing: true, startsOf: () => ({ seq, hash }) }
  const [facts] = historyOf(1, signs)
  if (facts === undefined) throw new Error('no checkpoint')
  const { keys } = receipt
  const checkpoints = [{ ...facts, ...signed(checkpointText(facts)) }]
  const save = (name: string, data: object | string): string => {
    const file = join(folder, name)
    writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data))
    return file
  }
  return {
    receipt: save('receipt.json', z.encode(settledReceiptSchema, receipt)),
    starts: save('starts.json', { records, more: false }),
    checkpoints: save('checkpoints.json', { checkpoints, keys }),
    /** The key alone, without a checkpoint. */
    key: save('key.pem', keys[0]?.publicKey ?? ''),
  }
}

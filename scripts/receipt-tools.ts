/** What checking a receipt needs of the machine, from Node's own cryptography. */
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SettledReceipt, SignedText } from '#contract/settlement-receipt.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import type { CheckTools } from '#rules/receipt-check.ts'

export type PublicKeys = SettledReceipt['keys']

export const sha256 = (text: string): string => hash('sha256', text)

/** First 16 hex digits of the SHA-256 of the key (SPKI DER); null: not an Ed25519 public key. */
export function keyIdOf(pem: string): string | null {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'ed25519') return null
    const der = key.export({ type: 'spki', format: 'der' })
    return createHash('sha256').update(der).digest('hex').slice(0, 16)
  } catch {
    return null
  }
}

function holds({ text, signature, keyId }: SignedText, keys: PublicKeys): boolean {
  const key = keys.find((each) => each.keyId === keyId && keyIdOf(each.publicKey) === keyId)
  if (key === undefined) return false
  const bytes = Buffer.from(text, 'utf8')
  return verify(null, bytes, createPublicKey(key.publicKey), Buffer.from(signature, 'base64'))
}

/** Signatures count only under these keys. */
export const toolsOf = (keys: PublicKeys): CheckTools => ({
  sha256,
  verify: async (signed) => holds(signed, keys),
})

/** As `/api/ticks/SYMBOL.ndjson` gives them; throws at a line that is no record. */
export const ticksIn = (file: string): TickRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => tickRecord.parse(JSON.parse(line)))

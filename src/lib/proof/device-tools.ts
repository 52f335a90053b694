/** What checking a receipt needs of the browser: SHA-256 at once, Ed25519 by WebCrypto where it knows it. */
import { hashes, verify as verifyHere } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SettledReceipt, SignedText } from '#contract/settlement-receipt.ts'
import type { CheckTools } from '#rules/receipt-check.ts'

export type PublicKeys = SettledReceipt['keys']

/** An Ed25519 key's SPKI: 12 bytes that say so, then the key. */
const SPKI_LENGTH = 44
const KEY_LENGTH = 32
const SPKI_HEAD = '302a300506032b6570032100'

hashes.sha512 = sha512

export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Null: not an Ed25519 key. */
function spkiOf(pem: string): Uint8Array<ArrayBuffer> | null {
  try {
    const spki = bytesOf(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
    return spki.length === SPKI_LENGTH && bytesToHex(spki).startsWith(SPKI_HEAD) ? spki : null
  } catch {
    return null
  }
}

/** First 16 hex digits of the SHA-256 of the key (SPKI DER); null: not an Ed25519 key. */
export function keyIdOf(pem: string): string | null {
  const spki = spkiOf(pem)
  return spki && bytesToHex(sha256(spki)).slice(0, 16)
}

/** By the browser's own cryptography; null: it does not know Ed25519. */
async function verifyByBrowser(
  spki: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('spki', spki, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, text)
  } catch {
    return null
  }
}

async function holds(signed: SignedText, keys: PublicKeys): Promise<boolean> {
  const key = keys.find(({ keyId }) => keyId === signed.keyId)
  const spki =
    key !== undefined && keyIdOf(key.publicKey) === key.keyId ? spkiOf(key.publicKey) : null
  if (spki === null) return false
  try {
    const signature = bytesOf(signed.signature)
    const text = Uint8Array.from(utf8ToBytes(signed.text))
    const byBrowser = await verifyByBrowser(spki, signature, text)
    return byBrowser ?? verifyHere(signature, text, spki.slice(-KEY_LENGTH))
  } catch {
    return false
  }
}

/** Signatures count only under these keys. */
export const deviceTools = (keys: PublicKeys): CheckTools => ({
  sha256: sha256Hex,
  verify: (signed) => holds(signed, keys),
})

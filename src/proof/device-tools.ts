/**
 * The browser's implementation of what a receipt check needs: synchronous SHA-256, and Ed25519 by WebCrypto where it is
 * supported.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { withExactSignatures } from '#rules/receipt-order.ts'

export type PublicKeys = SettledReceipt['keys']

/** The SPKI of an Ed25519 key: a prefix of 12 bytes, then the key. */
const SPKI_LENGTH = 44
const KEY_LENGTH = 32
const SPKI_HEAD = '302a300506032b6570032100'

export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Null when it is not an Ed25519 key. */
function spkiOf(pem: string): Uint8Array<ArrayBuffer> | null {
  try {
    const spki = bytesOf(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))
    return spki.length === SPKI_LENGTH && bytesToHex(spki).startsWith(SPKI_HEAD) ? spki : null
  } catch {
    return null
  }
}

/** The first 16 hex digits of the SHA-256 of the key (SPKI DER); null when it is not an Ed25519 key. */
export function keyIdOf(pem: string): string | null {
  const spki = spkiOf(pem)
  return spki && bytesToHex(sha256(spki)).slice(0, 16)
}

/** With the encodings of RFC 8032 only, as browsers verify. */
const verifyHere = (signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, text, key, { zip215: false })

/** Verifies with WebCrypto; null when the browser does not support Ed25519. */
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

const P256_SPKI_HEAD = '3059301306072a8648ce3d020106082a8648ce3d030107034200'

/** By JavaScript, because it works without a secure context too. */
function isSignedBy({ publicKey, text, signature }: Parameters<CheckTools['verifyDevice']>[0]) {
  try {
    const spki = bytesOf(publicKey)
    if (!bytesToHex(spki).startsWith(P256_SPKI_HEAD)) return false
    const point = spki.slice(P256_SPKI_HEAD.length / 2)
    return p256.verify(bytesOf(signature), utf8ToBytes(text), point, { lowS: false })
  } catch {
    return false
  }
}

/** The tools for checking receipts. Only signatures by these keys are valid. */
export const deviceTools = (keys: PublicKeys): CheckTools =>
  withExactSignatures({
    sha256: sha256Hex,
    sha256Bytes: sha256,
    verify: (signed) => holds(signed, keys),
    verifyDevice: async (device) => isSignedBy(device),
  })

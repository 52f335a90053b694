/** Verifies the signatures of devices at the lowest cost, because every signed order waits for one. */
import { type KeyObject, verify } from 'node:crypto'

/** The bytes of each of the two numbers of a P-256 signature. */
const NUMBER_BYTES = 32
const SIGNATURE_BYTES = 2 * NUMBER_BYTES
const [SEQUENCE, INTEGER] = [0x30, 0x02]
/** Tag and length, before the sequence and before each number. */
const HEADER_BYTES = 2
/** Both numbers with a leading zero. The length of a shorter sequence than 128 bytes takes one byte. */
const DER_MAX_BYTES = HEADER_BYTES + 2 * (HEADER_BYTES + 1 + NUMBER_BYTES)

/** Writes the number that begins at `start` as a DER integer. Returns where the next one goes. */
function writeInteger(der: Buffer, at: number, raw: Buffer, start: number): number {
  const end = start + NUMBER_BYTES
  let first = start
  while (first < end - 1 && raw[first] === 0) first += 1
  // A first bit of 1 would be a minus.
  const zeros = (raw[first] ?? 0) >= 0x80 ? 1 : 0
  der[at] = INTEGER
  der[at + 1] = zeros + end - first
  raw.copy(der, at + HEADER_BYTES + zeros, first, end)
  return at + HEADER_BYTES + zeros + end - first
}

/** A signature as WebCrypto returns it (r and s), in DER, as OpenSSL takes it. */
function derOf(raw: Buffer): Buffer {
  const der = Buffer.alloc(DER_MAX_BYTES)
  const end = writeInteger(der, writeInteger(der, HEADER_BYTES, raw, 0), raw, NUMBER_BYTES)
  der[0] = SEQUENCE
  der[1] = end - HEADER_BYTES
  return der.subarray(0, end)
}

/**
 * Whether the key (P-256) signed the UTF-8 bytes of the text. `signature` is r and s, 64 bytes, in base64. Node also
 * takes this form, as an option beside the key, but needs nearly twice the time: it recognises a key among options only
 * after two exceptions.
 */
export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  const raw = Buffer.from(signature, 'base64')
  if (raw.length !== SIGNATURE_BYTES) return false
  return verify('sha256', Buffer.from(text, 'utf8'), key, derOf(raw))
}

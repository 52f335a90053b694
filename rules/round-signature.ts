/** Verifies rounds of drand. Import this file lazily: its library is large, and few readers need it. */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { BeaconInfo, BeaconRound } from '#contract/beacon.ts'

/** The domain of the hash to the curve, as the scheme `bls-unchained-g1-rfc9380` of drand fixes it. */
export const ROUND_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const ROUND_BYTES = 8

/** What a beacon signs: the SHA-256 of the round's number as 8 bytes, big-endian. */
export function roundMessage(round: number): Uint8Array {
  const bytes = new Uint8Array(ROUND_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** Whether the beacon signed this round and the randomness follows from the signature. Never throws. */
export function isRoundSigned(
  { round, randomness, signature }: BeaconRound,
  { public_key }: Pick<BeaconInfo, 'public_key'>,
): boolean {
  try {
    const bls = bls12_381.shortSignatures
    const bytes = hexToBytes(signature)
    if (bytesToHex(sha256(bytes)) !== randomness) return false
    const message = bls.hash(roundMessage(round), ROUND_DOMAIN)
    return bls.verify(bytes, message, hexToBytes(public_key))
  } catch {
    // Bytes that are not a point of the curve.
    return false
  }
}

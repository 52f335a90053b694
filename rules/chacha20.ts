/** Random numbers that can be recomputed from a seed: the keystream of ChaCha20. */
import { chacha20 } from '@noble/ciphers/chacha.js'
import { hexToBytes } from '@noble/ciphers/utils.js'

const BLOCK_BYTES = 64
/** Blocks computed at once: a call costs about as much as two blocks. */
const BLOCKS = 16
const WORD_BYTES = 4
const NONCE_BYTES = 12

/**
 * The keystream of ChaCha20 (RFC 8439) as random numbers that are unpredictable without the key and reproducible with
 * it. Each call of the returned function gives the next little-endian word, an integer in [0, 2^32). `keyHex`: 32 bytes
 * as lower-case hex; `nonce`: the three words of the nonce; `counter`: the number of the first block. Throws a
 * RangeError when the key is malformed.
 */
export function keystream(
  keyHex: string,
  nonce: readonly [number, number, number],
  counter = 0,
): () => number {
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new RangeError('a key is 32 bytes of lower hex')
  const key = hexToBytes(keyHex)
  const nonceBytes = new DataView(new ArrayBuffer(NONCE_BYTES))
  for (const [i, word] of nonce.entries()) nonceBytes.setUint32(i * WORD_BYTES, word, true)
  const zeros = new Uint8Array(BLOCKS * BLOCK_BYTES)
  const bytes = new Uint8Array(zeros.length)
  const words = new DataView(bytes.buffer)
  let block = counter
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      chacha20(key, new Uint8Array(nonceBytes.buffer), zeros, bytes, block)
      block += BLOCKS
      used = 0
    }
    const word = words.getUint32(used, true)
    used += WORD_BYTES
    return word
  }
}

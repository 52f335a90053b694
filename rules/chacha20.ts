/** ChaCha20 (RFC 8439) as a stream of 32-bit numbers: chance that nobody can foresee and everybody can recompute. */

/** "expand 32-byte k", the cipher's constant. */
const CONSTANT = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const
const WORDS = 16
const DOUBLE_ROUNDS = 10

const littleEndian = (hex: string, word: number): number => {
  const bytes = hex.slice(word * 8, word * 8 + 8)
  const swapped = (bytes.match(/../g) ?? []).reverse().join('')
  return Number.parseInt(swapped, 16)
}

function quarterRound(x: Uint32Array, at: readonly [number, number, number, number]): void {
  const [ia, ib, ic, id] = at
  let a = x[ia] ?? 0
  let b = x[ib] ?? 0
  let c = x[ic] ?? 0
  let d = x[id] ?? 0
  a = (a + b) | 0
  d ^= a
  d = (d << 16) | (d >>> 16)
  c = (c + d) | 0
  b ^= c
  b = (b << 12) | (b >>> 20)
  a = (a + b) | 0
  d ^= a
  d = (d << 8) | (d >>> 24)
  c = (c + d) | 0
  b ^= c
  b = (b << 7) | (b >>> 25)
  x[ia] = a
  x[ib] = b
  x[ic] = c
  x[id] = d
}

/** Columns first, diagonals then: one double round. */
const ROUND = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

function block(input: Uint32Array, output: Uint32Array): void {
  output.set(input)
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    for (const at of ROUND) quarterRound(output, at)
  }
  for (let i = 0; i < WORDS; i++) output[i] = (output[i] ?? 0) + (input[i] ?? 0)
}

/**
 * Successive little-endian words of the keystream, each an integer in [0, 2^32). `keyHex`: 32 bytes as lower hex;
 * `nonce`: the three nonce words; `counter`: the first block's number.
 */
export function keystream(
  keyHex: string,
  nonce: readonly [number, number, number],
  counter = 0,
): () => number {
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new RangeError('a key is 32 bytes of lower hex')
  const key = Array.from({ length: 8 }, (_, word) => littleEndian(keyHex, word))
  const input = Uint32Array.from([...CONSTANT, ...key, counter, ...nonce])
  const output = new Uint32Array(WORDS)
  let used = WORDS
  return () => {
    if (used === WORDS) {
      block(input, output)
      input[12] = (input[12] ?? 0) + 1
      used = 0
    }
    return output[used++] ?? 0
  }
}

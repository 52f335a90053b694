/** The public description of a beacon of drand: what a reader must know to verify its rounds. */
import { z } from 'zod/mini'
import { hash } from '#contract/scalars.ts'

/** A beacon as drand itself describes it under `/CHAINHASH/info`. Times are in seconds. */
export const beaconInfo = z.object({
  hash,
  /** A point of G2 of BLS12-381, compressed: 96 bytes as lower-case hex. */
  public_key: z.string().check(z.regex(/^[0-9a-f]{192}$/)),
  period: z.int().check(z.positive()),
  genesis_time: z.int().check(z.nonnegative()),
  /** Signatures on G1 over the SHA-256 of the round's number. No other scheme is supported. */
  schemeID: z.literal('bls-unchained-g1-rfc9380'),
})
/** A parsed description of a beacon. */
export type BeaconInfo = z.infer<typeof beaconInfo>

/** A published round. `signature` is a compressed point of G1; `randomness` is the SHA-256 of its bytes. */
export const beaconRound = z.object({
  round: z.int().check(z.positive()),
  randomness: hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})
export type BeaconRound = z.infer<typeof beaconRound>

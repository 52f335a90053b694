/** Verifies rounds of drand. The library is loaded with the first round, because few receipts need it. */
import type { BeaconRound } from '#contract/beacon.ts'
import { QUICKNET } from '#rules/beacon.ts'

/** Whether quicknet signed this round, and its randomness follows from the signature. */
export async function checkRound(round: BeaconRound): Promise<boolean> {
  const { isRoundSigned } = await import('#rules/round-signature.ts')
  return isRoundSigned(round, QUICKNET)
}

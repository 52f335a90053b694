/** Verifies rounds of drand. The library is loaded with the first round, because few pages need it. */
import type { BeaconInfo, BeaconRound } from '#contract/beacon.ts'
import { QUICKNET } from '#rules/beacon.ts'

/** Whether the beacon signed this round, and its randomness follows from the signature. */
export async function checkRound(
  round: BeaconRound,
  beacon: BeaconInfo = QUICKNET,
): Promise<boolean> {
  const { isRoundSigned } = await import('#rules/round-signature.ts')
  return isRoundSigned(round, beacon)
}

/** A part of a whole in basis points, rounded to the nearest. */
import { WHOLE_BPS } from '#rules/payout.ts'

/** The whole must be positive; the part may be a loss. */
export function shareBps(part: bigint, whole: bigint): number {
  if (whole <= 0n) throw new RangeError(`a share of ${whole}`)
  const size = part < 0n ? -part : part
  const share = Number((2n * size * BigInt(WHOLE_BPS) + whole) / (2n * whole))
  return part < 0n ? -share : share
}

/** The public randomness that seeds mix in: which round of drand belongs to an hour, and when it is published. */
import { SECOND_MS } from '#contract/time.ts'
import type { BeaconInfo } from '#contract/beacon.ts'

/** The main network's beacon with a round every 3 s (https://docs.drand.love). */
export const QUICKNET: BeaconInfo = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  public_key: [
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c',
    '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb',
    '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  ].join(''),
  period: 3,
  genesis_time: 1_692_803_367,
  schemeID: 'bls-unchained-g1-rfc9380',
}

/** The round of an hour is the newest one at this time before the hour starts. */
export const ROUND_BEFORE_MS = 30_000

/** The newest round at a time (ms); 0 or less before the first. */
export const roundAt = ({ genesis_time, period }: BeaconInfo, timeMs: number): number =>
  Math.floor((Math.floor(timeMs / SECOND_MS) - genesis_time) / period) + 1

/** When a round is published, in ms. */
export const timeOfRound = ({ genesis_time, period }: BeaconInfo, round: number): number =>
  (genesis_time + (round - 1) * period) * SECOND_MS

/**
 * The round that an hour must mix in, for a promise that was made at `promisedAt` (ms). Null if that round was already
 * public then, because anyone who knows the round could choose the rest.
 */
export function roundFor(
  beacon: BeaconInfo,
  { startsAt, promisedAt }: { startsAt: number; promisedAt: number },
): number | null {
  const round = roundAt(beacon, startsAt - ROUND_BEFORE_MS)
  return round > 0 && timeOfRound(beacon, round) > promisedAt ? round : null
}

/** Settings that do not go together. */
import { LIVE_MONEY, type Parsed } from '#server/platform/config-schema.ts'

function liveConflicts({ feed, practice, liveMoney, venues, coinbase }: Parsed): string[] {
  const isLive = feed === 'live'
  const faults: string[] = []
  if (!isLive && venues !== undefined) faults.push('--venues needs --feed live')
  if (!isLive && coinbase) faults.push('--coinbase needs --feed live')
  if (venues !== undefined && coinbase) faults.push('--coinbase: name it in the file of --venues')
  if (!isLive && liveMoney !== undefined) faults.push('LIVE_MONEY needs --feed live')
  if (isLive && !practice && liveMoney === undefined) {
    faults.push(`PRACTICE=off with --feed live needs LIVE_MONEY="${LIVE_MONEY}"`)
  }
  return faults
}

/** What does not go together, in words for the operator. */
export function conflicts(parsed: Parsed): string[] {
  const faults = liveConflicts(parsed)
  if (parsed.databaseMax !== undefined && parsed.databaseUrl === undefined) {
    faults.push(
      'DATABASE_MAX_GB needs DATABASE_URL: the disk is the limit of the embedded database',
    )
  }
  const replay = parsed.feed === 'replay'
  if (replay && parsed.replayFolder === undefined) {
    faults.push('--feed replay needs --data <folder of CSV files>')
  }
  if (!replay && parsed.replayFolder !== undefined) faults.push('--data needs --feed replay')
  if (!replay && parsed.speed !== 1) faults.push('--speed needs --feed replay')
  if (!replay && parsed.tradeFastBars) faults.push('--trade-fast-bars needs --feed replay')
  if (!replay && parsed.loop) faults.push('--loop needs --feed replay')
  if (parsed.feed !== 'simulated' && (parsed.drand ?? parsed.breakSeeds) !== undefined) {
    faults.push('--drand and --break-seeds need --feed simulated')
  }
  if (parsed.drandBeacon !== undefined && parsed.drand === undefined) {
    faults.push('DRAND_BEACON needs --drand <address of a relay>')
  }
  if (!parsed.practice && parsed.practiceReviewer === true) {
    faults.push(
      'PRACTICE_REVIEWER=on needs PRACTICE=on: nobody answers by rule where money is real',
    )
  }
  if (parsed.practice && parsed.cashierMethods !== undefined) {
    faults.push('CASHIER_METHODS needs PRACTICE=off: practice mode shows examples only')
  }
  return faults
}

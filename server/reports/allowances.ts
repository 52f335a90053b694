/**
 * What one network may report within an hour. It is kept in memory only, so that no address is stored. Twenty networks
 * that make up errors cannot displace what many others report (server/sql/functions/client-reports.sql).
 */
import { HOUR_MS } from '#contract/time.ts'

const WINDOW_MS = HOUR_MS
/** Different groups of one network per hour. A page with more errors than that reports the first ones. */
export const GROUPS_PER_HOUR = 12
/** Reports of one network that count for one group. Many users may share an address. */
const REPEATS_PER_HOUR = 60
/** Networks that are remembered. Beyond it, those that are longest ago are forgotten. */
const NETWORKS_MAX = 5_000

/** Whether a report counts. `first`: as the first one of its network for this group and hour. */
export type Verdict = 'first' | 'repeat' | 'refused'

interface Network {
  since: number
  counts: Map<string, number>
}

/** Creates the allowances. `nowMs` is a monotonic clock. */
export function createAllowances(nowMs: () => number): (network: string, group: string) => Verdict {
  const networks = new Map<string, Network>()
  const seen = (name: string): Network => {
    const known = networks.get(name)
    const isCurrent = known !== undefined && nowMs() - known.since < WINDOW_MS
    const network = isCurrent ? known : { since: nowMs(), counts: new Map<string, number>() }
    // The map keeps insertion order, so the newest network must be last.
    networks.delete(name)
    networks.set(name, network)
    const [oldest] = networks.keys()
    if (networks.size > NETWORKS_MAX && oldest !== undefined) networks.delete(oldest)
    return network
  }
  return (name, group) => {
    const { counts } = seen(name)
    const count = counts.get(group) ?? 0
    if (count === 0 && counts.size >= GROUPS_PER_HOUR) return 'refused'
    if (count >= REPEATS_PER_HOUR) return 'refused'
    counts.set(group, count + 1)
    return count === 0 ? 'first' : 'repeat'
  }
}

/** How often each outcome and void reason came up, so that a generator that misses one fails its test. */
import { ruleVoidReason } from '#contract/order.ts'
import type { Verdict } from '#support/settle-oracle.ts'

const EXPECTED = ['won', 'lost', 'draw', ...ruleVoidReason.options]
const LEAST_SHARE = 0.005

export type Counts = Map<string, number>

export function countVerdict(counts: Counts, verdict: Verdict | null): void {
  const name = verdict === null ? 'pending' : (verdict.reason ?? verdict.outcome)
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

export function distribution(counts: Counts): string[] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return ['pending', ...EXPECTED].map((name) => {
    const count = counts.get(name) ?? 0
    return `${name} ${count} (${((100 * count) / total).toFixed(2)} %)`
  })
}

/** The outcomes that came up in less than 0.5 % of the runs. */
export function rareVerdicts(counts: Counts): string[] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return EXPECTED.filter((name) => (counts.get(name) ?? 0) < total * LEAST_SHARE)
}

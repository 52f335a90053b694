/** Price alerts, newest first: each change carries one as it stands now. */
import type { PriceAlert } from '#contract/alerts.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'

const ENDED_KEPT = 50

/** Those that wait are never dropped, however old; of the others the newest stay. */
function kept(alerts: readonly PriceAlert[]): readonly PriceAlert[] {
  const sorted = alerts.toSorted(newestFirst)
  const ended = sorted.filter(({ status }) => status !== 'active')
  const dropped = new Set(ended.slice(ENDED_KEPT))
  return dropped.size === 0 ? sorted : sorted.filter((alert) => !dropped.has(alert))
}

export const alertsFold: Fold<PriceAlert[], PriceAlert, readonly PriceAlert[]> = {
  snapshot: (alerts) => kept(alerts),
  delta: (state, alert) => kept([...state.filter(({ id }) => id !== alert.id), alert]),
}

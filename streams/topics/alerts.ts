/** The state of the alerts topic: price alerts, newest first. Each delta carries one alert in its current state. */
import type { PriceAlert } from '#contract/alerts.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'

const ENDED_KEPT = 50

/** Active alerts are never dropped, however old. Of the others, the newest are retained. */
function kept(alerts: readonly PriceAlert[]): readonly PriceAlert[] {
  const sorted = alerts.toSorted(newestFirst)
  const ended = sorted.filter(({ status }) => status !== 'active')
  const dropped = new Set(ended.slice(ENDED_KEPT))
  return dropped.size === 0 ? sorted : sorted.filter((alert) => !dropped.has(alert))
}

/** Folds the alerts topic. A delta replaces the alert with the same id. */
export const alertsFold: Fold<PriceAlert[], PriceAlert, readonly PriceAlert[]> = {
  snapshot: (alerts) => kept(alerts),
  delta: (state, alert) => kept([...state.filter(({ id }) => id !== alert.id), alert]),
}

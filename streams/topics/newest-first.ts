/** The states of topics that are lists, newest first. Each delta carries one item in its current state. */
import type { PriceAlert } from '#contract/alerts.ts'
import type { FundRate } from '#contract/fund.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const KEPT = 100
const ENDED_ALERTS_KEPT = 50

/**
 * Compares two items by id, the higher first. Ids are decimal strings that may exceed 2^53, so length is compared
 * before text.
 */
export const newestFirst = (a: { id: string }, b: { id: string }): number =>
  b.id.length - a.id.length || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/**
 * Folds a topic of documents; at most 100 are retained. A full list drops its oldest document, but never the one that
 * just changed, because a view may wait for it.
 */
export function documentsFold<T extends { id: string }>(): Fold<T[], T, readonly T[]> {
  return {
    snapshot: (documents) => [...documents].sort(newestFirst).slice(0, KEPT),
    delta: (state, document) => {
      const others = state.filter(({ id }) => id !== document.id)
      return [...others.slice(0, KEPT - 1), document].sort(newestFirst)
    },
  }
}

/** Active alerts are never dropped, however old. Of the others, the newest are retained. */
function storedAlerts(alerts: readonly PriceAlert[]): readonly PriceAlert[] {
  const sorted = [...alerts].sort(newestFirst)
  const ended = sorted.filter(({ status }) => status !== 'active')
  const dropped = new Set(ended.slice(ENDED_ALERTS_KEPT))
  return dropped.size === 0 ? sorted : sorted.filter((alert) => !dropped.has(alert))
}

/** Folds the alerts topic. A delta replaces the alert with the same id. */
export const alertsFold: Fold<PriceAlert[], PriceAlert, readonly PriceAlert[]> = {
  snapshot: (alerts) => storedAlerts(alerts),
  delta: (state, alert) => storedAlerts([...state.filter(({ id }) => id !== alert.id), alert]),
}

/** ISO days can be compared as text. */
const latestDayFirst = (a: FundRate, b: FundRate): number =>
  a.from < b.from ? 1 : a.from > b.from ? -1 : 0

/** Folds the rates topic, by day instead of id. Rates never change; at most 100 are retained. */
export const ratesFold: Fold<FundRate[], FundRate, readonly FundRate[]> = {
  snapshot: (rates) => [...rates].sort(latestDayFirst).slice(0, KEPT),
  delta: (state, rate) => {
    const others = state.filter(({ from }) => from !== rate.from)
    return [rate, ...others].sort(latestDayFirst).slice(0, KEPT)
  },
}

import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { call } from '#api/call.ts'
import { getResults } from '#contract/endpoints/records.ts'
import { type Results, results } from '#contract/results.ts'
import { useFetched } from '#data/use-fetched.ts'
import type { ApiError } from '#api/api-error.ts'
import { type Kept, lastKnownAtom, recall, remember, topicAtom } from '#streams'

/** The number of days of a period; null for all time. */
export type Period = 7 | 30 | 90 | null

/** Orders that are settled at the same time are read together. */
const GATHER_MS = 1_000

/** The last results of a period, stored on the device for their user only. */
const keptOf = (period: Period): Kept<Results> => ({
  topic: `results-${period ?? 'all'}`,
  shape: results,
})

export interface OwnResults {
  /** Null while nothing is known: neither new results nor those of an earlier visit. */
  value: Results | null
  /** The value is from an earlier visit. */
  isOld: boolean
  error: ApiError | null
  reload: () => void
}

/** The user's results of a period. They are read again when the balance changes. */
export function useOwnResults(period: Period): OwnResults {
  const known = useAtomValue(lastKnownAtom)
  const { fetched, reload } = useFetched(async () => {
    const answer = await call(getResults, { query: period === null ? {} : { days: period } })
    if (answer.ok) {
      const { value } = answer
      remember(known, keptOf(period), { value, asOf: value.at, personal: true })
    }
    return answer
  })
  const earlier = useMemo(() => recall(known, keptOf(period), true), [known, period])
  useBalanceChange(reload)
  if (fetched.status === 'ready') {
    return { value: fetched.value, isOld: false, error: null, reload }
  }
  return {
    value: earlier?.value ?? null,
    isOld: true,
    error: fetched.status === 'failed' ? fetched.error : null,
    reload,
  }
}

function useBalanceChange(changed: () => void): void {
  const balance = useAtomValue(topicAtom('balance'))
  const version = 'value' in balance ? balance.value.version : null
  const seen = useRef<number | null>(null)
  const report = useEffectEvent(changed)
  useEffect(() => {
    const before = seen.current
    seen.current = version
    if (before === null || version === null || before === version) return
    const timer = setTimeout(() => report(), GATHER_MS)
    return () => clearTimeout(timer)
  }, [version])
}

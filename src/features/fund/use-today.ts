import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Day } from '#contract/scalars.ts'
import { dayOf } from '#rules/business-day.ts'
import { type Streams, streamsAtom } from '#streams'

const TICK_MS = 1_000
/** Stands in until the server has told the time: far from every rate, and the calendar knows a year before it. */
const UNKNOWN_MS = Date.UTC(2002, 0, 7)

/** The day that it is in the business zone at this moment, by the server's clock; null: not known yet. */
export function dayBy(streams: Streams | null): Day | null {
  const now = streams?.serverNow() ?? 0
  return now === 0 ? null : dayOf(now)
}

/** The same, rendered again when it becomes known and when another day begins. */
export function useServerDay(): Day | null {
  const streams = useAtomValue(streamsAtom)
  const [, put] = useState<Day | null>(null)
  useEffect(() => {
    const timer = setInterval(() => put(dayBy(streams)), TICK_MS)
    return () => clearInterval(timer)
  }, [streams])
  // Read anew each time: what else renders this may know more than the last tick.
  return dayBy(streams)
}

/** For what is shown only once a stream has spoken: by then the day is known. */
export const useToday = (): Day => useServerDay() ?? dayOf(UNKNOWN_MS)

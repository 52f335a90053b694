import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Day } from '#contract/scalars.ts'
import { dayOf } from '#rules/business-day.ts'
import { type Streams, streamsAtom } from '#streams'

const TICK_MS = 1_000
/** A placeholder until the server's time is known: far from every rate, with a full year of the calendar before it. */
const UNKNOWN_MS = Date.UTC(2002, 0, 7)

/** The current day in the business time zone by the server's clock; null when it is not known yet. */
export function dayBy(streams: Streams | null): Day | null {
  const now = streams?.serverNow() ?? 0
  return now === 0 ? null : dayOf(now)
}

/** Like `dayBy`, rendered again when the day becomes known and when another day begins. */
export function useServerDay(): Day | null {
  const streams = useAtomValue(streamsAtom)
  const [, put] = useState<Day | null>(null)
  useEffect(() => {
    const timer = setInterval(() => put(dayBy(streams)), TICK_MS)
    return () => clearInterval(timer)
  }, [streams])
  // Read on each render, which may be more recent than the last timer.
  return dayBy(streams)
}

/** For content that is shown only after a stream has delivered data, when the day is known. */
export const useToday = (): Day => useServerDay() ?? dayOf(UNKNOWN_MS)

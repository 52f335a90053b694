import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Day } from '#contract/scalars.ts'
import { dayOf } from '#rules/business-day.ts'
import { type Streams, streamsAtom } from '#streams'

const TICK_MS = 1_000
/** What the fund's calendar knows, with room to look ahead: a device's clock may be set to anything. */
const FIRST_MS = Date.UTC(2000, 0, 3)
const LAST_MS = Date.UTC(2098, 11, 1)

/** The day that it is in the business zone at this moment, by the server's clock. */
export const todayBy = (streams: Streams | null): Day =>
  dayOf(Math.min(Math.max(streams?.serverNow() ?? 0, FIRST_MS), LAST_MS))

/** The same, rendered again only when another day begins. */
export function useToday(): Day {
  const streams = useAtomValue(streamsAtom)
  const [today, put] = useState(() => todayBy(streams))
  useEffect(() => {
    const timer = setInterval(() => put(todayBy(streams)), TICK_MS)
    return () => clearInterval(timer)
  }, [streams])
  return today
}

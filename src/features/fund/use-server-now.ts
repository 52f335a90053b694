import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Day } from '#contract/scalars.ts'
import { dayOf } from '#rules/business-day.ts'
import { streamsAtom } from '#streams'

const TICK_MS = 1_000
/** What the fund's calendar knows, with room to look ahead: a device's clock may be set to anything. */
const FIRST_MS = Date.UTC(2000, 0, 3)
const LAST_MS = Date.UTC(2098, 11, 1)

const within = (ms: number): number => Math.min(Math.max(ms, FIRST_MS), LAST_MS)
const itself = (ms: number): number => ms

/** Renders again when `of` the server's clock has another answer; `of` is always the same function. */
function useServerClock<T extends string | number>(of: (ms: number) => T): T {
  const streams = useAtomValue(streamsAtom)
  const [value, put] = useState(() => of(within(streams?.serverNow() ?? 0)))
  useEffect(() => {
    if (streams === null) return
    const timer = setInterval(() => put(of(within(streams.serverNow()))), TICK_MS)
    return () => clearInterval(timer)
  }, [streams, of])
  return value
}

/** The server's clock, each second. */
export const useServerNow = (): number => useServerClock(itself)

/** The day that it is in the business zone. */
export const useToday = (): Day => useServerClock(dayOf)

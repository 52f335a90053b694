import { useAtomValue } from 'jotai'
import { useSeconds } from '#lib/use-seconds.ts'
import { lastKnownAtom, streamsAtom } from '#streams'

/** Until the server is reached: the time of the last known data, which is what the screen then shows. */
function useKnownNow(): number {
  const streams = useAtomValue(streamsAtom)
  const known = useAtomValue(lastKnownAtom)
  const now = streams?.serverNow() ?? 0
  return now === 0 ? (known?.newest() ?? 0) : now
}

/**
 * The server's time in milliseconds, updated once per second while mounted. The device's own clock has no influence.
 */
export function useServerNow(): number {
  useSeconds()
  return useKnownNow()
}

const HALF_A_MINUTE = 30

/** Like `useServerNow`, updated twice per minute, so that a long list is not rendered every second. */
export function useServerMinute(): number {
  useSeconds(HALF_A_MINUTE)
  return useKnownNow()
}
